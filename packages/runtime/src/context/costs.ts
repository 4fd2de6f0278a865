/** How many tokens the pieces of a conversation cost. */

import {
  type ChatMessage,
  type ContentPart,
  type MediaSource,
  type ReasoningPart,
  type ToolCall,
  type ToolDefinition,
  ValidationError,
} from "@parlance/core";
import { issue, typeName } from "@parlance/core/internal";
import { stringifyJson } from "@parlance/core/json";
import type { TokenCounter } from "./token-counter.js";

/** What marks a message: who speaks, where it begins and ends. */
const PER_MESSAGE = 4;
/** What marks a call or a tool, ids included. */
const PER_CALL = 8;
/** The words of a failure where a provider has no flag for it, or takes none without words. */
const PER_FAILURE = 12;
/** As much as the largest image that providers do not shrink. */
const PER_IMAGE = 1600;

/** A second of compressed sound is about 16 kB, and 32 tokens. */
const BYTES_OF_SOUND = 500;
/** A page of a PDF is about 50 kB, and as much as two images. */
const BYTES_OF_DOCUMENT = 16;

/** What a system text that stands beside the messages costs; nothing when it is empty. */
export function systemCost(system: string, count: TokenCounter): number {
  return system === "" ? 0 : PER_MESSAGE + count(system);
}

export function toolCost({ name, description, parameters }: ToolDefinition, count: TokenCounter): number {
  return PER_CALL + count(name) + count(description) + count(stringifyJson(parameters));
}

export function messageCost(message: ChatMessage, count: TokenCounter): number {
  let cost = PER_MESSAGE;
  const { content } = message;
  if (typeof content === "string") cost += count(content);
  else for (const part of content ?? []) cost += partCost(part, count);
  if (message.role === "assistant") for (const call of message.tool_calls ?? []) cost += callCost(call, count);
  if (message.role === "tool") return message.is_error ? cost + PER_FAILURE : cost;
  return message.name === undefined ? cost : cost + count(message.name);
}

/** No less than an image; of what lies elsewhere nobody knows how much it is. */
function mediaCost(source: MediaSource, bytesPerToken: number): number {
  const bytes = source.type === "base64" ? (source.data.length * 3) / 4 : 0;
  return Math.max(PER_IMAGE, Math.ceil(bytes / bytesPerToken));
}

function partCost(part: ContentPart, count: TokenCounter): number {
  switch (part.type) {
    case "text":
    case "refusal":
      return count(part.text);
    case "reasoning":
      return part.text === "" ? withheldCost(part, count) : count(part.text);
    case "image":
      return PER_IMAGE;
    case "audio":
      return mediaCost(part.source, BYTES_OF_SOUND) + count(part.transcript ?? "");
    case "document":
      return mediaCost(part.source, BYTES_OF_DOCUMENT) + count(part.title ?? "");
    case "call_place":
      return 0;
    case "provider_item":
      return count(stringifyJson(part.value));
    case "unknown":
      // The provider that it is from is sent it as it is.
      return count(stringifyJson(part.original));
    default:
      return count(stringifyJson(part));
  }
}

/** Reasoning without a text is in what the provider gave instead of it. */
function withheldCost({ provider_state = [] }: ReasoningPart, count: TokenCounter): number {
  return provider_state.reduce((cost, { value }) => cost + count(stringifyJson(value)), 0);
}

/** The name counts twice, since the result of the call may say it again. */
function callCost(call: ToolCall, count: TokenCounter): number {
  return PER_CALL + 2 * count(call.name) + argumentsCost(call, count);
}

/** Some providers are sent the model's own text, others the object, and what is not an object inside of one. */
function argumentsCost({ arguments: given, arguments_text: text, defect }: ToolCall, count: TokenCounter): number {
  if (defect !== undefined) return count(stringifyJson({ invalid_arguments: text ?? "{}" }));
  return Math.max(count(stringifyJson(given)), text === undefined ? 0 : count(text));
}

/** A counter that gives numbers a budget can be kept with: whole ones, so that their sum does not depend on the order. */
export function checkedCounter(count: TokenCounter): TokenCounter {
  return (text) => {
    const tokens: unknown = count(text);
    const whole = typeof tokens === "number" ? Math.ceil(tokens) : Number.NaN;
    if (Number.isSafeInteger(whole) && whole >= 0) return whole;
    const found = typeof tokens === "number" ? "another number" : typeName(tokens);
    const expected = "a counter that gives a finite number of at least 0";
    throw new ValidationError([issue("bad_token_count", "/countTokens", expected, found)]);
  };
}
