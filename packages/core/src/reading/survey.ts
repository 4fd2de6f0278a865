/** Goes over a parsed record once, to learn of its nesting and its numbers what the other steps need to know. */

import { MAX_DEPTH } from "../runtime/freeze.js";

/** It has whole numbers below a million. */
const HAS_SMALL = 1;
/** It has zeros, which too small a number may have become. */
export const HAS_ZERO = 2;
/** It has other numbers. */
export const HAS_OTHER = 4;
/** It is nested deeper than the limit. */
export const IS_DEEP = 8;
export const NUMBERS: number = HAS_SMALL | HAS_ZERO | HAS_OTHER;

const MILLION = 1_000_000;

/** Collected here, not returned up the levels, which is twice as fast. */
let traits = 0;

/** The traits of a tree, as bits; the version of the contract is no number of the user's. */
export function survey(tree: object): number {
  traits = 0;
  for (const key in tree) {
    if (key !== "schema_version") look((tree as { readonly [key: string]: unknown })[key], MAX_DEPTH - 1);
  }
  return traits;
}

function look(value: unknown, room: number): void {
  if (typeof value === "number") traits |= traitOf(value);
  else if (typeof value === "object" && value !== null) lookInto(value, room);
}

function lookInto(value: object, room: number): void {
  if (room === 0) {
    traits |= IS_DEEP;
  } else if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) look(value[index], room - 1);
  } else {
    for (const key in value) look((value as { readonly [key: string]: unknown })[key], room - 1);
  }
}

function traitOf(value: number): number {
  if (value === 0) return HAS_ZERO;
  return Number.isInteger(value) && value < MILLION && value > -MILLION ? HAS_SMALL : HAS_OTHER;
}
