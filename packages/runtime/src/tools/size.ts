/** Measures what tools give back before anything is done with it. */

import { MAX_DEPTH } from "@parlance/core/internal";

/**
 * Whether values are certainly more than so many bytes of JSON: a text by its UTF-8 bytes, everything else by less than it takes. Stops
 * as soon as it knows, also where a value holds one thing over and over again. False for what is nested too deep, such as a cycle.
 *
 * @throws What a getter or a proxy throws.
 */
export function isLargerThan(bytes: number, ...values: readonly unknown[]): boolean {
  const left = values.map((value) => ({ value, depth: 0 }));
  let room = bytes;
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, depth } = next;
    const members = membersOf(value);
    room -= members === undefined ? lengthOf(value, room) : members.length;
    if (room < 0) return true;
    if (depth > MAX_DEPTH) return false;
    // The first one is next, as it is for whoever copies the value: neither of them goes further than the other.
    for (let at = (members?.length ?? 0) - 1; at >= 0; at--) left.push({ value: members?.[at], depth: depth + 1 });
  }
  return false;
}

function membersOf(value: unknown): readonly unknown[] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  return Array.isArray(value) ? value : Object.values(value);
}

/** Long texts are more than the room by their length alone. */
function lengthOf(value: unknown, room: number): number {
  if (typeof value !== "string") return 1;
  return value.length > room ? value.length : new TextEncoder().encode(value).length;
}
