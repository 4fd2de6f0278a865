/** The text of a record in another version, which is the same whether it is decoded on the way or not. */

import type { Warning } from "../errors/warning.js";
import { CURRENT_VERSION, encodeMessage, messageNode } from "../generated/codec.gen.js";
import type { JsonObject } from "../runtime/json.js";
import { makeUnknown } from "../runtime/unknown.js";
import { tidied } from "../runtime/walks/tidy.js";
import { wrapped } from "../runtime/walks/wrap.js";
import { duplicateWarnings, unknownsIn } from "./judge-record.js";
import { downgrade, upgrade } from "./migrate.js";
import { type Origin, withSpelling } from "./origin.js";
import type { EncodedText } from "./results.js";

export interface MovedText extends EncodedText {
  /** Of what is unknown in it, and of keys that stand twice. */
  readonly warnings: readonly Warning[];
}

/**
 * The text of a valid record of an older version in the current one.
 * @throws Unmovable
 */
export function currentText(type: string, version: number, origin: Origin): MovedText {
  const { value, notes } = upgrade(type, version, origin);
  const warnings = [...unknownsIn(value), ...duplicateWarnings(origin.duplicates)];
  return { text: withSpelling(origin, () => writtenText(value)), notes, warnings };
}

/**
 * The text of a valid record of the current version in an older one.
 * @throws Unmovable
 */
export function olderText(type: string, version: number, origin: Origin): EncodedText {
  const { value, notes } = downgrade(type, version, origin);
  return { text: withSpelling(origin, () => encodeMessage(version, value)), notes };
}

/** Writing the current version starts from the decoded form. */
function writtenText(value: JsonObject): string {
  const node = messageNode(CURRENT_VERSION);
  const decoded = wrapped(node, tidied(node, value), (original) => makeUnknown("unknown_type", original));
  return encodeMessage(CURRENT_VERSION, decoded as JsonObject);
}
