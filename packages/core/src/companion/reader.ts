/** Reads the values of a type, as its companion does, without the schema, the texts and the equality that make a companion large. */

import { decodeValue } from "../codec/decode-value.js";
import { settingsOf } from "../codec/options.js";
import { ValidationError } from "../errors/validation-error.js";
import { SILENT } from "../errors/warning.js";
import type { ReadableContract } from "../runtime/contract.js";
import { parseObject, type WirePieces } from "./parse-wire.js";
import { type SafeParseResult, safelyParsed } from "./safe-parse.js";

/** The part of a companion that reads. */
export interface Reader<Value> {
  readonly is: (value: unknown) => value is Value;
  /** @throws ValidationError */
  readonly parse: (value: unknown) => Value;
  readonly safeParse: (value: unknown) => SafeParseResult<Value>;
}

interface Verdict<Value> {
  readonly is: (value: unknown) => value is Value;
}

/** @internal For generated code: an object or a union that is not a message. */
export function objectReader<Value>(pieces: WirePieces & Verdict<Value>): Reader<Value> {
  return readerOf(pieces.is, (value) => parseObject(pieces, value) as Value);
}

/** What sets the messages of one type apart. */
export interface MessagePieces<Value> extends Verdict<Value> {
  readonly contract: ReadableContract;
  /** Of the type in the contract. */
  readonly name: string;
  /** The `type` of the message; absent for the union of all and for what it does not know. */
  readonly tag?: string;
}

/** @internal For generated code: a message type, or all of them. */
export function messageReader<Value>({ contract, is, name, tag }: MessagePieces<Value>): Reader<Value> {
  const settings = settingsOf(contract, { logger: SILENT });
  return readerOf(is, (value) => acceptedMessage(is, name, decodeValue(value, tag, settings)));
}

/** @throws ValidationError for a newer version that this build does not understand, or a known type where an unknown one was asked for. */
export function acceptedMessage<Value>(is: Verdict<Value>["is"], name: string, message: unknown): Value {
  if (is(message)) return message;
  const issue = {
    code: "not_allowed_value",
    path: "/type",
    keyword: "const",
    expected: name,
    found: "another message",
  };
  throw new ValidationError([issue]);
}

/** @param read Throws ValidationError, or ParseError. */
export function readerOf<Value>(is: Verdict<Value>["is"], read: (value: unknown) => Value): Reader<Value> {
  const safeParse = (value: unknown): SafeParseResult<Value> => safelyParsed(() => read(value));
  const parse = (value: unknown): Value => {
    const result = safeParse(value);
    if (!result.ok) throw result.error;
    return result.value;
  };
  return { is, parse, safeParse };
}
