/** The named translations as functions. */

import { isArray, isObject } from "../../../tools/generator/src/json.js";
import type { Convert, MapValue, SetAbsent, Split, State } from "../../../tools/generator/src/migrations/format.js";
import type { Direction, Translation } from "../../../tools/generator/src/migrations/steps.js";
import type { Json } from "../../../tools/generator/src/model.js";
import { isSame, type Value } from "./values.js";

/** What a translation makes of a value in one direction. */
export function translated(translation: Translation, direction: Direction, value: Value): Value {
  switch (translation.op) {
    case "mapValue":
      return value === undefined ? undefined : looked(translation, direction, value);
    case "setAbsent":
      return oneState(translation, direction, value);
    case "array":
      return wrapped((direction === "up") !== translation.reverse, value);
    case "split":
      return direction === "up" ? splitText(translation, value) : joinedText(translation, value);
    case "convert":
      return value === undefined ? undefined : converted(translation, direction, value);
  }
}

/** What a table gives for a value; a value that it does not have stays as it is or has a substitute. */
function looked({ pairs, onlyUp, onlyDown, unmapped }: MapValue, direction: Direction, value: Json): Json {
  const [from, to, more] = direction === "up" ? ([0, 1, onlyUp] as const) : ([1, 0, onlyDown] as const);
  const row = [...pairs, ...more].find((pair) => isSame(pair[from], value));
  return row === undefined ? (unmapped?.[direction]?.to ?? value) : row[to];
}

function oneState({ states, up, down }: SetAbsent, direction: Direction, value: Value): Value {
  return states.some((state) => isSame(stateValue(state), value)) ? stateValue(direction === "up" ? up : down) : value;
}

function stateValue(state: State): Value {
  return "value" in state ? state.value : undefined;
}

function wrapped(isWrapping: boolean, value: Value): Value {
  if (isWrapping) return value === undefined ? undefined : [value];
  return isArray(value) ? value[0] : undefined;
}

/** A text as the two texts before and after its first separator. */
function splitText({ separator, else: otherwise }: Split, value: Value): Value {
  if (typeof value !== "string") return value;
  const [first = "", ...rest] = value.split(separator);
  const second = rest.length === 0 ? otherwise : rest.join(separator);
  return { first, ...(second === undefined ? {} : { second }) };
}

function joinedText({ separator, limit }: Split, value: Value): Value {
  if (!isObject(value)) return value;
  const { first = "", second } = value;
  const texts = second === undefined ? [first] : [first, second];
  if (texts.some((text) => typeof text !== "string")) return value;
  return second === undefined ? first : [...texts.join(separator)].slice(0, limit).join("");
}

function converted(convert: Convert, direction: Direction, value: Json): Value {
  const isUp = (direction === "up") !== (convert.reverse === true);
  switch (convert.codec) {
    case "scale":
      return typeof value === "number" ? scaled(value, convert.by ?? 1, isUp) : value;
    case "epochToIso":
      return isUp ? isoTime(value) : epoch(value);
    case "integerToText":
      return isUp ? (typeof value === "number" ? String(value) : value) : integer(value);
    case "textToBase64":
      return typeof value === "string" ? (isUp ? toBase64(value) : fromBase64(value)) : value;
    case "booleanToEnum":
      return named(convert.names ?? ["false", "true"], isUp, value);
  }
}

function scaled(value: number, by: number, isUp: boolean): number {
  return isUp ? Math.round(value * by) : value / by;
}

function isoTime(value: Json): Value {
  if (typeof value !== "number") return value;
  const time = new Date(Math.round(value));
  const year = Number.isNaN(time.getTime()) ? -1 : time.getUTCFullYear();
  return year >= 0 && year <= 9999 ? time.toISOString() : undefined;
}

function epoch(value: Json): Value {
  if (typeof value !== "string") return value;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}

function integer(value: Json): Value {
  if (typeof value !== "string") return value;
  return value !== "" && Number.isSafeInteger(Number(value)) ? Number(value) : undefined;
}

function toBase64(text: string): Value {
  const bytes = Buffer.from(text, "utf8");
  // A lone surrogate has no UTF-8 and would come back as another character.
  return bytes.toString("utf8") === text ? bytes.toString("base64") : undefined;
}

function fromBase64(base64: string): Value {
  const bytes = Buffer.from(base64, "base64");
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return undefined;
  const text = bytes.toString("utf8");
  return Buffer.from(text, "utf8").equals(bytes) ? text : undefined;
}

function named([whenFalse, whenTrue]: readonly [string, string], isUp: boolean, value: Json): Value {
  if (isUp) return typeof value === "boolean" ? (value ? whenTrue : whenFalse) : value;
  return value === whenTrue ? true : value === whenFalse ? false : value;
}
