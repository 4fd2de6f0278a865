/** The companion of conversation histories: making, restoring, checking and repairing them. */

import type { ChatMessage, Identifier, JsonObject, RootCompanion, Timestamp } from "@parlance/core";
import * as core from "@parlance/core";
import { ChatMessage as chatMessage } from "../chat/chat-message.js";
import { extendCompanion } from "../shared/companion.js";
import { countedNoun, type Describe, describer, type Fact } from "../shared/describe.js";
import { optionsOf } from "../shared/options.js";
import { newUuid, type Surroundings, timestamp } from "../shared/surroundings.js";
import { isLive, type LiveHistory, liveHistory } from "./live-history.js";
import { assertOrder, type HistoryOrder } from "./order.js";
import { repairHistory } from "./repair/repair.js";
import { repairMessages } from "./repair/repair-messages.js";
import { validateHistory } from "./validate.js";

export type ConversationHistory = core.ConversationHistory;

export interface RestoreHistoryOptions {
  /**
   * The rules that `add` goes by.
   * @defaultValue "strict"
   */
  readonly order?: HistoryOrder | undefined;
}

export interface CreateHistoryOptions extends RestoreHistoryOptions, Surroundings {
  /** Identifies the conversation; a new id when absent. */
  readonly id?: Identifier | undefined;
  /** When the conversation began; now when absent. */
  readonly created_at?: Timestamp | undefined;
  /** The application's own notes; copied. */
  readonly metadata?: JsonObject | undefined;
}

/**
 * A history without messages.
 * @throws ValidationError
 */
function create(options?: CreateHistoryOptions): LiveHistory {
  const { id, created_at, metadata, order } = optionsOf(options) ?? {};
  const stored = core.ConversationHistory.parse({
    schema_version: core.CURRENT_VERSION,
    id: id ?? newUuid(options),
    created_at: created_at ?? timestamp(options),
    messages: [],
    metadata,
  });
  return liveHistory(stored, assertOrder(order));
}

/**
 * A history that goes on where a stored one ends, of any version that has histories: its text, UTF-8 bytes, or value. Nothing is refused for the order of its
 * messages; `validate` tells what is wrong with it and `repair` repairs it.
 *
 * @throws ParseError for what is not JSON, ValidationError for what is not a history.
 */
function restore(input: ConversationHistory | string | Uint8Array, options?: RestoreHistoryOptions): LiveHistory {
  const order = assertOrder(optionsOf(options)?.order);
  const isText = typeof input === "string" || ArrayBuffer.isView(input);
  return liveHistory(isText ? core.ConversationHistory.decode(input) : core.ConversationHistory.parse(input), order);
}

/** The text that `restore` takes, with every digit. */
function serialise(history: LiveHistory): string {
  return core.ConversationHistory.encode(history.toJSON());
}

const ROLES = ["system", "user", "assistant", "tool"] as const;

/** `ConversationHistory(<id>, 3 messages, 1 system, 1 user, 1 assistant)`; its content is the text of the last message. */
const describe: Describe<AnyHistory> = /* @__PURE__ */ describer("ConversationHistory", factsOf, lastText);

type AnyHistory = ConversationHistory | LiveHistory;

function factsOf(history: AnyHistory): readonly Fact[] {
  const messages = messagesOf(history);
  return [history.id, countedNoun(messages.length, "message"), ...ROLES.map((role) => roleCount(messages, role))];
}

function messagesOf(history: AnyHistory): readonly ChatMessage[] {
  return isLive(history) ? history.getMessages() : history.messages;
}

function roleCount(messages: readonly ChatMessage[], role: ChatMessage["role"]): Fact {
  const count = messages.filter((message) => message.role === role).length;
  return count > 0 && `${count} ${role}`;
}

function lastText(history: AnyHistory): string {
  const last = messagesOf(history).at(-1);
  return last === undefined ? "" : chatMessage.textOf(last);
}

export const ConversationHistory: RootCompanion<ConversationHistory> & {
  readonly create: typeof create;
  readonly restore: typeof restore;
  readonly serialise: typeof serialise;
  readonly validate: typeof validateHistory;
  readonly repair: typeof repairHistory;
  readonly repairMessages: typeof repairMessages;
  readonly describe: Describe<ConversationHistory | LiveHistory>;
} = /* @__PURE__ */ extendCompanion(core.ConversationHistory, {
  create,
  restore,
  serialise,
  validate: validateHistory,
  repair: repairHistory,
  repairMessages,
  describe,
});
