/** Tool result messages: what came of one call of a tool request. */

import type {
  Issue,
  JsonValue,
  Text,
  Timestamp,
  ToolError,
  ToolExecution,
  ToolRequestMessage,
  ToolResultData,
  ToolResultStatus,
} from "@parlance/core";
import * as core from "@parlance/core";
import { issue } from "@parlance/core/internal";
import { replaceMembers, stringifyJson } from "@parlance/core/json";
import { extend } from "../shared/companion.js";
import {
  constructMessage,
  createdAt,
  type Given,
  type MessageKind,
  type MessageOptions,
  quickMessage,
  sharedJson,
} from "../shared/construct-message.js";
import { type DescribeOptions, described, shownId } from "../shared/describe.js";
import { optionsOf } from "../shared/options.js";
import { findCall } from "./find-call.js";

export type ToolResultMessage = core.ToolResultMessage;

export interface ToolResultOptions extends MessageOptions {
  /** The text that a model is shown instead of the output. */
  readonly output_text?: Text | undefined;
  /** How long the run took, and when it ended; a run that ended well, badly or too late ended at the time of the message by default. */
  readonly execution?: ToolExecution | undefined;
}

export interface FailedToolResultOptions extends ToolResultOptions {
  /** What the tool gave back before it failed. */
  readonly output?: JsonValue | undefined;
}

export interface EndedToolResultOptions extends FailedToolResultOptions {
  /** What went wrong. */
  readonly error?: ToolError | undefined;
}

/** How a call ends whose tool has run to an end. */
const RAN: ReadonlySet<unknown> = /* @__PURE__ */ new Set<ToolResultStatus>(["success", "error", "timeout"]);

export const TOOL_RESULT: MessageKind<ToolResultMessage> = {
  companion: core.ToolResultMessage,
  type: "tool_result",
  complete: ({ execution, ...data }, created_at) => ({
    ...data,
    execution: RAN.has(data.status) ? endedAt(execution, created_at) : execution,
  }),
  problems: ({ status, error }) => (status === "error" && saysNothing(error) ? NO_ERROR : NONE),
};

/** What is neither absent nor an object is for the schema to refuse. */
function saysNothing(error: unknown): boolean {
  if (typeof error !== "object") return error === undefined;
  const { message, code } = (error ?? {}) as { readonly message?: unknown; readonly code?: unknown };
  return (message ?? code ?? undefined) === undefined;
}

const NO_ERROR: readonly Issue[] = [
  /* @__PURE__ */ issue("missing_error", "/data/error", "a message or a code", "nothing"),
];
const NONE: readonly Issue[] = [];

/**
 * The tool did its work.
 *
 * @param request The message that asked for the call.
 * @param callId The id of one of its calls.
 * @param output Any JSON, kept digit by digit; undefined when the tool gives nothing back.
 * @throws ValidationError: `unknown_call`, or what is wrong with the values.
 */
function success(
  request: ToolRequestMessage,
  callId: string,
  output: JsonValue | undefined,
  options?: ToolResultOptions,
): ToolResultMessage {
  return answered(request, callId, "success", { ...optionsOf(options), output });
}

/**
 * The tool failed.
 *
 * @param failure Its message, whether the model may sensibly go on, and the stack, which is for developers and never sent to a model.
 */
function error(
  request: ToolRequestMessage,
  callId: string,
  failure: ToolError,
  options?: FailedToolResultOptions,
): ToolResultMessage {
  return answered(request, callId, "error", { ...optionsOf(options), error: failure });
}

/** The call was not allowed to run. */
function denied(request: ToolRequestMessage, callId: string, options?: EndedToolResultOptions): ToolResultMessage {
  return answered(request, callId, "denied", options);
}

/** The call was called off. */
function cancelled(request: ToolRequestMessage, callId: string, options?: EndedToolResultOptions): ToolResultMessage {
  return answered(request, callId, "cancelled", options);
}

/** The tool took too long. */
function timeout(request: ToolRequestMessage, callId: string, options?: EndedToolResultOptions): ToolResultMessage {
  return answered(request, callId, "timeout", options);
}

/** The program ended while the tool ran, so that its effects are unknown. */
function interrupted(request: ToolRequestMessage, callId: string, options?: EndedToolResultOptions): ToolResultMessage {
  return answered(request, callId, "interrupted", options);
}

function answered(
  request: ToolRequestMessage,
  callId: string,
  status: ToolResultStatus,
  options: EndedToolResultOptions | undefined,
): ToolResultMessage {
  const { request_id, issues } = linked(request, callId);
  const { output, output_text, error, execution } = options ?? {};
  const data = { request_id, tool_call_id: callId, status, output, output_text, error, execution };
  const quick = issues.length === 0 ? quickResult(data, options) : undefined;
  return quick ?? constructMessage(TOOL_RESULT, data, options, issues);
}

/** An output that is null is one that is there, which the other way sees to. */
function quickResult(
  { request_id, tool_call_id, status, output, output_text, error, execution }: Given<ToolResultData>,
  options: ToolResultOptions | undefined,
): ToolResultMessage | undefined {
  if (output === null) return undefined;
  const created_at = createdAt(options);
  const ran = execution === undefined || execution === null ? undefined : sharedJson(execution);
  const ended = RAN.has(status) ? endedAt(ran, created_at) : ran;
  const data: { -readonly [Name in keyof ToolResultData]?: unknown } = { request_id, tool_call_id, status };
  if (output !== undefined) data.output = sharedJson(output);
  if (output_text !== undefined) data.output_text = output_text;
  if (error !== undefined) data.error = sharedJson(error);
  if (ended !== undefined) data.execution = Object.freeze(ended);
  return quickMessage(TOOL_RESULT, core.ToolResultData, Object.freeze(data), options, created_at);
}

/** A result always names the request that asked for its call. */
export function linked(
  request: ToolRequestMessage,
  callId: string,
): { readonly request_id?: string; readonly issues: readonly Issue[] } {
  try {
    if (!core.ToolRequestMessage.is(request)) return WRONG_REQUEST;
    const found = findCall(request, callId, "/data/tool_call_id");
    return { request_id: request.id, issues: "call" in found ? [] : [found] };
  } catch {
    // A proxy throws whatever it likes, content included.
    return WRONG_REQUEST;
  }
}

const WRONG_REQUEST: { readonly issues: readonly Issue[] } = {
  issues: [
    /* @__PURE__ */ issue("wrong_request", "/data/request_id", "a decoded tool_request message", "another value"),
  ],
};

/** What is not an object is for the schema to refuse. */
function endedAt(execution: unknown, completed_at: Timestamp): unknown {
  if (execution === undefined || execution === null) return { completed_at };
  if (typeof execution !== "object" || Array.isArray(execution)) return execution;
  const given: ToolExecution = execution;
  return given.completed_at ? given : replaceMembers(given, { completed_at });
}

/** `ToolResultMessage(0b6f5b0e-…, call_1, success, output: object)` */
function describe(message: ToolResultMessage, options?: DescribeOptions): string {
  const { tool_call_id, status, output } = message.data;
  const facts = [message.id, shownId(tool_call_id), status];
  if (output !== undefined) facts.push(`output: ${kindOf(output)}`);
  return described("ToolResultMessage", facts, options, () => textOf(message));
}

function kindOf(value: JsonValue): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function textOf({ data }: ToolResultMessage): string {
  if (data.output_text !== undefined) return data.output_text;
  if (data.output !== undefined) return typeof data.output === "string" ? data.output : stringifyJson(data.output);
  return data.error?.message ?? "";
}

export const ToolResultMessage: core.Companion<ToolResultMessage> & {
  readonly success: typeof success;
  readonly error: typeof error;
  readonly denied: typeof denied;
  readonly cancelled: typeof cancelled;
  readonly timeout: typeof timeout;
  readonly interrupted: typeof interrupted;
  readonly describe: typeof describe;
} = /* @__PURE__ */ extend(core.ToolResultMessage, {
  success,
  error,
  denied,
  cancelled,
  timeout,
  interrupted,
  describe,
});
