/** The one text that equal JSON values have, for hashing and signing. */

import type { JsonObject, JsonValue } from "../runtime/json.js";
import { stringifyWithDigits as write, writeMember } from "../runtime/number-text.js";
import { frozenJson } from "./frozen.js";
import { refusingLostDigits } from "./stringify.js";

/**
 * The JSON text of a value without white space and with the names of every object in the order of their UTF-16 code units
 * (as RFC 8785 has it), save for numbers whose digits were kept: those are written digit by digit.
 *
 * @throws ValidationError: `not_json_value`, `too_deep`, or `inexact_number` for digits that were not kept.
 */
export function canonicalJson(value: unknown): string {
  return refusingLostDigits(() => text(frozenJson(value)));
}

function text(value: JsonValue): string {
  if (typeof value !== "object" || value === null) return write(value);
  if (Array.isArray(value)) return `[${value.map((item, index) => member(value, String(index), item)).join(",")}]`;
  const object = value as JsonObject;
  const keys = Object.keys(object).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${member(object, key, object[key] as JsonValue)}`).join(",")}}`;
}

function member(container: object, key: string, value: JsonValue): string {
  return typeof value === "number" ? (writeMember(container, key, value) ?? "null") : text(value);
}
