/** How deep the arguments of a call may nest, so that every record can hold them. */

/** A record has at most 256 levels; the deepest one has 5 around the arguments: history, messages, message, tool calls, call. */
export const ARGUMENTS_DEPTH = 251;

/** Whether a JSON value can be the arguments of a call as far as its nesting goes. */
export function isShallowEnough(value: unknown): boolean {
  return typeof value !== "object" || value === null || isWithin(value, ARGUMENTS_DEPTH);
}

function isWithin(value: object, room: number): boolean {
  if (room === 0) return false;
  if (Array.isArray(value))
    return value.every((item) => typeof item !== "object" || item === null || isWithin(item, room - 1));
  for (const key in value) {
    const member = (value as Readonly<Record<string, unknown>>)[key];
    if (typeof member === "object" && member !== null && !isWithin(member, room - 1)) return false;
  }
  return true;
}
