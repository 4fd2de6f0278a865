/** The calls of a new tool request: copied, and each waiting for its approval. */

import type { Issue, RequestedToolCall, ToolApproval } from "@parlance/core";
import { isJsonObject, issue } from "@parlance/core/internal";
import { frozenJson, type JsonObject, replaceMembers } from "@parlance/core/json";
import { isShallowEnough } from "../shared/arguments-depth.js";

const PENDING: ToolApproval = Object.freeze({ status: "pending" });

/** More are for the schema to judge. */
const MAX_CALLS = 1024;

/**
 * Calls of just an id, a name and arguments, as nearly all are, valid and in their decoded form; undefined when there is more to see to.
 * The arguments are copied, unless it was here that they were frozen: what is frozen elsewhere may still have accessors.
 */
export function ordinaryCalls(calls: unknown): readonly RequestedToolCall[] | undefined {
  if (!Array.isArray(calls) || calls.length === 0 || calls.length > MAX_CALLS) return undefined;
  const requested: RequestedToolCall[] = [];
  for (const call of calls) {
    const one = ordinaryCall(call);
    if (one === undefined) return undefined;
    requested.push(one);
  }
  return Object.freeze(requested);
}

function ordinaryCall(call: unknown): RequestedToolCall | undefined {
  if (typeof call !== "object" || call === null || Object.keys(call).length !== 3) return undefined;
  const { id, name, arguments: given } = call as RequestedToolCall;
  if (!isShort(id) || !isShort(name)) return undefined;
  const args = frozenJson(given);
  if (!isJsonObject(args) || !isShallowEnough(args)) return undefined;
  return Object.freeze({ id, name, arguments: args, approval: PENDING });
}

/** Short enough for an id and a name by any way of counting. */
function isShort(text: unknown): boolean {
  return typeof text === "string" && text !== "" && text.length <= 256;
}

/** Any list of calls in wire form; whatever approval a call comes with belongs to the message that it was given in. */
export function pendingCalls(calls: unknown): unknown {
  return Array.isArray(calls) ? Array.from(calls, pendingCall) : calls;
}

function pendingCall(call: unknown): unknown {
  if (typeof call !== "object" || call === null || Array.isArray(call)) return call;
  const copy = frozenJson(call) as JsonObject;
  return replaceMembers(copy, { approval: PENDING as unknown as JsonObject });
}

const NONE: readonly Issue[] = [];

/** Calls with an id that an earlier one of the list has: nobody could tell which of them a decision or a result is about. */
export function repeatedIds(calls: unknown): readonly Issue[] {
  if (!Array.isArray(calls) || calls.length < 2) return NONE;
  const seen = new Set<unknown>();
  return calls.flatMap((call: unknown, at) => {
    const { id } = (call ?? {}) as { readonly id?: unknown };
    const isNew = typeof id !== "string" || !seen.has(id);
    seen.add(id);
    return isNew ? [] : [issue("duplicate_call_id", `/data/tool_calls/${at}/id`, "an id of its own", "an earlier id")];
  });
}
