/** Tool result messages: what came of one call of a tool request. */

import type {
  ContentPart,
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
import { issue, jsonWithin, sealedValue, typeName } from "@parlance/core/internal";
import { replaceMembers, stringifyJson } from "@parlance/core/json";
import { extendCompanion } from "../shared/companion.js";
import type { MutableDraft } from "../shared/construct.js";
import { constructMessage, type MessageKind, type MessageOptions } from "../shared/construct-message.js";
import { type Describe, describer, type Fact, shownId } from "../shared/describe.js";
import { partFacts } from "../shared/describe-parts.js";
import { optionsOf } from "../shared/options.js";
import { envelopeFacts } from "./envelope-facts.js";
import { findCall } from "./find-call.js";

export type ToolResultMessage = core.ToolResultMessage;

export interface ToolResultOptions extends MessageOptions {
  /** The text that a model is shown instead of the output. */
  readonly output_text?: Text | undefined;
  /** What the tool gave that is not JSON, such as images; copied. */
  readonly parts?: readonly ContentPart[] | undefined;
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
  isData: core.ToolResultData.is,
  complete,
  problems: ({ status, error }) => (status === "error" && saysNothing(error) ? NO_ERROR : NONE),
};

function complete(draft: MutableDraft<ToolResultData>, created_at: Timestamp): void {
  if (RAN.has(draft.status)) draft.execution = endedAt(draft.execution, created_at);
}

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
  const { request_id, issues } = linkToRequest(request, callId);
  const { output, output_text, parts, error, execution } = options ?? {};
  const draft = { request_id, tool_call_id: callId, status, output, output_text, parts, error, execution };
  return constructMessage(TOOL_RESULT, draft, options, issues);
}

/** A result always names the request that asked for its call. */
export function linkToRequest(
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

const FLAT = /* @__PURE__ */ jsonWithin(1);

/** What is not an object is for the schema to refuse. */
function endedAt(execution: unknown, completed_at: Timestamp): unknown {
  if (execution === undefined || execution === null) return sealedValue({ completed_at }, FLAT);
  if (typeof execution !== "object" || Array.isArray(execution)) return execution;
  const given: ToolExecution = execution;
  return given.completed_at ? given : replaceMembers(given, { completed_at });
}

/** `ToolResultMessage(0b6f5b0e-…, call_1, success, output: object)` */
const describe: Describe<ToolResultMessage> = /* @__PURE__ */ describer("ToolResultMessage", factsOf, textOf);

function factsOf(message: ToolResultMessage): readonly Fact[] {
  const { tool_call_id, status, output, parts } = message.data;
  const gave = [
    output !== undefined && `output: ${typeName(output)}`,
    ...(parts === undefined ? [] : partFacts(parts)),
  ];
  return [...envelopeFacts(message), shownId(tool_call_id), status, ...gave];
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
  readonly describe: Describe<ToolResultMessage>;
} = /* @__PURE__ */ extendCompanion(core.ToolResultMessage, {
  success,
  error,
  denied,
  cancelled,
  timeout,
  interrupted,
  describe,
});
