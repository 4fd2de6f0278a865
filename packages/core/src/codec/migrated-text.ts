/** The text of a record in another version, which is the same whether it is decoded on the way or not. */

import type { Warning } from "../errors/warning.js";
import type { ContractVersion, WritableContract } from "../runtime/contract.js";
import type { JsonObject } from "../runtime/json.js";
import { type Pen, penFor } from "../runtime/pen.js";
import { makeUnknown } from "../runtime/unknown.js";
import { encodedByTable } from "../runtime/walks/encode.js";
import { tidiedByTable } from "../runtime/walks/tidy.js";
import { wrappedByTable } from "../runtime/walks/wrap.js";
import { duplicateWarnings, unknownsIn } from "./judge-record.js";
import { downgradedRecord, upgradedRecord } from "./migrate.js";
import type { Origin } from "./origin.js";
import type { EncodedText } from "./results.js";

export interface MovedText extends EncodedText {
  /** Of what is unknown in it, and of keys that stand twice. */
  readonly warnings: readonly Warning[];
}

/**
 * The text of a valid record of an older version in the current one.
 * @throws Unmovable
 */
export function currentText(contract: WritableContract, type: string, version: number, origin: Origin): MovedText {
  const { value, notes } = upgradedRecord(contract, type, version, origin);
  const warnings = [...unknownsIn(contract, value), ...duplicateWarnings(origin.duplicates)];
  return { text: writtenText(contract, value, penFor(origin.exact)), notes, warnings };
}

/**
 * The text of a valid record of the current version in an older one.
 * @throws Unmovable
 */
export function olderText(contract: WritableContract, type: string, to: ContractVersion, origin: Origin): EncodedText {
  const { value, notes } = downgradedRecord(contract, type, to, origin);
  return { text: encodedByTable(to.node, value, penFor(origin.exact)), notes };
}

/** Writing the current version starts from the decoded form. */
function writtenText({ current, encode }: WritableContract, value: JsonObject, pen: Pen): string {
  const { node } = current;
  const decoded = wrappedByTable(node, tidiedByTable(node, value), (original) => makeUnknown("unknown_type", original));
  return encode(decoded as JsonObject, pen);
}
