/** The text of a persisted root in another version, which is the same whether it is decoded on the way or not. */

import { duplicateWarnings, unknownsBy } from "../codec/judge-record.js";
import type { MovedText } from "../codec/migrated-text.js";
import type { Origin } from "../codec/origin.js";
import type { EncodedText } from "../codec/results.js";
import { wrapOnce } from "../companion/parse-wire.js";
import type { Warning } from "../errors/warning.js";
import type { JsonObject } from "../runtime/json.js";
import { type Pen, penFor } from "../runtime/pen.js";
import type { Root, RootForm } from "../runtime/root.js";
import { tidiedByTable } from "../runtime/walks/tidy.js";
import { wrappedByTable } from "../runtime/walks/wrap.js";
import { currentForm } from "./judge-root.js";
import { downgradeTo, upgradeFrom } from "./migrate-root.js";

/**
 * The text of a valid record of an older form in the current one.
 * @throws Unmovable
 */
export function currentRootText(root: Root, from: RootForm, origin: Origin): MovedText {
  const { value, notes } = upgradeFrom(root, from, origin);
  const warnings = [...unknownsInRoot(root, value), ...duplicateWarnings(origin.duplicates)];
  return { text: writtenText(root, value, penFor(origin.exact)), notes, warnings };
}

/**
 * The text of a valid record of the current form in an older one.
 * @throws Unmovable
 */
export function olderRootText(root: Root, to: RootForm, origin: Origin): EncodedText {
  const { value, notes } = downgradeTo(root, to, origin);
  return { text: to.encode(value, penFor(origin.exact)), notes };
}

/** A warning for each part that this build does not know; changes nothing. */
export function unknownsInRoot(root: Root, tree: JsonObject): readonly Warning[] {
  return unknownsBy(currentForm(root).node, tree);
}

/** Writing the current version starts from the decoded form. */
function writtenText(root: Root, value: JsonObject, pen: Pen): string {
  const { node, encode } = currentForm(root);
  return encode(wrappedByTable(node, tidiedByTable(node, value), wrapOnce) as JsonObject, pen);
}
