/** What a conversation says and its request does not, found without any of the code that wrote the request. */

import { stringifyJson } from "@parlance/core/json";
import type { Conversation, ProviderRequest } from "../../src/shared/types.js";
import { isRecord, type Json } from "./rules.js";

/** Paths of messages with a text that is nowhere in the body, though nothing in the report is about them. */
export function unsaid(conversation: Conversation, { body, report }: ProviderRequest<object>): readonly string[] {
  const said = textsIn(JSON.parse(stringifyJson(body as never)) as Json);
  const everything = said.join("\u0000");
  return [...conversation.messages].flatMap((message, at) => {
    const path = `/messages/${at}`;
    const isReported = report.some((entry) => entry.path === path || entry.path.startsWith(`${path}/`));
    const texts = spokenTexts(JSON.parse(stringifyJson(message as never)) as Json);
    return isReported || texts.every((text) => everything.includes(text)) ? [] : [path];
  });
}

/** All texts of a value, and those that are JSON in turn. */
function textsIn(value: Json | undefined): readonly string[] {
  if (typeof value === "string") return [value, ...textsWithin(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : [];
}

function textsWithin(text: string): readonly string[] {
  try {
    const value = JSON.parse(text) as Json;
    return typeof value === "object" ? textsIn(value) : [];
  } catch {
    return [];
  }
}

/** What a message says: its text, its parts, and the texts in the arguments of its calls. */
function spokenTexts(message: Json): readonly string[] {
  if (!isRecord(message)) return [];
  const { content, tool_calls, data } = message;
  if (message.role === undefined)
    return isRecord(data) ? spokenTexts({ ...data, role: "stored", content: data.parts }) : [];
  const parts = Array.isArray(content) ? content : [{ type: "text", text: content }];
  const calls = Array.isArray(tool_calls) ? tool_calls : [];
  return [
    ...parts.flatMap((part) =>
      isRecord(part) && typeof part.text === "string" && isKnown(part.type) ? [part.text] : [],
    ),
    ...calls.flatMap((call) => (isRecord(call) ? textsIn(call.arguments) : [])),
  ];
}

function isKnown(type: Json | undefined): boolean {
  return type === "text" || type === "refusal" || type === "reasoning";
}
