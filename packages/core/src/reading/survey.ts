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

/** Collected here, not returned up the levels, which is twice as fast. */
let traits = 0;

/** The traits of a record, as bits; a version of the contract, unless it is a long one, is not a number of the user's. */
export function survey(record: object): number {
  traits = 0;
  for (const key in record) {
    const member: unknown = (record as Fields)[key];
    if (typeof member === "object") into(member, MAX_DEPTH - 1);
    else if (typeof member === "number" && (key !== "schema_version" || member >= MILLION)) traits |= traitOf(member);
  }
  return traits;
}

function into(value: object | null, room: number): void {
  if (value === null) return;
  if (room === 0) traits |= IS_DEEP;
  else if (Array.isArray(value)) intoItems(value, room - 1);
  else intoMembers(value as Fields, room - 1);
}

function intoItems(items: readonly unknown[], room: number): void {
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    if (typeof item === "object") into(item, room);
    else if (typeof item === "number") traits |= traitOf(item);
  }
}

function intoMembers(value: Fields, room: number): void {
  for (const key in value) {
    const member = value[key];
    if (typeof member === "object") into(member, room);
    else if (typeof member === "number") traits |= traitOf(member);
  }
}

function traitOf(value: number): number {
  if (value === 0) return HAS_ZERO;
  if (Number.isInteger(value) && value < MILLION && value > -MILLION) return HAS_SMALL;
  const size = Math.abs(value);
  if (size < THOUSAND && Math.round(value * THOUSAND) / THOUSAND === value) return HAS_SMALL;
  return size < HUGE && size > TINY ? HAS_OTHER : HAS_OTHER | HAS_EXTREME;
}
