/** Goes over a parsed record once, to learn of its nesting and its numbers what the other steps need to know. */

import { MAX_DEPTH } from "../runtime/freeze.js";
import type { Fields } from "../runtime/json.js";

/** It has numbers of at most six digits: whole ones below a million, others below a thousand with at most three decimals. */
const HAS_SMALL = 1;
/** It has zeros, which too small a number may have become. */
export const HAS_ZERO = 2;
/** It has other numbers. */
export const HAS_OTHER = 4;
/** It is nested deeper than the limit. */
export const IS_DEEP = 8;
/** It has numbers near the ends of the range of doubles or beyond. */
export const HAS_EXTREME = 16;
export const NUMBERS: number = HAS_SMALL | HAS_ZERO | HAS_OTHER;

const TINY = 1e-290;
const HUGE = 1e290;
const MILLION = 1_000_000;
const THOUSAND = 1000;

/** Collected here, not returned up the levels, which takes twice as long. */
interface Traits {
  bits: number;
}

/** The traits of a record, as bits; a version of the contract, unless it is a long one, is not a number of the user's. */
export function traitsOfTree(record: object): number {
  const traits: Traits = { bits: 0 };
  for (const key in record) {
    const member: unknown = (record as Fields)[key];
    if (typeof member === "object") into(member, MAX_DEPTH - 1, traits);
    else if (typeof member === "number" && (key !== "schema_version" || member >= MILLION))
      traits.bits |= traitOf(member);
  }
  return traits.bits;
}

function into(value: object | null, room: number, traits: Traits): void {
  if (value === null) return;
  if (room === 0) traits.bits |= IS_DEEP;
  else if (Array.isArray(value)) intoItems(value, room - 1, traits);
  else intoMembers(value as Fields, room - 1, traits);
}

function intoItems(items: readonly unknown[], room: number, traits: Traits): void {
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    if (typeof item === "object") into(item, room, traits);
    else if (typeof item === "number") traits.bits |= traitOf(item);
  }
}

function intoMembers(value: Fields, room: number, traits: Traits): void {
  for (const key in value) {
    const member = value[key];
    if (typeof member === "object") into(member, room, traits);
    else if (typeof member === "number") traits.bits |= traitOf(member);
  }
}

function traitOf(value: number): number {
  if (value === 0) return HAS_ZERO;
  if (Number.isInteger(value) && value < MILLION && value > -MILLION) return HAS_SMALL;
  const size = Math.abs(value);
  if (size < THOUSAND && Math.round(value * THOUSAND) / THOUSAND === value) return HAS_SMALL;
  return size < HUGE && size > TINY ? HAS_OTHER : HAS_OTHER | HAS_EXTREME;
}
