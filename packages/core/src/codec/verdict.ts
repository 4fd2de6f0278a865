/** What a record is to this build, and the error that says why it is nothing. */

import { ValidationError } from "../errors/validation-error.js";
import { explain } from "../explain.js";
import { CURRENT_VERSION, isKnownType, isWireMessage, messageNode } from "../generated/codec.gen.js";
import type { JsonObject } from "../runtime/json.js";
import { UNEXPLAINED } from "./envelope.js";

/** `newer`: of a newer version, and readable as the current one. */
export type RecordKind = "current" | "older" | "newer" | "unknown" | "invalid";

/**
 * Judges a tagged record against the version it says it has; NaN is not a version, and only an unknown type may have it.
 * A valid record of a type that the current version no longer has is unknown too.
 */
export function kindOfRecord(type: string, version: number, tree: JsonObject): RecordKind {
  if (version > CURRENT_VERSION) return isValid(CURRENT_VERSION, type, tree) ? "newer" : "unknown";
  // The schema sets one limit even to what it does not know: how long the tag may be.
  if (!isKnownType(judgeOf(version), type)) return isWireMessage(judgeOf(version), tree) ? "unknown" : "invalid";
  if (Number.isNaN(version) || !isWireMessage(version, tree)) return "invalid";
  if (version === CURRENT_VERSION) return "current";
  return isKnownType(CURRENT_VERSION, type) ? "older" : "unknown";
}

/** Whether a record of a known type is valid; the schema alone lets every unknown type pass. */
export function isValid(version: number, type: string, tree: JsonObject): boolean {
  return isKnownType(version, type) && isWireMessage(version, tree);
}

/** The refusal of an invalid record. */
export function refusal(version: number, tree: JsonObject): ValidationError {
  const issues = explain(messageNode(judgeOf(version)), tree);
  return new ValidationError(issues.length > 0 ? issues : [UNEXPLAINED]);
}

function judgeOf(version: number): number {
  return Number.isNaN(version) ? CURRENT_VERSION : version;
}
