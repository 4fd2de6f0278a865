/** Deep freezing and the limit on nesting that goes with it. */

import type { Fields } from "./json.js";

/** How many objects and arrays may be nested in a record, the record itself included. */
export const MAX_DEPTH = 256;

/** A text with fewer characters cannot open and close more containers than that. */
export const SHALLOW: number = 2 * MAX_DEPTH;

/**
 * Freezes a JSON value and everything in it.
 * @param room How many levels of nesting are left for the value.
 * @returns False when the value is nested deeper than that; it is then frozen in part.
 */
export function freezeJson(value: unknown, room: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (room <= 0) return false;
  Object.freeze(value);
  return freezeInside(value, room);
}

/** As `freezeJson`, for everything in an object or array but not for itself; `room` is that of the value. */
export function freezeInside(value: object, room: number): boolean {
  return Array.isArray(value) ? freezeItems(value, room - 1) : freezeMembers(value as Fields, room - 1);
}

function freezeItems(items: readonly unknown[], room: number): boolean {
  for (let at = 0; at < items.length; at++) {
    const item = items[at];
    if (typeof item === "object" && !freezeJson(item, room)) return false;
  }
  return true;
}

function freezeMembers(value: Fields, room: number): boolean {
  for (const key in value) {
    const member = value[key];
    if (typeof member === "object" && !freezeJson(member, room)) return false;
  }
  return true;
}

/** Whether a JSON value is nested at most `room` levels deep. Stops at the first place that is deeper. */
export function isWithinDepth(value: unknown, room: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (room <= 0) return false;
  return Array.isArray(value) ? areWithinDepth(value, room - 1) : membersAreWithinDepth(value as Fields, room - 1);
}

function areWithinDepth(items: readonly unknown[], room: number): boolean {
  for (let at = 0; at < items.length; at++) {
    const item = items[at];
    if (typeof item === "object" && !isWithinDepth(item, room)) return false;
  }
  return true;
}

function membersAreWithinDepth(value: Fields, room: number): boolean {
  for (const key in value) {
    const member = value[key];
    if (typeof member === "object" && !isWithinDepth(member, room)) return false;
  }
  return true;
}
