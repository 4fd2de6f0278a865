/** Replaces halves of surrogate pairs, which no JSON in UTF-8 can say; only on the way to a provider. */

import type {
  ChatContent,
  ChatMessage,
  ContentPart,
  JsonValue,
  ReasoningPart,
  ToolCall,
  ToolDefinition,
} from "@parlance/core";
import { parseJson, replaceMembers, stringifyJson } from "@parlance/core/json";
import { callPath, type PlacedMessage, partPath } from "../conversation/placed.js";
import type { ReportWriter } from "../report/report-writer.js";
import { hasHalfPair } from "./surrogates.js";

/** Content, speaker's name and arguments; names of tools and ids of calls are left to the map of names. */
export function wellFormedMessage(placed: PlacedMessage, report: ReportWriter): PlacedMessage {
  if (!isBrokenMessage(placed.message)) return placed;
  const { message } = placed;
  const told = teller(report);
  const content = message.content === undefined ? undefined : wellFormedContent(placed, told);
  if (message.role === "tool") return { ...placed, message: replaceMembers(message, { content: content ?? "" }) };
  const name = message.name === undefined ? undefined : mended(message.name, `${placed.path}/name`, told);
  if (message.role !== "assistant")
    return { ...placed, message: replaceMembers(message, { content: content ?? "", name }) };
  const tool_calls = message.tool_calls?.map((call, at) => wellFormedCall(call, callPath(placed, at), told));
  const members = { content, name, tool_calls: tool_calls === undefined ? undefined : Object.freeze(tool_calls) };
  return { ...placed, message: replaceMembers(message, members) };
}

function isBrokenMessage(message: ChatMessage): boolean {
  if (isBroken(message.content)) return true;
  if (message.role === "tool") return false;
  return isBroken(message.name) || (message.role === "assistant" && message.tool_calls?.some(isBrokenCall) === true);
}

function isBrokenCall(call: ToolCall): boolean {
  return isBroken(call.arguments) || isBroken(call.arguments_text);
}

/** Everything but the name. */
export function wellFormedTool(tool: ToolDefinition, path: string, report: ReportWriter): ToolDefinition {
  const told = teller(report);
  if (!isBroken(tool.description) && !isBroken(tool.parameters)) return tool;
  return replaceMembers(tool, {
    description: mended(tool.description, `${path}/description`, told),
    parameters: mended(tool.parameters, `${path}/parameters`, told),
  });
}

/** Any other value, reported in one place. */
export function wellFormed<Value extends JsonValue>(value: Value, path: string, report: ReportWriter): Value {
  return mended(value, path, teller(report));
}

type Tell = (path: string) => void;

function teller(report: ReportWriter): Tell {
  return (path) =>
    report.add(
      "surrogate_replaced",
      "rewritten",
      path,
      "half of a surrogate pair is replaced by U+FFFD: UTF-8 has none",
    );
}

function wellFormedContent(placed: PlacedMessage, told: Tell): ChatContent {
  const { content } = placed.message;
  if (content === undefined || typeof content === "string") return mended(content ?? "", partPath(placed, 0), told);
  return Object.freeze(
    content.map((part, at) => (part.type === "unknown" ? part : mendedPart(part, partPath(placed, at), told))),
  );
}

/** A signature, and whatever else a provider gave with a part, holds for the part as it was alone. */
function mendedPart<Part extends ContentPart>(part: Part, path: string, told: Tell): Part {
  const after = mended(part as unknown as JsonValue, path, told) as unknown as Part;
  if (after === part || after.type === "unknown") return after;
  return replaceMembers<ReasoningPart>(after as ReasoningPart, {
    provider_state: undefined,
  }) as ContentPart as Part;
}

function wellFormedCall(call: ToolCall, path: string, told: Tell): ToolCall {
  if (!isBrokenCall(call)) return call;
  return replaceMembers(call, {
    arguments: mended(call.arguments, `${path}/arguments`, told),
    arguments_text:
      call.arguments_text === undefined ? undefined : mended(call.arguments_text, `${path}/arguments_text`, told),
  });
}

/** By way of its text, in which numbers keep their digits. */
function mended<Value extends JsonValue>(value: Value, path: string, told: Tell): Value {
  if (!isBroken(value)) return value;
  told(path);
  const text = stringifyJson(value).replace(/\\(?:u(d[89a-f][0-9a-f]{2})|[^u]|u)/g, (found, half) =>
    half === undefined ? found : "\\ufffd",
  );
  return parseJson(text) as Value;
}

/** Whether there is half of a surrogate pair in any text or key of a value. */
function isBroken(value: unknown): boolean {
  if (typeof value === "string") return hasHalfPair(value);
  if (typeof value !== "object" || value === null) return false;
  for (const key of Object.keys(value)) {
    if (isBroken(key) || isBroken((value as Readonly<Record<string, unknown>>)[key])) return true;
  }
  return false;
}
