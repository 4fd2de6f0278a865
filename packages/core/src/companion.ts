/** Makes the companion of a type: the one object that checks, parses, compares and describes its values. */

import { decodeText } from "./codec/decode.js";
import { encodeCurrent } from "./codec/encode.js";
import { tooLargeToRead } from "./codec/envelope.js";
import { equalBy } from "./codec/equals.js";
import { settingsOf } from "./codec/options.js";
import type { EncodedText } from "./codec/results.js";
import { parseScalar, parseUnknown, type WirePieces } from "./companion/parse-wire.js";
import { acceptedMessage, type Reader, readerOf } from "./companion/reader.js";
import { type SafeDecodeResult, type SafeParseResult, safelyDecoded } from "./companion/safe-parse.js";
import { standardProps } from "./companion/standard.js";
import { SILENT } from "./errors/warning.js";
import type { Message } from "./generated/types.gen.js";
import { parseJson } from "./json/parse.js";
import { refusingLostDigits } from "./json/stringify.js";
import { MAX_BYTES } from "./reading/read-text.js";
import { exceedsBytes } from "./reading/size.js";
import { currentForm } from "./root/judge-root.js";
import { type DecodeRootOptions, decodeRoot, parseRoot } from "./root/read-root.js";
import { encodeRootAs } from "./root/write-root.js";
import type { WritableContract } from "./runtime/contract.js";
import type { Fields, JsonValue } from "./runtime/json.js";
import { findsLiterals } from "./runtime/number-text.js";
import { type Pen, penFor } from "./runtime/pen.js";
import type { Root } from "./runtime/root.js";
import type { SchemaData } from "./runtime/schema-data.js";
import { encodeUnknown } from "./runtime/unknown.js";
import { type JsonSchemaDocument, selfContained } from "./schema/self-contained.js";
import type { StandardProps } from "./standard-schema.js";

export type { DecodeRootOptions, SafeDecodeResult, SafeParseResult };

/** What can be done with the values of a type; works as it is wherever a Standard Schema is taken. */
export interface Companion<Value> {
  /** Whether a value has the decoded form: defaults present, no nulls in optional properties, what is unknown wrapped. */
  is(value: unknown): value is Value;
  /**
   * The decoded form of a JSON value, deeply frozen. The value itself is neither changed nor frozen.
   * A message may be of any released version and is migrated; a decoded value comes back equal.
   *
   * @throws ValidationError when the value is none of this type.
   */
  parse(value: unknown): Value;
  /**
   * The value that a JSON text (a string or UTF-8 bytes) holds, as `parse` gives it; numbers keep every digit.
   *
   * @throws ParseError when the input is not JSON text, ValidationError when it is none of this type.
   */
  decode(input: string | Uint8Array): Value;
  /**
   * The JSON text of a value in canonical order, with every digit; what is unknown is written as it came.
   *
   * @throws ValidationError when the value is none of this type.
   */
  encode(value: Value): string;
  /** As `parse`, with the refusal returned. */
  safeParse(value: unknown): SafeParseResult<Value>;
  /** Whether two decoded values are equal as JSON, whatever the order of their keys. */
  equals(a: Value, b: Value): boolean;
  /** The JSON Schema (2020-12), self-contained; a fresh copy each time it is read. */
  readonly schema: JsonSchemaDocument;
  /** Standard Schema and Standard JSON Schema, version 1. */
  readonly "~standard": StandardProps<Value>;
}

/**
 * The companion of what is stored by itself and is not a message, such as a conversation history: its values say their version, and
 * every version that has the type can be read and written.
 */
export interface RootCompanion<Value> extends Companion<Value> {
  /**
   * As `parse`, of a JSON text (a string or UTF-8 bytes) with every digit. One of a newer version that reads as a current one keeps
   * its number.
   *
   * @throws ParseError when the input is not JSON text; ValidationError when it is none of this type, of a version that does not have
   * the type, or over a limit of the current version.
   */
  decode(input: string | Uint8Array, options?: DecodeRootOptions): Value;
  /** As `decode`, with the error returned. Never throws, whatever the input. */
  safeDecode(input: string | Uint8Array, options?: DecodeRootOptions): SafeDecodeResult<Value>;
  /**
   * The JSON text of a value in canonical order, with every digit; what is unknown is written as it came.
   *
   * @throws ValidationError when the value is none of this type.
   */
  encode(value: Value): string;
  /**
   * The text in a version, with notes of what that version cannot say. What it cannot say is kept in `residue` and comes back on
   * the way up. A value of a newer version, or one that would be over a limit, stays as it is, with a note.
   *
   * @throws ValidationError as above; UnsupportedVersionError for a version that does not have the type.
   */
  encode(value: Value, options: { readonly schemaVersion: number }): EncodedText;
}

interface Described {
  readonly schema: SchemaData;
}

interface Pieces<Value> extends Described {
  readonly is: (value: unknown) => value is Value;
}

interface Readable<Value> {
  readonly reader: Reader<Value>;
}

interface Comparable {
  /** Generated for the very shape of the type; `never` lets all of them in. Numbers are doubles to it. */
  readonly equals: (a: never, b: never) => boolean;
}

interface Writable {
  /** Generated for the very shape of the type, decoded and valid. */
  readonly encode: (value: Fields, pen: Pen) => string;
}

/** What differs from kind to kind; everything else of a companion follows from it. */
interface Behaviour<Value> extends Described, Readable<Value> {
  readonly equals: (a: Value, b: Value) => boolean;
  readonly decode: (input: string | Uint8Array) => Value;
  readonly encode: (value: Value) => string;
}

/** @internal For generated code: a message type, or all of them. */
export function messageCompanion<Value>(
  pieces: Readable<Value> & Described & Comparable & { readonly contract: WritableContract },
): Companion<Value> {
  const { contract, reader, schema } = pieces;
  const settings = settingsOf(contract, { logger: SILENT });
  const accept = (message: unknown): Value => acceptedMessage(reader.is, schema.name, message);
  return assemble({
    ...pieces,
    equals: equalityBy(pieces),
    decode: (input) => accept(decodeText(input, settings)),
    encode: (value) => encodeCurrent(contract, accept(value) as unknown as Message, MAX_BYTES),
  });
}

/** @internal For generated code: an object or a union that is not a message. */
export function objectCompanion<Value>(pieces: Readable<Value> & Described & Comparable & Writable): Companion<Value> {
  const { parse } = pieces.reader;
  return assemble({
    ...pieces,
    equals: equalityBy(pieces),
    decode: (input) => parse(parseJson(input)),
    encode: (value) => readable(writtenBy(pieces.encode, parse(value))),
  });
}

/** @internal For generated code: an object that is stored by itself and is not a message. */
export function rootCompanion<Value>(
  pieces: Pieces<Value> & Comparable & { readonly root: Root },
): RootCompanion<Value> {
  const { root } = pieces;
  const parse = (value: unknown): Value => parseRoot(pieces, value) as Value;
  const decode = (input: string | Uint8Array, options?: DecodeRootOptions): Value =>
    decodeRoot(pieces, input, options) as Value;
  const textOf = (value: Value): string => readable(writtenBy(currentForm(root).encode, parse(value)));
  function encode(value: Value): string;
  function encode(value: Value, options: { readonly schemaVersion: number }): EncodedText;
  function encode(value: Value, options?: { readonly schemaVersion: number }): string | EncodedText {
    return options === undefined ? textOf(value) : encodeRootAs(root, textOf(value), options.schemaVersion);
  }
  const safeDecode = (input: string | Uint8Array, options?: DecodeRootOptions): SafeDecodeResult<Value> =>
    safelyDecoded(() => decode(input, options));
  const reader = readerOf(pieces.is, parse);
  return assemble({ ...pieces, equals: equalityBy(pieces), reader, decode, encode }, { decode, encode, safeDecode });
}

/** @internal For generated code: what an open union does not know, other than a message. */
export function unknownCompanion<Value>(pieces: Pieces<Value> & Comparable & WirePieces): Companion<Value> {
  const parse = (value: unknown): Value => parseUnknown(pieces, value) as Value;
  return assemble({
    ...pieces,
    reader: readerOf(pieces.is, parse),
    equals: equalityBy(pieces),
    decode: (input) => parse(parseJson(input)),
    encode: (value) => readable(writtenBy(encodeUnknown, parse(value))),
  });
}

/** @internal For generated code: an enum, or another type without members. */
export function scalarCompanion<Value extends JsonValue>(pieces: Pieces<Value> & WirePieces): Companion<Value> {
  const parse = (value: unknown): Value => parseScalar(pieces, value) as Value;
  return assemble({
    ...pieces,
    reader: readerOf(pieces.is, parse),
    decode: (input) => parse(parseJson(input)),
    encode: (value) => JSON.stringify(parse(value)),
    equals: Object.is,
  });
}

/** @throws ValidationError for digits that were not kept. */
function writtenBy(encode: Writable["encode"], value: unknown): string {
  return refusingLostDigits(() => encode(value as Fields, penFor(findsLiterals(value))));
}

function equalityBy<Value>({ equals }: Comparable): (a: Value, b: Value) => boolean {
  return (a, b) => equalBy(equals as (a: Value, b: Value) => boolean, a, b);
}

/** The text, unless decoding would refuse it for its size. */
function readable(text: string): string {
  if (exceedsBytes(text, MAX_BYTES)) throw tooLargeToRead(MAX_BYTES);
  return text;
}

/** @param more What the companions of one kind have besides. */
function assemble<Value, More extends object = object>(
  { reader, schema, decode, encode, equals }: Behaviour<Value>,
  more?: More,
): Companion<Value> & More {
  return Object.freeze({
    ...reader,
    decode,
    encode,
    equals,
    get schema(): JsonSchemaDocument {
      return selfContained(schema, "2020-12", true);
    },
    "~standard": standardProps(reader.safeParse, schema),
    ...(more as More),
  });
}
