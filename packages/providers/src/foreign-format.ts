/** Tells by the names of its members in which format, other than the contract, a record of a conversation is written. */

import { isJsonObject } from "@parlance/core/internal";
import type { ProviderName } from "./shared/provider-names.js";

export interface ForeignFormat {
  /** In words, such as `a session log of Codex`. */
  readonly name: string;
  /** The provider whose requests have this form. */
  readonly provider?: ProviderName;
}

/** What a member has to be: of a JSON type, one of some words, or not there. */
type Test = "text" | "number" | "list" | "object" | "something" | "nothing" | readonly string[];

interface Shape extends ForeignFormat {
  /** By the path of the member, with dots between its steps. */
  readonly has: Readonly<Record<string, Test>>;
}

const CLAUDE_CODE = "a session log of Claude Code";
const CODEX = "a session log of Codex";
const GEMINI_CLI = "a session log of Gemini CLI";
const KIMI = "a session log of Kimi";
const LANGCHAIN = "messages of LangChain";
const OPEN_TELEMETRY = "GenAI telemetry of OpenTelemetry";
const GEMINI = "the format of Gemini";
const BEDROCK = "the format of Bedrock Converse";
const RESPONSES = "the Responses API of OpenAI";
const UI_MESSAGES = "UIMessages of the AI SDK";
const MODEL_MESSAGES = "ModelMessages of the AI SDK";

const CODEX_LINES = ["session_meta", "response_item", "event_msg", "turn_context", "compacted", "world_state"];
const SPEAKERS_OF_LANGCHAIN = ["human", "ai", "system", "tool", "function", "generic", "chat", "remove"];
const RESPONSES_ITEMS = [
  ...["function_call", "function_call_output", "reasoning", "item_reference", "compaction"],
  ...["custom_tool_call", "custom_tool_call_output", "web_search_call", "file_search_call", "mcp_call"],
];
const RESPONSES_EVENTS = [
  "response.created",
  "response.in_progress",
  "response.completed",
  "response.output_item.added",
];
const ANTHROPIC_EVENTS = ["message_start", "content_block_start", "content_block_delta", "message_delta"];
const UI_CHUNKS = [
  "start",
  "start-step",
  "text-start",
  "text-delta",
  "reasoning-start",
  "tool-input-start",
  "finish-step",
];
const ROLES = ["system", "developer", "user", "assistant", "tool", "function"];

/** The first that fits is it: what is told by more members stands before what is told by fewer. */
const SHAPES: readonly Shape[] = [
  { name: CLAUDE_CODE, has: { type: "text", sessionId: "text", uuid: "text" } },
  { name: CLAUDE_CODE, has: { type: "text", sessionId: "text", message: "object" } },
  { name: CLAUDE_CODE, has: { type: ["summary"], leafUuid: "text" } },
  { name: CLAUDE_CODE, has: { type: ["file-history-snapshot"], snapshot: "object" } },
  { name: CLAUDE_CODE, has: { type: ["queue-operation"], operation: "text" } },
  { name: CLAUDE_CODE, has: { loglines: "list" } },
  { name: CODEX, has: { type: CODEX_LINES, payload: "object" } },
  { name: CODEX, has: { record_type: "text" } },
  { name: GEMINI_CLI, has: { sessionId: "text", projectHash: "text" } },
  { name: GEMINI_CLI, has: { type: ["user", "gemini", "info", "warning"], id: "text", timestamp: "text" } },
  { name: "a session log of opencode", has: { type: "text", sessionID: "text" } },
  { name: KIMI, has: { type: ["metadata"], protocol_version: "text" } },
  { name: KIMI, has: { type: ["turn.prompt", "context.append_message", "context.append_loop_event"] } },
  { name: "a session log of Cursor", has: { role: "text", "message.content": "something" } },
  { name: "a session log of Copilot CLI", has: { type: "text", data: "object", timestamp: "text" } },
  { name: "a session log of OpenHands", has: { kind: "text", source: "text", timestamp: "text" } },
  { name: "a task of Cline", has: { type: ["ask", "say"], ts: "number" } },
  { name: "a run state of OpenAI Agents", has: { $schemaVersion: "text" } },
  { name: "an export of ChatGPT", has: { mapping: "object" } },
  { name: "conversations of ShareGPT", has: { conversations: "list" } },
  { name: "conversations of ShareGPT", has: { from: "text", value: "text" } },
  { name: LANGCHAIN, has: { lc: "number", type: "text", id: "list" } },
  { name: LANGCHAIN, has: { type: SPEAKERS_OF_LANGCHAIN, data: "object" } },
  { name: LANGCHAIN, has: { type: SPEAKERS_OF_LANGCHAIN, content: "something" } },
  { name: OPEN_TELEMETRY, has: { resourceSpans: "list" } },
  { name: OPEN_TELEMETRY, has: { resourceLogs: "list" } },
  { name: OPEN_TELEMETRY, has: { traceId: "text", spanId: "text" } },
  { name: OPEN_TELEMETRY, has: { trace_id: "text", span_id: "text" } },
  { name: OPEN_TELEMETRY, has: { "context.trace_id": "text" } },
  { name: OPEN_TELEMETRY, has: { role: "text", "parts.0.type": "text", "parts.0.content": "something" } },
  { name: OPEN_TELEMETRY, has: { role: "text", "parts.0.type": ["tool_call", "tool_call_response"] } },
  { name: GEMINI, has: { contents: "list" } },
  { name: GEMINI, has: { candidates: "list" } },
  { name: GEMINI, has: { role: "text", "parts.0": "object", "parts.0.type": "nothing" } },
  { name: UI_MESSAGES, has: { role: "text", parts: "list" } },
  { name: UI_MESSAGES, has: { "messages.0.role": "text", "messages.0.parts": "list" } },
  { name: "a stream of the AI SDK", has: { type: UI_CHUNKS } },
  { name: MODEL_MESSAGES, has: { role: ["assistant", "tool"], "content.0.toolCallId": "text" } },
  { name: BEDROCK, has: { "output.message": "object", stopReason: "text" } },
  { name: BEDROCK, has: { role: "text", "content.0": "object", "content.0.type": "nothing" } },
  { name: BEDROCK, has: { "messages.0.content.0": "object", "messages.0.content.0.type": "nothing" } },
  { name: RESPONSES, has: { object: ["response"] } },
  { name: RESPONSES, has: { type: RESPONSES_ITEMS } },
  { name: RESPONSES, has: { type: ["message"], role: "text", content: "something", stop_reason: "nothing" } },
  { name: RESPONSES, has: { input: "something", model: "text" } },
  { name: RESPONSES, has: { input: "list", instructions: "something" } },
  { name: "a stream of the Responses API of OpenAI", has: { type: RESPONSES_EVENTS } },
  { name: "a stream of Anthropic", has: { type: ANTHROPIC_EVENTS } },
  { name: "answers of Anthropic", has: { type: ["message"], role: "text", stop_reason: "something" } },
  { name: "answers of Chat Completions", has: { choices: "list" } },
  { name: "a batch of OpenAI", has: { custom_id: "text" } },
  { name: "requests of Anthropic", provider: "anthropic", has: { messages: "list", system: "something" } },
  { name: "requests of Anthropic", provider: "anthropic", has: { messages: "list", anthropic_version: "text" } },
  { name: "requests of Ollama", provider: "ollama", has: { messages: "list", options: "object" } },
  { name: "requests of Ollama", provider: "ollama", has: { messages: "list", keep_alive: "something" } },
  { name: "requests of a provider", provider: "openai", has: { messages: "list" } },
  { name: "chat messages of a provider", provider: "openai", has: { role: ROLES, content: "something" } },
  { name: "chat messages of a provider", provider: "openai", has: { role: ROLES, tool_calls: "list" } },
];

/** @returns Undefined for what nobody is known to write, and for what says that it is of the contract. */
export function foreignFormatOf(value: unknown): ForeignFormat | undefined {
  const record = Array.isArray(value) ? value[0] : value;
  if (!isJsonObject(record) || typeof record.schema_version === "number") return undefined;
  return SHAPES.find(({ has }) => Object.entries(has).every(([path, test]) => passes(at(record, path), test)));
}

function at(value: unknown, path: string): unknown {
  let inner = value;
  for (const step of path.split("."))
    inner =
      typeof inner === "object" && inner !== null && Object.hasOwn(inner, step)
        ? (inner as Readonly<Record<string, unknown>>)[step]
        : undefined;
  return inner;
}

function passes(value: unknown, test: Test): boolean {
  switch (test) {
    case "text":
      return typeof value === "string";
    case "number":
      return typeof value === "number";
    case "list":
      return Array.isArray(value);
    case "object":
      return isJsonObject(value);
    case "something":
      return value !== undefined && value !== null;
    case "nothing":
      return value === undefined;
    default:
      return typeof value === "string" && test.includes(value);
  }
}
