/** What the tests of requests share. */

import type { AgentRequest } from "@parlance/core";
import { AgentRequestBuilder, ChatMessage, FileContext, ToolAvailabilityContext, ToolCall } from "../../src/index.js";

/** The first three ids of {@link surroundings}. */
export const FIRST = "00000000-0000-4000-8000-000000000001";
export const SECOND = "00000000-0000-4000-8000-000000000002";
export const THIRD = "00000000-0000-4000-8000-000000000003";

export const CONVERSATION = "aaaaaaaa-0000-4000-8000-000000000000";

/** A clock that stands still, and ids that count up from one. */
export function surroundings(): { readonly now: () => number; readonly newId: () => string } {
  let count = 0;
  return {
    now: () => 1_795_255_200_000,
    newId: () => `00000000-0000-4000-8000-${String(++count).padStart(12, "0")}`,
  };
}

/** The time of that clock. */
export const NOW = "2026-11-21T10:00:00.000Z";

/** A request with every field but `parent_request_id`. */
export function fullRequest(): AgentRequest {
  const call = ToolCall.create("call_1", "read_file", { path: "a.ts" });
  return AgentRequestBuilder.create(surroundings())
    .withMessage("What does it do?")
    .withConversationId(CONVERSATION)
    .withHistory([ChatMessage.createUser("Read a.ts"), ChatMessage.createAssistant(null, [call]), toolResult("1")])
    .withAttachedFiles([FileContext.fromContent("a.ts", "let a;\n")])
    .withSystemPrompt("Be short.")
    .withToolContext(ToolAvailabilityContext.forWorkspace("/work"))
    .withInferenceOptions({ temperature: 0.5, stop: ["END"] })
    .withTools(true)
    .withMaxIterations(4)
    .build();
}

/** The result of the call with this number. */
export function toolResult(number: string): ChatMessage {
  return ChatMessage.createToolResult(`call_${number}`, "let a;");
}

/** What a JavaScript caller may pass where TypeScript would refuse it. */
export const anything = (value: unknown): never => value as never;
