/** Messages to JSON text. */

import { ParlanceError } from "../errors/parlance-error.js";
import { ValidationError } from "../errors/validation-error.js";
import { explain } from "../explain.js";
import type { Message } from "../generated/types.gen.js";
import { exceedsBytes } from "../reading/size.js";
import { isJson, typeName } from "../runtime/check.js";
import { isKnownType, messageNode, type WritableContract } from "../runtime/contract.js";
import { isWithinDepth, MAX_DEPTH, SHALLOW } from "../runtime/freeze.js";
import type { JsonObject, JsonValue, UnknownValue } from "../runtime/json.js";
import { findsLiterals, InexactNumberError, stringifyWithDigits } from "../runtime/number-text.js";
import { isAcceptedBy, penFor } from "../runtime/pen.js";
import { keptText, type OlderText, olderTextOf } from "../runtime/source-text.js";
import type { TableNode } from "../runtime/table-node.js";
import { encodeUnknown, isOriginal, MissingOriginalError } from "../runtime/unknown.js";
import { tidiedByTable } from "../runtime/walks/tidy.js";
import { wrappedByTable } from "../runtime/walks/wrap.js";
import { assertEnvelope, assertTagged, refusalFor, tooLargeToRead, versionOf } from "./envelope.js";
import { obstacleToUpgrade } from "./migrate.js";
import { currentText } from "./migrated-text.js";
import { movableText } from "./movable.js";
import { PARSE_KEYWORD } from "./record.js";
import type { InvalidMessage } from "./results.js";
import { isValid, kindOfRecord, refusalOfRecord } from "./verdict.js";

/**
 * The JSON text of a message: the very text it was decoded from, whatever its size, or a new one in canonical order. One that was
 * decoded from an older version, and is too large in the current one, is written as the text it came from.
 * @throws ValidationError for a value that is not a valid message, so that nothing is written that would be refused on reading.
 */
export function encodeCurrent(contract: WritableContract, message: Message | InvalidMessage, maxBytes: number): string {
  if (typeof message !== "object" || message === null) {
    throw refusalFor("wrong_type", "", "type", "object", typeName(message));
  }
  const kept = keptText(message, contract.current);
  if (kept) return kept;
  try {
    if (message.type === "invalid") return encodeInvalid(message);
    const older = kept === undefined ? undefined : olderTextOf(message, contract.current);
    const text =
      older === undefined
        ? encodeAnew(contract, message as unknown as JsonObject, kept !== undefined)
        : movedText(contract, older);
    if (!exceedsBytes(text, maxBytes)) return text;
    if (older !== undefined) return older.text;
    throw tooLargeToRead(maxBytes);
  } catch (error) {
    throw asRefusal(error);
  }
}

/** The text that a message was decoded from, in the current version. */
function movedText(contract: WritableContract, { text, version }: OlderText): string {
  const origin = movableText(text, messageNode(contract, version));
  return currentText(contract, origin.tree.type as string, version, origin).text;
}

/** @param isOwn Whether the codec made this very object. */
function encodeAnew(contract: WritableContract, message: JsonObject, isOwn: boolean): string {
  const type = message.type as string;
  if (type === "unknown") return encodeUnknownMessage(contract, message);
  return isOwn && isKnownType(contract.current, type)
    ? contract.encode(message, penFor(findsLiterals(message)))
    : encodeForeign(contract, message);
}

/** More levels than a message has around any value in it that has no schema. */
const AROUND_JSON = 32;

/** What the codec made is valid; anything else is looked at before it is written. */
function encodeForeign(contract: WritableContract, message: JsonObject): string {
  const pen = penFor(false, contract.current);
  if (!isAcceptedBy(contract.isDecoded, message, pen)) throw refusalOf(contract, message);
  const text = contract.encode(message, pen);
  // An unknown value is a level deeper than on the wire.
  if (pen.hasExtraMembers && !isJson(message, MAX_DEPTH + 1)) throw notDecoded();
  const mayBeDeep = text.length >= SHALLOW && (pen.room < AROUND_JSON || pen.unknown > 0);
  if (pen.hasForeignUnknown || (mayBeDeep && !isWithinDepth(message, MAX_DEPTH)))
    assertReadable(contract, text, pen.unknown);
  return text;
}

function refusalOf({ current }: WritableContract, message: JsonObject): ValidationError {
  const issues = explain(current.node, message);
  return issues.length > 0 ? new ValidationError(issues) : notDecoded();
}

/** An unknown value that was made by hand may hold what is known, and broken: then only reading it again tells. */
function assertReadable(contract: WritableContract, text: string, unknown: number): void {
  const tree = JSON.parse(text) as JsonObject & { readonly type: string };
  if (!isWithinDepth(tree, MAX_DEPTH)) throw tooDeepToRead();
  const { current } = contract;
  if (!isValid(current, tree.type, tree)) throw refusalOfRecord(contract, current.version, tree);
  if (countUnknown(current.node, tree) !== unknown) throw notUnknown();
}

function countUnknown(node: TableNode, tree: JsonObject): number {
  let count = 0;
  wrappedByTable(node, tidiedByTable(node, tree), (original) => {
    count += 1;
    return original as unknown as UnknownValue;
  });
  return count;
}

function encodeUnknownMessage(contract: WritableContract, message: JsonObject): string {
  const text = encodeUnknown(message, penFor(false));
  if (keptText(message, contract.current) !== undefined) return text;
  if (!isJson(message.original, MAX_DEPTH)) throw notDecoded();
  const tree = JSON.parse(text) as JsonObject;
  assertUnknown(contract, text, tree);
  if (!isOriginal(message.original as object)) assertEnvelope(contract, tree);
  return text;
}

/** What reading would take for an unknown message. */
function assertUnknown(contract: WritableContract, text: string, tree: JsonValue): void {
  assertTagged(tree);
  const version = versionOf(tree);
  const kind = kindOfRecord(contract, tree.type, version, tree);
  if (kind === "invalid") throw refusalOfRecord(contract, version, tree);
  if (kind === "unknown") return;
  if (kind === "older" && obstacleToUpgrade(contract, tree.type, version, tree, text) !== undefined) return;
  throw notUnknown();
}

function notUnknown(): ValidationError {
  return refusalFor("not_decoded", "", "", "originals that this version does not know", "one that it knows");
}

function tooDeepToRead(): ValidationError {
  return refusalFor("too_deep", "", "", `at most ${MAX_DEPTH} levels of nesting`, "more");
}

function notDecoded(): ValidationError {
  return refusalFor(
    "not_decoded",
    "",
    "",
    "a message in its decoded form, with nothing but JSON in it",
    "another object",
  );
}

/** What could not be parsed is kept as raw text. */
function encodeInvalid({ issues, original }: InvalidMessage): string {
  const isRaw = issues[0]?.keyword === PARSE_KEYWORD;
  // What was too long is not kept, and what is not UTF-8 is not kept as it was.
  if (isRaw && (original === null || issues[0]?.code === "not_utf8")) throw new MissingOriginalError();
  if (isRaw && typeof original === "string") return original;
  const text = stringifyWithDigits(original);
  if (!isJson(original, MAX_DEPTH)) throw notDecoded();
  return text;
}

function asRefusal(error: unknown): unknown {
  if (ParlanceError.isInstance(error)) return error;
  if (error instanceof InexactNumberError) {
    return refusalFor(
      "inexact_number",
      "",
      "",
      "numbers that a double can hold, or a frozen message",
      "an inexact number",
    );
  }
  if (error instanceof MissingOriginalError) {
    return refusalFor("missing_original", "", "", "an unknown value with its original", "no original");
  }
  // The engine's own message would name keys: a cycle, or nesting without end.
  return refusalFor("not_json_value", "", "", "JSON values", "something else");
}
