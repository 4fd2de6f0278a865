/** What was said and asked for, as a chat message and as messages of the contract. */

import { ChatMessage, type Surroundings, TextMessage, type ToolCall, ToolRequestMessage } from "@parlance/builders";
import { newUuid } from "@parlance/builders/internal";
import type { Answer as AnswerFacts, AssistantChatMessage, ContentPart, Part } from "@parlance/core";
import type { ProviderName } from "../provider-names.js";
import type { Answer } from "../types.js";
import { isLong } from "./short-text.js";

/** Plain text stays a plain string. */
export function chatMessageOf(
  parts: readonly ContentPart[],
  calls: readonly ToolCall[],
): AssistantChatMessage | undefined {
  const [first] = parts;
  if (first === undefined) return calls.length === 0 ? undefined : ChatMessage.createAssistant(null, calls);
  return ChatMessage.createAssistant(parts.length === 1 && first.type === "text" ? first.text : parts, calls);
}

/** What an answer says, and what is known of it. */
interface GivenAnswer
  extends Pick<Answer, "response_id" | "model" | "usage" | "finish_reason" | "provider_finish_reason"> {
  /** Without images: models say none here. */
  readonly parts: readonly ContentPart[];
  readonly calls: readonly ToolCall[];
  readonly provider: ProviderName;
}

/** What is known of the answer stands on the last of its messages; all of them have its id. */
export function messagesOfAnswer(
  { parts, calls, ...facts }: GivenAnswer,
  { now, newId }: Surroundings = {},
): Answer["messages"] {
  if (parts.length + calls.length === 0) return NONE;
  // Options of an answer have more members than those of a message.
  const options: Surroundings = { ...(now === undefined ? {} : { now }), ...(newId === undefined ? {} : { newId }) };
  const first = { ...options, id: newUuid(options) };
  const answer = answerFacts(facts, first.id);
  if (parts.length === 0) return Object.freeze([ToolRequestMessage.create(calls, { ...first, answer })]);
  const words = parts as readonly Part[];
  if (calls.length === 0) return Object.freeze([TextMessage.assistant(words, { ...first, answer })]);
  const said = TextMessage.assistant(words, { ...first, answer: { id: answer.id } });
  return Object.freeze([said, ToolRequestMessage.create(calls, { ...options, answer })]);
}

const NONE: Answer["messages"] = Object.freeze([]);

/** @param ownId The id of an answer that comes without one that a message can have. */
function answerFacts(
  {
    provider,
    response_id,
    model,
    usage,
    finish_reason,
    provider_finish_reason: word,
  }: Omit<GivenAnswer, "parts" | "calls">,
  ownId: string,
): AnswerFacts {
  return {
    id: shortText(response_id) ?? ownId,
    provider,
    ...shortMember("model", model),
    ...(usage === undefined ? {} : { usage }),
    finish_reason,
    ...shortMember("provider_finish_reason", word),
  };
}

function shortMember<Name extends string>(name: Name, text: string | undefined): { readonly [Key in Name]?: string } {
  const short = shortText(text);
  return short === undefined ? {} : ({ [name]: short } as { readonly [Key in Name]: string });
}

function shortText(text: string | undefined): string | undefined {
  return text === undefined || text === "" || isLong(text) ? undefined : text;
}
