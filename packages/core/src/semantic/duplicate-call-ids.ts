/** Calls of one message that share an id: nobody could tell which of them a decision or a result is about. */

import type { Issue } from "../errors/issue.js";
import { issue } from "../errors/rule-issue.js";
import { listedCalls } from "./listed-calls.js";
import { NO_ISSUES } from "./none.js";

/** At every call with an id that an earlier one has. */
export function duplicateCallIds(value: unknown): readonly Issue[] {
  const calls = listedCalls(value);
  if (calls.length < 2) return NO_ISSUES;
  const seen = new Set<unknown>();
  return calls.flatMap(({ id }, at) => {
    const isNew = typeof id !== "string" || !seen.has(id);
    seen.add(id);
    return isNew
      ? NO_ISSUES
      : [issue("duplicate_call_id", `/tool_calls/${at}/id`, "an id of its own", "an earlier id")];
  });
}
