/** The bulk path of a persisted root: its verdict, and its text in another version. */

import { unknownWarning, warningsOfWalk } from "../codec/judge-record.js";
import { type Origin, originOf, originOfMigrated } from "../codec/origin.js";
import { OverLimit, withinBytes } from "../codec/over-limit.js";
import type { RecordResult, RecordVerdict } from "../codec/results.js";
import { wrapOnce } from "../companion/parse-wire.js";
import type { Warning } from "../errors/warning.js";
import { CURRENT_VERSION } from "../generated/codec.gen.js";
import type { JsonObject } from "../runtime/json.js";
import type { MigrationNote } from "../runtime/migration/run.js";
import type { Root, RootForm } from "../runtime/root.js";
import { currentForm, formOf, judgedRoot, versionOfRoot } from "./judge-root.js";
import { downgradeTo, upgradeFrom } from "./migrate-root.js";

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
      return { ...of, state: "known", warnings: [unknownWarning(true), ...unknowns(root, tree)] };
    case "current":
      return { ...of, state: "known", warnings: unknowns(root, tree) };
    case "older":
      return { ...of, state: "known", warnings: unknownsInOlder(root, judged.form, tree, text) };
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
  if (judged.kind === "newer") return asItCame("unchanged", [], [unknownWarning(true), ...unknowns(root, tree)]);
  const target = formOf(root, to);
  const own = version === CURRENT_VERSION ? unknowns(root, tree) : [];
  if (target === undefined) return asItCame("unchanged", [TYPE_NOT_CARRIED], own);
  if (version === to) return asItCame("unchanged", [], own);
  try {
    const moved = inVersion(root, judged.form, target, originOf(tree, text));
    return { ...asItCame("migrated", moved.notes, moved.warnings), text: withinBytes(moved.text, maxBytes) };
  } catch (error) {
    if (!(error instanceof OverLimit)) throw error;
    return asItCame("unchanged", [error.note(to > version ? "up" : "down")], own);
  }
}

/** Always by way of the current version: the only one that migrations lead from and to. */
function inVersion(
  root: Root,
  from: RootForm,
  to: RootForm,
  origin: Origin,
): { readonly text: string; readonly notes: readonly MigrationNote[]; readonly warnings: readonly Warning[] } {
  const current = currentForm(root);
  const up = from === current ? { value: origin.tree, notes: [] } : upgradeFrom(root, from, origin);
  const warnings = unknowns(root, up.value);
  if (to === current) return { text: currentText(root, up.value), notes: up.notes, warnings };
  const down = downgradeTo(root, to, originOfMigrated(up.value, origin.exact));
  return { text: to.encode(down.value), notes: [...up.notes, ...down.notes], warnings };
}

/** Writing the current version starts from the decoded form. */
function currentText(root: Root, value: JsonObject): string {
  const { tidy, encode } = currentForm(root);
  return encode(root.wrap(tidy(value as never) as never, "", wrapOnce) as JsonObject);
}

function unknowns({ wrap }: Root, tree: JsonObject): readonly Warning[] {
  return warningsOfWalk((visit) => wrap(tree as never, "", visit));
}

/** What an older version holds that is unknown shows in the current one; digits make no difference to that. */
function unknownsInOlder(root: Root, form: RootForm, tree: JsonObject, text: string): readonly Warning[] {
  try {
    return unknowns(root, upgradeFrom(root, form, { tree, text, exact: false, isValue: false }).value);
  } catch (error) {
    if (error instanceof OverLimit) return [];
    throw error;
  }
}
