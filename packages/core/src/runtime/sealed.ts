/** The one memory of what is known of values that were made here: that they are JSON, frozen to the last level, how deep they go, and what they are valid as. */

import { Existing } from "./existing.js";
import { isWithinDepth, MAX_DEPTH } from "./freeze.js";
import type { JsonArray, JsonObject } from "./json.js";
import { findsLiterals, holdsLiterals } from "./number-text.js";

/** What is known of a sealed value. */
export interface Known {
  /** Says whether a value has the decoded form of a type, which this one has; absent for JSON that may be anything. */
  readonly is?: (value: unknown) => boolean;
  /**
   * No more levels than these are nested in the value, itself included.
   * @defaultValue as many as a record may have
   */
  readonly levels?: number;
}

const JSON_OF_RECORD: Known = {};

/** What the next seal says. A private field that is assigned after it is there takes longer than one that begins with its value. */
let next: Known = JSON_OF_RECORD;

class Seal extends Existing {
  readonly #known: Known = next;

  static on(value: object): Known | undefined {
    return #known in value ? value.#known : undefined;
  }
}

const JSON_WITHIN: Known[] = [];

/** What is known of JSON by itself. */
export function jsonWithin(levels: number): Known {
  JSON_WITHIN[levels] ??= { levels };
  return JSON_WITHIN[levels] as Known;
}

/** Freezes a new object, everything in which is frozen JSON, and remembers what is known of it. */
export function sealedValue<Value extends object>(value: Value, known?: Known): Value {
  put(value, known);
  return Object.freeze(value);
}

/**
 * Remembers what is known of a value that is about to be frozen, and everything in which is. One that is frozen already takes no
 * private field in newer engines, and is copied again.
 */
export function markSealed(value: object, known?: Known): void {
  if (Object.isExtensible(value) && Seal.on(value) === undefined) put(value, known);
}

function put(value: object, known: Known = JSON_OF_RECORD): void {
  next = known;
  new Seal(value);
}

/** Whether it is known of a value, without a look into it, that it was sealed here and is nested at most so many levels deep. */
export function isKnownWithin(value: object, levels: number): value is JsonArray | JsonObject {
  const known = Seal.on(value);
  return known !== undefined && (known.levels ?? MAX_DEPTH) <= levels;
}

/** Whether the value was sealed here, and is nested at most so many levels deep. */
export function isSealedWithin(value: object, levels: number): value is JsonArray | JsonObject {
  const known = Seal.on(value);
  return known !== undefined && ((known.levels ?? MAX_DEPTH) <= levels || isWithinDepth(value, levels));
}

/** Whether digits are kept for a number in a value that was sealed here. What is valid as a type may have been put together of such JSON. */
export function mayHoldLiterals(value: object): boolean {
  return Seal.on(value)?.is === undefined ? holdsLiterals(value) : findsLiterals(value);
}

/** Whether a JSON value is nested at most so many levels deep. */
export function isWithinLevels(value: unknown, levels: number): boolean {
  return typeof value !== "object" || value === null || isKnownWithin(value, levels) || isWithinDepth(value, levels);
}

/** Whether a value was decoded or made here, and is what is asked for; there is nothing to look at where that is known of it. */
export function isKnown(value: unknown, known: Known): value is object {
  if (typeof value !== "object" || value === null) return false;
  const before = Seal.on(value);
  if (before === known) return true;
  if (before?.is === undefined || known.is === undefined) return false;
  return (before.is === known.is || known.is(value)) && isWithinLevels(value, known.levels ?? MAX_DEPTH);
}
