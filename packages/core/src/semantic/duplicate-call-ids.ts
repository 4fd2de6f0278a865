/** Calls of one message that share an id: nobody could tell which of them a decision or a result is about. */

import type { Issue } from "../errors/issue.js";
import { issue } from "../errors/rule-issue.js";
import { type GivenCall, listedCalls } from "./listed-calls.js";
import { NO_ISSUES } from "./none.js";

/** At every call with an id that an earlier one has. */
export function duplicateCallIds(value: unknown): readonly Issue[] {
  const calls = listedCalls(value);
  return hasDuplicates(calls) ? duplicatesOf(calls) : NO_ISSUES;
}

/** A set takes longer than looking at a few calls. */
const FEW = 8;

function hasDuplicates(calls: readonly GivenCall[]): boolean {
  if (calls.length > FEW) return new Set(calls.map((call) => call?.id)).size < calls.length;
  for (let at = 1; at < calls.length; at++)
    for (let before = 0; before < at; before++) if (calls[at]?.id === calls[before]?.id) return true;
  return false;
}

function duplicatesOf(calls: readonly GivenCall[]): readonly Issue[] {
  const seen = new Set<unknown>();
  return calls.flatMap((call, at) => {
    const id = call?.id;
    const isNew = typeof id !== "string" || !seen.has(id);
    seen.add(id);
    return isNew
      ? NO_ISSUES
      : [issue("duplicate_call_id", `/tool_calls/${at}/id`, "an id of its own", "an earlier id")];
  });
}
