/** What a record is to this build, and the error that says why it is nothing. */

import { ValidationError } from "../errors/validation-error.js";
import { explain } from "../explain.js";
import {
  type ContractVersion,
  contractVersion,
  isKnownType,
  messageNode,
  type ReadableContract,
} from "../runtime/contract.js";
import type { JsonObject } from "../runtime/json.js";
import { UNEXPLAINED } from "./envelope.js";

/** `newer`: of a newer version, and readable as the current one. */
export type RecordKind = "current" | "older" | "newer" | "unknown" | "invalid";

/**
 * Judges a tagged record against the version it says it has; NaN is not a version, and only an unknown type may have it.
 * A valid record of a type that the current version no longer has is unknown too.
 */
export function kindOfRecord(contract: ReadableContract, type: string, version: number, tree: JsonObject): RecordKind {
  const { current } = contract;
  if (version > current.version) return isValid(current, type, tree) ? "newer" : "unknown";
  const own = contractVersion(contract, version);
  // The schema sets one limit even to what it does not know: how long the tag may be.
  const judge = own ?? current;
  if (!isKnownType(judge, type)) return judge.isWire(tree) ? "unknown" : "invalid";
  if (own === undefined || !own.isWire(tree)) return "invalid";
  if (own === current) return "current";
  return isKnownType(current, type) ? "older" : "unknown";
}

/** Whether a record of a known type is valid; the schema alone lets every unknown type pass. */
export function isValid(version: ContractVersion, type: string, tree: JsonObject): boolean {
  return isKnownType(version, type) && version.isWire(tree);
}

/** The refusal of an invalid record. */
export function refusalOfRecord(contract: ReadableContract, version: number, tree: JsonObject): ValidationError {
  const issues = explain(messageNode(contract, version), tree);
  return new ValidationError(issues.length > 0 ? issues : [UNEXPLAINED]);
}
