/** The closed list of keywords: what a schema may say, and what each extra annotation holds. */
import type { Json, JsonObject } from "./json.js";
import { isObject, stringsOf } from "./json.js";

/** Keywords that decide a verdict, the part that draft-07 and 2020-12 share. */
export const ASSERTIONS: ReadonlySet<string> = new Set(
  (
    "type const enum properties required additionalProperties items minItems maxItems uniqueItems minProperties maxProperties " +
    "minLength maxLength pattern minimum maximum oneOf anyOf allOf not $ref $defs propertyNames if then else"
  ).split(" "),
);

/** Keywords that only describe. */
export const ANNOTATIONS: ReadonlySet<string> = new Set(
  "$schema $comment title description default examples deprecated format".split(" "),
);

/** Keywords that some engines read wrongly or not at all. */
export const REFUSED: RegExp =
  /^(unevaluated.*|dependent.*|dependencies|\$dynamic.*|\$recursive.*|.*[cC]ontains|\$anchor|multipleOf|prefixItems|patternProperties|contentSchema)$/;

/** Every annotation under `x-`, with the test of its value. */
export const EXTENSIONS: Readonly<Record<string, (value: Json, schema: JsonObject) => boolean>> = {
  "x-user-data": (value) => value === true,
  "x-open-tag": (value) => value === true,
  "x-note": (value) => value === true,
  "x-enum-values": isEnumValues,
  "x-depth-limit": (value) => Number.isInteger(value) && Number(value) > 0,
  "x-tags": (value) => Array.isArray(value) && value.length > 0 && value.every((tag) => typeof tag === "string"),
  "x-role": (value) =>
    ["system", "user", "assistant", "tool", "session"].includes(String(value)) || isFieldPointer(value),
  "x-model-text": isFieldPointer,
  "x-keep-with": (value) => ["turn", "question", "call", "nothing"].includes(String(value)),
  "x-priority": isFieldPointer,
  "x-checks": (value) =>
    Array.isArray(value) && value.length > 0 && value.every((name) => /^[a-z0-9_]+$/.test(String(name))),
  "x-summary": (value) => typeof value === "string" && SUMMARY.test(value),
};

const FIELD = "(?:/[A-Za-z_][A-Za-z0-9_]*)+";
/** Words, and fields in braces with a noun or without. */
const SUMMARY = new RegExp(`^(?:[^{}]|\\{${FIELD}(?: [a-z]+)*\\})+$`);
const FIELD_POINTER = new RegExp(`^${FIELD}$`);

function isFieldPointer(value: Json): boolean {
  return typeof value === "string" && FIELD_POINTER.test(value);
}

/** Each member of the enumeration with its own integer. */
function isEnumValues(value: Json, schema: JsonObject): boolean {
  if (!isObject(value)) return false;
  const names = stringsOf(schema.enum);
  const numbers = Object.values(value);
  const complete = names.length === numbers.length && names.every((name) => Object.hasOwn(value, name));
  return complete && numbers.every(Number.isInteger) && new Set(numbers).size === numbers.length;
}
