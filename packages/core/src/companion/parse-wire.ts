/** The way from a JSON value to the decoded form for types that have no version of their own to migrate from. */

import { UNEXPLAINED } from "../codec/envelope.js";
import { ValidationError } from "../errors/validation-error.js";
import { explain } from "../explain.js";
import { copiedJson, tooDeepValue } from "../json/sealed.js";
import { freezeJson, MAX_DEPTH } from "../runtime/freeze.js";
import type { JsonObject, UnknownValue } from "../runtime/json.js";
import { isKnown, markSealed } from "../runtime/sealed.js";
import type { TableNode } from "../runtime/table-node.js";
import { isMadeUnknown, makeUnknown, type Wrap } from "../runtime/unknown.js";
import { freezeDecoded } from "../runtime/walks/freeze.js";
import { tidiedByTable } from "../runtime/walks/tidy.js";
import { wrappedByTable } from "../runtime/walks/wrap.js";

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
  if (isKnown(value, pieces)) return value;
  const copy = accepted(pieces, copiedJson(value));
  const decoded = wrappedByTable(pieces.node, tidiedByTable(pieces.node, copy), wrapOnce) as object;
  markSealed(decoded, pieces);
  if (!freezeDecoded(pieces.node, decoded, MAX_DEPTH)) throw tooDeepValue();
  return decoded;
}

/**
 * What is unknown, wrapped, as a deeply frozen copy; an object that came from here is returned as it is.
 *
 * @throws ValidationError
 */
export function parseUnknown(pieces: WirePieces, value: unknown): unknown {
  if (isKnown(value, pieces)) return value;
  const decoded = wrapOnce(accepted(pieces, copiedJson(value)) as JsonObject, "");
  // The wrapping is a level of its own that the original does not have.
  markSealed(decoded, { is: pieces.is, levels: MAX_DEPTH + 1 });
  if (!freezeJson(decoded, MAX_DEPTH + 1)) throw tooDeepValue();
  return decoded;
}

/**
 * The value of an enum or of another type without members.
 *
 * @throws ValidationError
 */
export function parseScalar(pieces: WirePieces, value: unknown): unknown {
  return accepted(pieces, copiedJson(value));
}

function accepted(pieces: WirePieces, value: unknown): unknown {
  if (pieces.isWire(value)) return value;
  const issues = explain(pieces.node, value);
  throw new ValidationError(issues.length > 0 ? issues : [UNEXPLAINED]);
}

/** In a value that was decoded before, what is unknown is wrapped already. */
export const wrapOnce: Wrap = (original) =>
  isMadeUnknown(original) ? (original as unknown as UnknownValue) : makeUnknown("unknown_type", original);
