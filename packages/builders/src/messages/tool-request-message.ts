/** Tool request messages: a model's wish to have tools called, and the decisions on each call. */

import type { RequestedToolCall, ToolCall } from "@parlance/core";
import * as core from "@parlance/core";
import { duplicateCallIds, issuesAt } from "@parlance/core/internal";
import { stringifyJson } from "@parlance/core/json";
import { extendCompanion } from "../shared/companion.js";
import { constructMessage, type MessageKind, type MessageOptions } from "../shared/construct-message.js";
import { countedNoun, type Describe, describer, type Fact } from "../shared/describe.js";
import { optionsOf } from "../shared/options.js";
import { answerFacts, type PartOfAnswer } from "./answer.js";
import { approveCall, autoApprove, cancelCall, denyCall, expireCall } from "./approval/decide.js";
import { hashOf } from "./approval/hash.js";
import { mayExecute } from "./approval/may-execute.js";
import { approvalStatus, undecidedCalls } from "./approval/status.js";
import { toolHash } from "./approval/tool-hash.js";
import { envelopeFacts } from "./envelope-facts.js";
import { isRequestData, pendingCalls } from "./requested-calls.js";

export type ToolRequestMessage = core.ToolRequestMessage;

export interface ToolRequestOptions extends MessageOptions, PartOfAnswer {}

export const TOOL_REQUEST: MessageKind<ToolRequestMessage> = {
  companion: core.ToolRequestMessage,
  type: "tool_request",
  isData: isRequestData,
  complete: (draft) => {
    draft.tool_calls = pendingCalls(draft.tool_calls);
  },
  problems: (data) => issuesAt("/data", duplicateCallIds(data)),
};

/**
 * The calls that a model asks for, in its order. Every one of them is pending, whatever approval it comes with.
 *
 * @param toolCalls At least one; each id once; any names. Arguments are copied.
 * @throws ValidationError
 */
function create(toolCalls: readonly ToolCall[], options?: ToolRequestOptions): ToolRequestMessage {
  const answer = optionsOf(options)?.answer ?? undefined;
  return constructMessage(TOOL_REQUEST, { tool_calls: toolCalls, answer }, options);
}

/** `ToolRequestMessage(0b6f5b0e-…, 3 tool calls, 1 pending, 2 approved)` */
const describe: Describe<ToolRequestMessage> = /* @__PURE__ */ describer("ToolRequestMessage", factsOf, ({ data }) =>
  data.tool_calls.map(textOf).join("; "),
);

function factsOf(message: ToolRequestMessage): readonly Fact[] {
  const { data } = message;
  const statuses = data.tool_calls.map(({ approval }) => approval.status);
  const counts = [...new Set(statuses)].map((one) => `${statuses.filter((other) => other === one).length} ${one}`);
  const calls = countedNoun(statuses.length, "tool call");
  return [...envelopeFacts(message), ...answerFacts(data.answer), calls, ...counts];
}

/** What would run. The model's own text may say something else; it stands only for arguments that nobody could read. */
function textOf(call: RequestedToolCall): string {
  const text = call.defect === undefined ? undefined : call.arguments_text;
  return `${call.name} ${text ?? stringifyJson(call.arguments)}`;
}

export const ToolRequestMessage: core.Companion<ToolRequestMessage> & {
  readonly create: typeof create;
  readonly approve: typeof approveCall;
  readonly deny: typeof denyCall;
  readonly autoApprove: typeof autoApprove;
  readonly expire: typeof expireCall;
  readonly cancel: typeof cancelCall;
  readonly mayExecute: typeof mayExecute;
  readonly hashOf: typeof hashOf;
  readonly toolHash: typeof toolHash;
  readonly approvalStatus: typeof approvalStatus;
  readonly pendingCalls: typeof undecidedCalls;
  readonly describe: Describe<ToolRequestMessage>;
} = /* @__PURE__ */ extendCompanion(core.ToolRequestMessage, {
  create,
  approve: approveCall,
  deny: denyCall,
  autoApprove,
  expire: expireCall,
  cancel: cancelCall,
  mayExecute,
  hashOf,
  toolHash,
  approvalStatus,
  pendingCalls: undecidedCalls,
  describe,
});
