/** Part of model: strings, numbers and literals. */

import { isArray, isObject, pick } from "../json.js";
import type { Json, JsonSchema, Node } from "../model.js";
import { typeOf, typesOf } from "../verdicts.js";
import { type Context, inside, wrong } from "./context.js";

const STRING_KEYWORDS = ["minLength", "maxLength", "pattern", "format"];
const NUMBER_KEYWORDS = ["minimum", "maximum"];

export function stringNode(schema: JsonSchema): Node {
  return { kind: "string", ...pick(schema, STRING_KEYWORDS) };
}

export function numberNode(schema: JsonSchema, integer: boolean): Node {
  return { kind: "number", integer, ...pick(schema, NUMBER_KEYWORDS) };
}

/** The node of a `const` or an `enum`, without the values that a type beside it excludes; undefined when there is neither. */
export function literalsNode(schema: JsonSchema, context: Context): Node | undefined {
  const keyword = "const" in schema ? "const" : "enum";
  if (!(keyword in schema)) return undefined;
  const written = keyword === "const" ? [schema.const ?? null] : schema.enum;
  if (!isArray(written)) throw wrong(inside(context, keyword), "enum must be an array");
  const types = typesOf({ ...(schema.type === undefined ? {} : { type: schema.type }) }, context.definitions);
  const values = written
    .filter((value) => types.has(typeOf(value)))
    .map((value) => scalar(value, inside(context, keyword)));
  return { kind: "literals", values, ...(schema.type === undefined ? {} : { typed: true }) };
}

function scalar(value: Json, context: Context): string | number | boolean | null {
  if (isObject(value) || isArray(value))
    throw wrong(context, "only strings, numbers, booleans and null can be literals");
  if (typeof value === "number" && !Number.isSafeInteger(value))
    throw wrong(context, "a number literal must be a safe integer");
  return value as string | number | boolean | null;
}
