/** What is known of a value that is being written, and what the verdict on it and writing it meet besides. */

import { MAX_DEPTH } from "./freeze.js";
import { holdsLiterals } from "./number-text.js";
import type { Maker } from "./source-text.js";

export interface Pen {
  /** What made the value if its own codec did; undefined where nobody asks. */
  readonly maker: Maker | undefined;
  /** Whether something in the value may be written otherwise than `JSON.stringify` would: digits that are kept, or own spellings. */
  isExact: boolean;
  /** The least room for nesting that a verdict has found in user data; 0 where nobody has looked how deep it goes. */
  room: number;
  /** How many unknown values were written. */
  unknown: number;
  /** Whether there was one among them that was not made here, or may have been changed. */
  hasForeignUnknown: boolean;
  /** Whether there were members that no schema knows. */
  hasExtraMembers: boolean;
}

/** A pen for one value. */
export function penFor(isExact: boolean, maker?: Maker): Pen {
  return { maker, isExact, room: MAX_DEPTH, unknown: 0, hasForeignUnknown: false, hasExtraMembers: false };
}

/** That of the verdict that is being given. One that is given meanwhile, by a getter for instance, has its own. */
let asking: Pen | undefined;

/** Whether a verdict accepts a value; the pen is told what it sees of the user data in it. */
export function isAcceptedBy(verdict: (value: unknown) => boolean, value: unknown, pen: Pen): boolean {
  const before = asking;
  asking = pen;
  try {
    return verdict(value);
  } finally {
    asking = before;
  }
}

/** Tells of an object or array of user data that the verdict goes into. */
export function tellContainer(container: object, room: number): void {
  if (asking === undefined) return;
  if (room < asking.room) asking.room = room;
  if (holdsLiterals(container)) asking.isExact = true;
}

/** Tells of one that the verdict does not go into, since it is known. */
export function tellKnown(container: object, mayHoldLiterals: (container: object) => boolean): void {
  if (asking === undefined) return;
  asking.room = 0;
  if (mayHoldLiterals(container)) asking.isExact = true;
}
