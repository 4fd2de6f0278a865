/** The translations, made of what a plan says of them: each is two functions; a value that one does not understand passes unchanged. */

import type { JsonValue } from "../json.js";
import type { State, TranslationOf } from "./plan.js";
import type { Value } from "./run.js";
import type { ValueCodec } from "./translate.js";
import { arrayOf, isSame, numberOf } from "./value.js";

/** Values of the older version and what they are in the newer one. */
export type Pairs = readonly (readonly [older: JsonValue, newer: JsonValue])[];

/** A one-to-one table, further pairs that hold in one direction only, and what values outside become; without that they pass. */
export function valueTable({ pairs, onlyUp = [], onlyDown = [], unmapped }: TranslationOf<"mapValue">): ValueCodec {
  return {
    up: (value) => lookUp([pairs, onlyUp], 0, 1, value, unmapped?.up?.to),
    down: (value) => lookUp([pairs, onlyDown], 1, 0, value, unmapped?.down?.to),
    code: "value_changed",
  };
}

function lookUp(tables: readonly Pairs[], from: 0 | 1, to: 0 | 1, value: Value, otherwise: Value): Value {
  if (value === undefined) return undefined;
  for (const table of tables) {
    for (const pair of table) {
      if (isSame(pair[from], value)) return pair[to];
    }
  }
  return otherwise === undefined ? value : otherwise;
}

/** States that one version tells apart and the other does not. */
export function sameStates({ states, up, down }: TranslationOf<"setAbsent">): ValueCodec {
  const among = (value: Value): boolean => states.some((state) => isSame(stateValue(state), value));
  return {
    up: (value) => (among(value) ? stateValue(up) : value),
    down: (value) => (among(value) ? stateValue(down) : value),
    code: "value_changed",
  };
}

function stateValue(state: State): Value {
  return "value" in state ? state.value : undefined;
}

/** A number times `by`, rounded to a whole number going up, and divided by it going down: seconds and milliseconds with 1000. */
export function scale({ by }: TranslationOf<"scale">): ValueCodec {
  return {
    up: (value) => onNumber(value, (number) => Math.round(number * by)),
    down: (value) => onNumber(value, (number) => number / by),
    code: "precision_lost",
  };
}

/** Milliseconds since 1970 and `YYYY-MM-DDTHH:mm:ss.sssZ`. */
export function epochTime(): ValueCodec {
  return {
    up: (value) => onNumber(value, (number) => isoTime(Math.round(number))),
    down: (value) => onText(value, (text) => epochOf(text)),
    code: "precision_lost",
  };
}

/** The first and the last time whose year has four digits, in milliseconds since 1970. */
const FIRST_TIME = -62_167_219_200_000;
const LAST_TIME = 253_402_300_799_999;

function isoTime(epoch: number): Value {
  return epoch >= FIRST_TIME && epoch <= LAST_TIME ? new Date(epoch).toISOString() : undefined;
}

function epochOf(text: string): Value {
  const epoch = Date.parse(text);
  return Number.isNaN(epoch) ? undefined : epoch;
}

/** A whole number and its decimal string. */
export function integerText(): ValueCodec {
  return {
    up: (value) => (numberOf(value) === undefined ? value : String(value)),
    down: (value) =>
      onText(value, (text) => (Number.isSafeInteger(Number(text)) && text !== "" ? Number(text) : undefined)),
    code: "precision_lost",
  };
}

/** A value and an array of just that value. */
export function inArray(): ValueCodec {
  return {
    up: (value) => (value === undefined ? undefined : [value]),
    down: (value) => arrayOf(value)?.[0],
    code: "not_carried",
  };
}

/** The codecs of `custom` operations, by their names. */
export function namedCodecs(codecs: { readonly [name: string]: ValueCodec }) {
  return ({ name }: TranslationOf<"custom">): ValueCodec | undefined => codecs[name];
}

/** Two functions of `runtime/custom`; an absent value stays absent. */
export function functionPair(up: (value: JsonValue) => JsonValue, down: (value: JsonValue) => JsonValue): ValueCodec {
  return {
    up: (value) => (value === undefined ? undefined : up(value)),
    down: (value) => (value === undefined ? undefined : down(value)),
    code: "value_changed",
  };
}

/** The same codec with its directions exchanged. */
export function reversed(codec: ValueCodec): ValueCodec {
  return { up: codec.down, down: codec.up, code: codec.code };
}

function onNumber(value: Value, convert: (number: number) => Value): Value {
  const number = numberOf(value);
  return number === undefined ? value : convert(number);
}

function onText(value: Value, convert: (text: string) => Value): Value {
  return typeof value === "string" ? convert(value) : value;
}
