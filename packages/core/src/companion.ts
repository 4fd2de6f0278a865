/** Makes the companion of a type: the one object that checks, parses, compares and describes its values. */

import { decodeValue } from "./codec/decode-value.js";
import { parseObject, parseScalar, parseUnknown, type ShapePieces, type WirePieces } from "./companion/parse-wire.js";
import { type SafeParseResult, safely } from "./companion/safe-parse.js";
import { standardProps } from "./companion/standard.js";
import { ValidationError } from "./errors/validation-error.js";
import type { Logger } from "./errors/warning.js";
import { explain } from "./explain.js";
import type { SchemaData } from "./runtime/schema-data.js";
import { type JsonSchemaDocument, selfContained } from "./schema/self-contained.js";
import type { StandardProps } from "./standard-schema.js";

export type { SafeParseResult };

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
  /** As `parse`, with the refusal returned. */
  safeParse(value: unknown): SafeParseResult<Value>;
  /** Whether two decoded values are equal as JSON, whatever the order of their keys. */
  equals(a: Value, b: Value): boolean;
  /** The JSON Schema (2020-12), self-contained; a fresh copy each time it is read. */
  readonly schema: JsonSchemaDocument;
  /** Standard Schema and Standard JSON Schema, version 1. */
  readonly "~standard": StandardProps<Value>;
}

/** Nothing is told besides the result: what is unknown shows in it, and nobody could say where to tell it. */
const SILENT: Logger = { warn: () => undefined };

interface Pieces<Value> {
  readonly name: string;
  readonly is: (value: unknown) => value is Value;
  readonly schema: SchemaData;
}

interface Comparable {
  /** Generated for the very shape of the type; `never` lets all of them in. */
  readonly equals: (a: never, b: never) => boolean;
}

interface Tagged {
  /** The `type` of the message; absent for the union of all and for what it does not know. */
  readonly tag?: string;
}

/** @internal For generated code: a message type, or all of them. */
export function messageCompanion<Value>(pieces: Pieces<Value> & Comparable & Tagged): Companion<Value> {
  const parse = (value: unknown): Value => {
    const message: unknown = decodeValue(value, pieces.tag, explain, { logger: SILENT });
    if (pieces.is(message)) return message;
    throw new ValidationError([otherMessage(pieces.name)]);
  };
  return assemble(pieces, parse, pieces.equals);
}

/** @internal For generated code: an object or a union that is no message. */
export function objectCompanion<Value>(pieces: Pieces<Value> & Comparable & ShapePieces): Companion<Value> {
  return assemble(pieces, (value) => parseObject(pieces, value) as Value, pieces.equals);
}

/** @internal For generated code: what an open union does not know, other than a message. */
export function unknownCompanion<Value>(pieces: Pieces<Value> & Comparable & WirePieces): Companion<Value> {
  return assemble(pieces, (value) => parseUnknown(pieces, value) as Value, pieces.equals);
}

/** @internal For generated code: an enum, or another type without members. */
export function scalarCompanion<Value>(pieces: Pieces<Value> & WirePieces): Companion<Value> {
  return assemble(pieces, (value) => parseScalar(pieces, value) as Value, Object.is);
}

function assemble<Value>(
  pieces: Pieces<Value>,
  decode: (value: unknown) => Value,
  equals: Comparable["equals"],
): Companion<Value> {
  const safeParse = (value: unknown): SafeParseResult<Value> => safely(() => decode(value));
  return Object.freeze({
    is: pieces.is,
    parse: (value: unknown): Value => accepted(safeParse(value)),
    safeParse,
    equals: (a: Value, b: Value): boolean => equals(a as never, b as never),
    get schema(): JsonSchemaDocument {
      return selfContained(pieces.schema, "2020-12", true);
    },
    "~standard": standardProps(safeParse, pieces.schema),
  });
}

function accepted<Value>(result: SafeParseResult<Value>): Value {
  if (!result.ok) throw result.error;
  return result.value;
}

/** A newer version that this build does not understand, or a known type where an unknown one was asked for. */
function otherMessage(name: string): ConstructorParameters<typeof ValidationError>[0][number] {
  return { code: "not_allowed_value", path: "/type", keyword: "const", expected: name, found: "another message" };
}
