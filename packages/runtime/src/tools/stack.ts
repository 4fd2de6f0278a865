/** The stack of whatever was thrown, for developers alone. */

import { safeMember } from "../shared/safe-member.js";

/** Longer ones are cut: who reads them looks at their start. */
const MAX_LENGTH = 16_384;
/** How many causes are followed. */
const MAX_CAUSES = 4;

/** Undefined when there is nothing to read. Never throws. */
export function stackOf(thrown: unknown): string | undefined {
  const stacks: string[] = [];
  let error: unknown = thrown;
  for (let depth = 0; depth <= MAX_CAUSES && error !== undefined; depth++) {
    const text = textOf(error);
    if (text !== undefined) stacks.push(text);
    error = safeMember(error, "cause");
  }
  return stacks.length === 0 ? undefined : stacks.join("\nCaused by: ").slice(0, MAX_LENGTH);
}

/** Anything can be thrown; of what is not an error, text is all that says something. */
function textOf(error: unknown): string | undefined {
  if (typeof error === "string") return error;
  const stack = safeMember(error, "stack");
  return typeof stack === "string" ? stack : undefined;
}
