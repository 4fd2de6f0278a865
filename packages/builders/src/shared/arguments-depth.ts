/** How deep the arguments of a call may nest, so that every record can hold them. */

import { isWithinDepth } from "@parlance/core/internal";

/** A record has at most 256 levels; the deepest one has 5 around the arguments: history, messages, message, tool calls, call. */
export const ARGUMENTS_DEPTH = 251;

/** Whether a JSON value can be the arguments of a call as far as its nesting goes. */
export function isShallowEnough(value: unknown): boolean {
  return isWithinDepth(value, ARGUMENTS_DEPTH);
}
