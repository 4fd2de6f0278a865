/** The calls of a new tool request: copied, and each waiting for its approval. */

import { type RequestedToolCall, ToolRequestData } from "@parlance/core";
import { frozenWithin, isJsonObject, isKnown, type Known, sealedValue } from "@parlance/core/internal";
import { frozenJson, type JsonObject, replaceMembers } from "@parlance/core/json";
import { ARGUMENTS_LEVELS, CALL_LEVELS } from "../shared/levels.js";

const PENDING = /* @__PURE__ */ frozenJson({ status: "pending" });

/** What is known of a list of calls that were all ordinary. */
const PENDING_CALLS: Known = { is: (calls) => ToolRequestData.is({ tool_calls: calls }), levels: CALL_LEVELS + 1 };

/** Whether the data of a request is valid; calls that were made pending here are not looked at again. */
export function isRequestData(data: unknown): data is ToolRequestData {
  const { tool_calls, answer } = data as ToolRequestData;
  return (answer === undefined && isKnown(tool_calls, PENDING_CALLS)) || ToolRequestData.is(data);
}

/**
 * Any list of calls in wire form; whatever approval a call comes with belongs to the message that it was given in. Arguments are
 * copied, unless it was here that they were frozen: what is frozen elsewhere may still have accessors.
 */
export function pendingCalls(calls: unknown): unknown {
  if (!Array.isArray(calls)) return calls;
  const pending: unknown[] = [];
  let areOrdinary = calls.length > 0 && calls.length <= MOST_ORDINARY;
  for (const call of calls) {
    const ordinary = ordinaryCall(call);
    if (ordinary === undefined) areOrdinary = false;
    pending.push(ordinary ?? pendingCall(call));
  }
  return areOrdinary ? sealedValue(pending, PENDING_CALLS) : pending;
}

/** More are for the schema to judge. */
const MOST_ORDINARY = 1024;

/** A valid call of just an id, a name and arguments, as nearly all are; undefined for any other. */
function ordinaryCall(call: unknown): object | undefined {
  if (typeof call !== "object" || call === null || Object.keys(call).length !== 3) return undefined;
  const { id, name, arguments: given } = call as RequestedToolCall;
  if (!isShort(id) || !isShort(name)) return undefined;
  const args = frozenWithin(given, ARGUMENTS_LEVELS);
  return isJsonObject(args) ? Object.freeze({ id, name, arguments: args, approval: PENDING }) : undefined;
}

/** Short enough for an id and a name by any way of counting. */
function isShort(text: unknown): boolean {
  return typeof text === "string" && text !== "" && text.length <= 256;
}

function pendingCall(call: unknown): unknown {
  if (!isJsonObject(call)) return call;
  const copy = frozenJson(call) as JsonObject;
  return replaceMembers(copy, { approval: PENDING });
}
