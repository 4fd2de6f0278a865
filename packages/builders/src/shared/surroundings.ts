/** What factories take from the world around them: the time and new ids. */

import { type Timestamp, type Uuid, ValidationError } from "@parlance/core";
import { issue } from "@parlance/core/internal";

/** Set by tests and by programs that replay; everyone else leaves both out. */
export interface Surroundings {
  /**
   * The time now, in milliseconds since 1970.
   * @defaultValue `Date.now`
   */
  readonly now?: () => number;
  /**
   * Makes ids of messages, requests and conversations.
   * @defaultValue `crypto.randomUUID`
   */
  readonly newId?: () => Uuid;
}

/** The time now, in the contract's form. */
export function timestamp(surroundings: Surroundings | undefined): Timestamp {
  const now = surroundings?.now;
  return timestampOf(now === undefined ? Date.now() : now());
}

/** A new id. */
export function newUuid(surroundings: Surroundings | undefined): Uuid {
  const newId = surroundings?.newId;
  return newId === undefined ? platform.crypto.randomUUID() : newId();
}

/** The part of every modern platform that is needed, without the types of any one of them. */
const platform = globalThis as unknown as { readonly crypto: { randomUUID(): Uuid } };

let lastTime = Number.NaN;
let lastText = "";

/**
 * Milliseconds since 1970 in the contract's form. Kept from call to call, since writing a date takes longer than everything
 * else in a small message.
 *
 * @throws ValidationError with the code `no_time`.
 */
export function timestampOf(milliseconds: number): Timestamp {
  if (milliseconds !== lastTime) {
    lastText = written(milliseconds);
    lastTime = milliseconds;
  }
  return lastText;
}

/** The contract has four digits for a year. */
function written(milliseconds: number): Timestamp {
  const date = new Date(milliseconds);
  const year = date.getUTCFullYear();
  if (year >= 0 && year <= 9999) return date.toISOString();
  throw new ValidationError([issue("no_time", "", "milliseconds of a year from 0 to 9999", "another number")]);
}
