/** The bulk path of a persisted root: its verdict, and its text in another version. */

import { duplicateWarnings, newerWarning, unknownWarning, unmovableWarnings } from "../codec/judge-record.js";
import type { MovedText } from "../codec/migrated-text.js";
import { duplicateKeys, movableOrigin, movableText } from "../codec/movable.js";
import type { Origin } from "../codec/origin.js";
import type { RecordResult, RecordVerdict } from "../codec/results.js";
import { Unmovable, withinBytes } from "../codec/unmovable.js";
import type { Warning } from "../errors/warning.js";
import type { JsonObject } from "../runtime/json.js";
import type { MigrationNote } from "../runtime/migration/run.js";
import type { Root, RootForm } from "../runtime/root.js";
import { currentForm, formOf, judgedRoot, versionOfRoot } from "./judge-root.js";
import { upgradeFrom } from "./migrate-root.js";
import { currentRootText, olderRootText, unknownsInRoot } from "./migrated-root-text.js";

type Done = Extract<RecordResult, { ok: true }>;

/** The older version has no such root, and the record stays as it is. */
const TYPE_NOT_CARRIED: MigrationNote = { code: "type_not_carried", path: "", direction: "down" };

/** @throws ValidationError for a record that is none of the root. */
export function examinedRoot(root: Root, tree: JsonObject, text: string): RecordVerdict {
  const judged = judgedRoot(root, tree);
  const of = { ok: true, type: root.type, version: versionOfRoot(tree) } as const;
  switch (judged.kind) {
    case "unknown":
      return { ...of, state: "unknown", warnings: [unknownWarning(true)] };
    case "newer":
      return { ...of, state: "known", warnings: [newerWarning(), ...unknownsInRoot(root, tree)] };
    case "current":
      return { ...of, state: "known", warnings: unknownsInRoot(root, tree) };
    case "older":
      return { ...of, state: "known", warnings: warningsOfOlder(root, judged.form, tree, text) };
  }
}

/** @throws ValidationError for a record that is none of the root. */
export function migratedRoot(
  root: Root,
  tree: JsonObject,
  text: string,
  { to, maxBytes }: { readonly to: number; readonly maxBytes: number },
): Done {
  const judged = judgedRoot(root, tree);
  const version = versionOfRoot(tree);
  const asItCame = (state: Done["state"], notes: readonly MigrationNote[], warnings: readonly Warning[]): Done => {
    return { ok: true, state, text, type: root.type, version, notes, warnings };
  };
  if (judged.kind === "unknown") return asItCame("unknown", [], [unknownWarning(true)]);
  if (judged.kind === "newer") return asItCame("unchanged", [], [newerWarning(), ...unknownsInRoot(root, tree)]);
  const target = formOf(root, to);
  const own = judged.kind === "current" ? unknownsInRoot(root, tree) : [];
  if (target === undefined) return asItCame("unchanged", [TYPE_NOT_CARRIED], own);
  if (version === to) return asItCame("unchanged", [], own);
  try {
    const moved = inVersion(root, judged.form, target, movableOrigin(tree, text, judged.form.node));
    return { ...asItCame("migrated", moved.notes, moved.warnings), text: withinBytes(moved.text, maxBytes) };
  } catch (error) {
    if (!(error instanceof Unmovable)) throw error;
    return asItCame("unchanged", [error.note(to > version ? "up" : "down")], own);
  }
}

/** Always by way of the current version: the only one that migrations lead from and to. */
function inVersion(root: Root, from: RootForm, to: RootForm, origin: Origin): MovedText {
  const current = currentForm(root);
  if (from === current) {
    const warnings = [...unknownsInRoot(root, origin.tree), ...duplicateWarnings(origin.duplicates)];
    return { ...olderRootText(root, to, origin), warnings };
  }
  const up = currentRootText(root, from, origin);
  if (to === current) return up;
  const down = olderRootText(root, to, movableText(up.text, current.node));
  return { text: down.text, notes: [...up.notes, ...down.notes], warnings: up.warnings };
}

/** What an older version holds that is unknown shows in the current one. */
function warningsOfOlder(root: Root, form: RootForm, tree: JsonObject, text: string): readonly Warning[] {
  try {
    const duplicates = duplicateKeys(tree, text, form.node);
    const { value } = upgradeFrom(root, form, { tree, text, exact: false, isValue: false });
    return [...unknownsInRoot(root, value), ...duplicateWarnings(duplicates)];
  } catch (error) {
    if (error instanceof Unmovable) return unmovableWarnings(error);
    throw error;
  }
}
