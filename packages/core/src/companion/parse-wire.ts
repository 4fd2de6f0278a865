/** The way from a JSON value to the decoded form for types that have no version of their own to migrate from. */

import { UNEXPLAINED } from "../codec/envelope.js";
import type { Issue } from "../errors/issue.js";
import { ValidationError } from "../errors/validation-error.js";
import { explain } from "../explain.js";
import { copyJson } from "../runtime/copy.js";
import { Existing } from "../runtime/existing.js";
import { freezeJson, MAX_DEPTH } from "../runtime/freeze.js";
import type { JsonObject, JsonValue, UnknownValue } from "../runtime/json.js";
import type { TableNode } from "../runtime/table-node.js";
import { isMade, makeUnknown, type Wrap } from "../runtime/unknown.js";
import { freezeDecoded } from "../runtime/walks/freeze.js";
import { tidied } from "../runtime/walks/tidy.js";
import { wrapped } from "../runtime/walks/wrap.js";

export interface WirePieces {
  /** What a value may be. */
  readonly node: TableNode;
  /** Verdict on the decoded form. */
  readonly is: (value: unknown) => boolean;
  /** Verdict on the wire form. */
  readonly isWire: (value: unknown) => boolean;
}

/**
 * The decoded form of an object, as a deeply frozen copy; an object that came from here is returned as it is.
 *
 * @throws ValidationError
 */
export function parseObject(pieces: WirePieces, value: unknown): unknown {
  if (isParsed(pieces.is, value)) return value;
  const copy = accepted(pieces, copied(value));
  const decoded = wrapped(pieces.node, tidied(pieces.node, copy), wrapOnce) as object;
  markParsed(decoded);
  if (!freezeDecoded(pieces.node, decoded, MAX_DEPTH)) throw new ValidationError([TOO_DEEP]);
  return decoded;
}

/**
 * What is unknown, wrapped, as a deeply frozen copy; an object that came from here is returned as it is.
 *
 * @throws ValidationError
 */
export function parseUnknown(pieces: WirePieces, value: unknown): unknown {
  if (isParsed(pieces.is, value)) return value;
  const decoded = wrapOnce(accepted(pieces, copied(value)) as JsonObject, "");
  markParsed(decoded);
  // The wrapping is a level of its own that the original does not have.
  if (!freezeJson(decoded, MAX_DEPTH + 1)) throw new ValidationError([TOO_DEEP]);
  return decoded;
}

/**
 * The value of an enum or of another type without members.
 *
 * @throws ValidationError
 */
export function parseScalar(pieces: WirePieces, value: unknown): unknown {
  return accepted(pieces, copied(value));
}

export const TOO_DEEP: Issue = {
  code: "too_deep",
  path: "",
  keyword: "",
  expected: `at most ${MAX_DEPTH} levels of nesting`,
  found: "more",
};

/** The path to what is not JSON may hold the user's keys, so it is not told. */
export function copied(value: unknown): JsonValue {
  const copy = copyJson(value, MAX_DEPTH);
  if (copy.ok) return copy.value;
  if (copy.found === "too deep") throw new ValidationError([TOO_DEEP]);
  throw new ValidationError([
    { code: "not_json_value", path: "", keyword: "", expected: "JSON values", found: copy.found },
  ]);
}

/** What was parsed here and is therefore frozen. Messages have a mark of their own, which says that they can be written. */
class Parsed extends Existing {
  readonly #isFrozen: boolean = true;

  static isOn(value: object): boolean {
    return #isFrozen in value;
  }
}

export function isParsed(is: (value: unknown) => boolean, value: unknown): value is object {
  return typeof value === "object" && value !== null && Parsed.isOn(value) && is(value);
}

/** Marks a value that is about to be frozen. What is unknown and was frozen before takes no private field in newer engines; copying shares it. */
export function markParsed(value: object): void {
  if (Object.isExtensible(value) && !Parsed.isOn(value)) new Parsed(value);
}

function accepted(pieces: WirePieces, value: unknown): unknown {
  if (pieces.isWire(value)) return value;
  const issues = explain(pieces.node, value);
  throw new ValidationError(issues.length > 0 ? issues : [UNEXPLAINED]);
}

/** In a value that was decoded before, what is unknown is wrapped already. */
export const wrapOnce: Wrap = (original) =>
  isMade(original) ? (original as unknown as UnknownValue) : makeUnknown("unknown_type", original);
