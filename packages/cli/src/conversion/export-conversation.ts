/** A stored conversation to the text of a provider's request body. */

import { type ChatMessage, ConversationHistory, type Message, ValidationError } from "@parlance/core";
import { stringifyJson } from "@parlance/core/json";
import type { Provider, ProviderRequest } from "@parlance/providers";
import type { ReasoningMember } from "@parlance/providers/provider-names";
import { CommandFailure } from "../failure.js";
import type { Converted } from "./converter.js";
import type { StoredConversation } from "./stored-conversation.js";

/** What a request has and a history has not. */
export interface ExportSettings {
  readonly model?: string;
  readonly maxTokens?: number;
  readonly reasoningMember?: ReasoningMember;
}

/**
 * @throws ValidationError for what is not a conversation, or none that the provider takes; CommandFailure where the provider
 * needs a setting that is not given.
 */
export function requestOfConversation(
  { given }: StoredConversation,
  provider: Provider<object>,
  settings: ExportSettings,
): Converted {
  const messages = "whole" in given ? ConversationHistory.parse(given.whole).messages : given.messages;
  // The provider's own reading checks each of them.
  const { body, report } = request(messages as readonly (ChatMessage | Message)[], provider, settings);
  return { lines: [stringifyJson(body)], report };
}

function request(
  messages: readonly (ChatMessage | Message)[],
  provider: Provider<object>,
  { model, maxTokens, reasoningMember }: ExportSettings,
): ProviderRequest<unknown> {
  const options = {
    ...(model === undefined ? {} : { model }),
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
  };
  try {
    const named = reasoningMember === undefined ? {} : { reasoning_member: reasoningMember };
    return provider.toRequest({ messages, options }, named);
  } catch (error) {
    if (lacksModel(error)) throw new CommandFailure("the provider needs the name of a model: --model NAME");
    throw error;
  }
}

function lacksModel(error: unknown): boolean {
  return ValidationError.isInstance(error) && error.issues.some(({ path }) => path === "/options/model");
}
