/** The AI SDK's validation of its own message format; texts of the same bytes, put into the shape that it knows. */
import { safeValidateUIMessages } from "ai";
import type { Peer } from "./contract.js";

export const aiSdk: Peer = {
  name: "AI SDK validateUIMessages (its own format)",
  accepts: async (value) => (await safeValidateUIMessages({ messages: [value] })).success,
};

/** Rewrites a message of ours as the AI SDK stores it, with the same content. */
export function asUiMessage(text: string): string {
  const message = JSON.parse(text);
  const base = { id: message.id };
  if (message.type === "text") return JSON.stringify({ ...base, role: message.data.role, parts: message.data.parts });
  return JSON.stringify({ ...base, role: "assistant", parts: [partOf(message)] });
}

function partOf(message: { type: string; data: Record<string, unknown> }): object {
  const { data } = message;
  if (message.type === "tool_request") {
    const call = (data.tool_calls as { id: string; name: string; arguments: object }[])[0];
    return {
      type: "dynamic-tool",
      toolName: call?.name,
      toolCallId: call?.id,
      state: "input-available",
      input: call?.arguments,
    };
  }
  if (message.type === "tool_result") {
    return {
      type: "dynamic-tool",
      toolName: "run_command",
      toolCallId: data.tool_call_id,
      state: "output-available",
      input: {},
      output: data.output,
    };
  }
  const resolution = data.resolution as { content: string };
  return { type: "text", text: resolution.content };
}
