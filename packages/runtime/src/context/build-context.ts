/** Makes of the messages of a session what a model is sent. */

import {
  type ChatMessage,
  type InvalidMessage,
  type Message,
  type ToolDefinition,
  ValidationError,
} from "@parlance/core";
import { issue, typeName } from "@parlance/core/internal";
import { type Report, toChatMessages } from "@parlance/providers";
import { checkSettings, iterableRule } from "../shared/settings.js";
import { withTimeLimit } from "../shared/wait.js";
import { type ContextOptions, type ContextSettings, settingsOfContext } from "./context-options.js";
import type { RequiredTokens } from "./context-overflow-error.js";
import { checkedCounter, messageCost, systemCost, toolCost } from "./costs.js";
import { logRemovals } from "./log.js";
import { type SessionState, sessionState } from "./session-state.js";
import type { TokenCounter } from "./token-counter.js";
import { type Removal, trimmedMessages } from "./trim.js";

/** What `toRequest` of every provider takes. */
export interface ContextConversation {
  /** Every call has its result right after it. */
  readonly messages: readonly ChatMessage[];
  /** Absent when there are no instructions. */
  readonly system?: string;
  /** Absent when there are none. */
  readonly tools?: readonly ToolDefinition[];
}

export interface BuiltContext {
  readonly conversation: ContextConversation;
  /** For each message of the conversation the indexes of the given ones that it was made of; none for a result that was made up. */
  readonly origins: readonly (readonly number[])[];
  /** Where the session is after the last message. */
  readonly state: SessionState;
  /** What was left out for the budget, in the order in which it went. */
  readonly removed: readonly Removal[];
  /** What is never sent, or is said in other words; paths are places in what was given, such as `/messages/3/data`. */
  readonly report: Report;
  /** What the conversation costs, as it was counted. */
  readonly tokens: number;
}

/**
 * Of stored messages that name their parents only the active branch counts. System controls are left out and applied; tool results
 * stand after their calls; files, images and resources are what a model is shown of them. What does not fit into the budget is left
 * out: materials that were not used recently, then the oldest turns, then the older rounds of the newest turn, then its resources. What
 * always stays are the instructions, the tools, what the user said last with the files and images that came with it, and the last step,
 * what was said last or the last calls with their results, with the files and images that came after it.
 *
 * @param messages Stored or chat messages, oldest first, read once. Broken records, as `decodeHistory` gives them, are left out.
 * @throws ValidationError for what is not a message or no option; ContextOverflowError when what has to stay does not fit; the reason of
 * `signal`; what `updateSystem` and `countTokens` throw.
 */
export async function buildContext(
  messages: Iterable<Message | ChatMessage | InvalidMessage>,
  options: ContextOptions = {},
): Promise<BuiltContext> {
  const settings = settingsOfContext(options);
  checkSettings([iterableRule("/messages", messages)]);
  options.signal?.throwIfAborted();
  const chat = toChatMessages(messages, settings);
  const state = sessionState(chat.given);
  const system = await updatedSystem(state, settings, options);
  const count = checkedCounter(settings.countTokens);
  const fixed = fixedCosts(system, settings.tools, count);
  const costs = chat.messages.map((message) => messageCost(message, count));
  const { kept, removed, tokens } = trimmedMessages(chat, { ...settings, costs, fixed });
  logRemovals(removed, options);
  return Object.freeze({
    conversation: conversationOf(pick(chat.messages, kept), system, settings.tools),
    origins: pick(chat.origins, kept),
    state,
    removed: Object.freeze(removed),
    report: chat.report,
    tokens: fixed.reduce((sum, one) => sum + one.tokens, tokens),
  });
}

async function updatedSystem(
  state: SessionState,
  { system, updateSystem }: ContextSettings,
  { signal }: ContextOptions,
): Promise<string> {
  if (updateSystem === undefined) return system;
  const updated = await withTimeLimit(undefined, { signal }, async (own) =>
    updateSystem(state, system, { signal: own }),
  );
  return systemOf(updated.ended ? updated.value : undefined);
}

function systemOf(value: unknown): string {
  if (typeof value === "string") return value;
  throw new ValidationError([issue("wrong_type", "/updateSystem", "a string", typeName(value))]);
}

function fixedCosts(system: string, tools: readonly ToolDefinition[], count: TokenCounter): readonly RequiredTokens[] {
  const ofTools = tools.reduce((sum, tool) => sum + toolCost(tool, count), 0);
  const all = [
    { path: "/system", tokens: systemCost(system, count) },
    { path: "/tools", tokens: ofTools },
  ];
  return all.filter(({ tokens }) => tokens > 0);
}

function pick<One>(list: readonly One[], places: readonly number[]): readonly One[] {
  if (places.length === list.length) return Object.freeze(list);
  return Object.freeze(places.map((at) => list[at] as One));
}

function conversationOf(
  messages: readonly ChatMessage[],
  system: string,
  tools: readonly ToolDefinition[],
): ContextConversation {
  return Object.freeze({
    messages,
    ...(system === "" ? {} : { system }),
    ...(tools.length === 0 ? {} : { tools: Object.freeze(tools) }),
  });
}
