/** Two messages of one role, one after the other, as one. */

import type { AssistantMessageWire, MessageWire, UserMessageWire, UserPartWire } from "./wire.js";
import { isTextPart, textPart } from "./wire-content.js";

/** Undefined for messages that are not of one role, or that nobody may put together. */
export function mergedWire(first: MessageWire, second: MessageWire): MessageWire | undefined {
  if (first.role === "user" && second.role === "user") return mergedUser(first, second);
  if (first.role === "assistant" && second.role === "assistant") return mergedAssistant(first, second);
  return undefined;
}

function mergedUser(first: UserMessageWire, second: UserMessageWire): UserMessageWire {
  return { role: "user", content: joined(first.content, second.content), ...commonName(first, second) };
}

/** What several speakers say has no name. */
function commonName(first: { readonly name?: string }, second: { readonly name?: string }): { readonly name?: string } {
  return first.name === undefined || first.name !== second.name ? {} : { name: first.name };
}

/** Nothing has been called yet: calls are followed by their results. */
function mergedAssistant(first: AssistantMessageWire, second: AssistantMessageWire): AssistantMessageWire {
  const texts = [first.content, second.content].flatMap((content) => (content === null ? [] : listOf(content)));
  const reasoning = [first.reasoning, second.reasoning].filter((text) => text !== undefined);
  const content = texts.flatMap((part) => (isTextPart(part) && part.text !== "" ? [part.text] : []));
  const none = second.tool_calls === undefined ? "" : null;
  const { name: _, ...others } = second;
  return {
    ...others,
    ...commonName(first, second),
    content: content.length === 0 ? none : content.join(BETWEEN),
    ...(reasoning.length === 0 ? {} : { reasoning: reasoning.join(BETWEEN) }),
  };
}

/** As where messages are merged before they are written. */
const BETWEEN = "\n\n";

function joined(first: UserMessageWire["content"], second: UserMessageWire["content"]): UserMessageWire["content"] {
  if (typeof first === "string" && typeof second === "string") return first + BETWEEN + second;
  return [...listOf(first), ...listOf(second)];
}

function listOf(content: UserMessageWire["content"]): UserPartWire[] {
  return typeof content === "string" ? [textPart(content)] : content;
}
