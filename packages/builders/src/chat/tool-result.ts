/** The outcome of a tool call as text for the model. */

import * as core from "@parlance/core";
import { extendCompanion } from "../shared/companion.js";
import { constructOwn } from "../shared/construct.js";
import { countedCharacters, type Describe, describer, type Fact, shownId } from "../shared/describe.js";
import { createToolResult } from "./chat-message.js";

export type ToolResult = core.ToolResult;

/**
 * What a tool gave back.
 *
 * @param toolCallId The `id` of the call that this answers.
 * @param result Text, possibly empty; structured output is serialised by whoever has it.
 * @throws ValidationError
 */
function success(toolCallId: string, result: string): ToolResult {
  return constructOwn(core.ToolResult, { tool_call_id: toolCallId, result, is_error: false });
}

/**
 * Why a tool gave nothing back, told to the model.
 *
 * @param toolCallId The `id` of the call that this answers.
 * @throws ValidationError
 */
function error(toolCallId: string, message: string): ToolResult {
  return constructOwn(core.ToolResult, { tool_call_id: toolCallId, result: message, is_error: true });
}

/** The chat message that tells the model. */
function toChatMessage(result: ToolResult): core.ToolChatMessage {
  return createToolResult(result.tool_call_id, result.result, result.is_error);
}

/** `ToolResult(call_1, error, 9 characters)` */
const describe: Describe<ToolResult> = /* @__PURE__ */ describer("ToolResult", factsOf, ({ result }) => result);

function factsOf({ tool_call_id, result, is_error }: ToolResult): readonly Fact[] {
  return [shownId(tool_call_id), is_error ? "error" : "success", countedCharacters(result)];
}

/** Makes, checks, reads and describes results of tools. */
export const ToolResult: core.Companion<ToolResult> & {
  readonly success: typeof success;
  readonly error: typeof error;
  readonly toChatMessage: typeof toChatMessage;
  readonly describe: Describe<ToolResult>;
} = /* @__PURE__ */ extendCompanion(core.ToolResult, { success, error, toChatMessage, describe });
