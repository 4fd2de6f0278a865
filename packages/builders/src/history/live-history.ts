/** A conversation while it goes on: it takes messages in order and gives out snapshots. */

import { type ChatMessage, type ConversationHistory, type Identifier, ValidationError } from "@parlance/core";
import { isKnownMessage } from "../chat/known-message.js";
import { isIterable } from "../shared/listed.js";
import { joiningMessage, joiningMessages, tooManyMessages } from "./given.js";
import { type MessageList, messageList } from "./message-list.js";
import { followMessage, type HistoryOrder, orderIssues, startOfTurns, type TurnState, takeTurn } from "./order.js";
import { MAX_MESSAGES, rearrangedHistory, withMessages } from "./stored.js";
import { takeTurns } from "./trial.js";

/**
 * A conversation while it goes on. Every operation is done when it returns and nothing of it can be seen half done, so any number
 * of asynchronous writers may share one. It cannot be cloned; to send it to a worker, send what
 * `ConversationHistory.serialise` gives.
 */
export interface LiveHistory extends Iterable<ChatMessage> {
  /** The `id` of the stored form. */
  readonly id: Identifier;
  /** The rules that `add` goes by. */
  readonly order: HistoryOrder;
  /** The messages now, as a snapshot that later additions do not change; the same one until there is an addition. */
  readonly messages: MessageList;
  /** The messages now, as a frozen array; the same one until there is an addition. */
  getMessages(): readonly ChatMessage[];
  readonly count: number;
  /** Undefined while there are no messages. */
  readonly lastMessage: ChatMessage | undefined;
  /** Ids of the calls that wait for their results, oldest first. */
  readonly openCalls: readonly string[];
  /**
   * Adds a message as a turn of its own, or several at once, of which those of one role in a row are one turn. All are
   * added or none. The messages are neither changed nor frozen: what no factory of this package made is copied.
   *
   * @throws ValidationError: codes of the schema, `not_allowed` for members of another role, `first_not_system`, `turn_not_expected`, `calls_open`, `call_not_open`,
   * `duplicate_call_id`, `place_without_call`, `duplicate_call_place`, `too_many` over 65,536 messages. Paths are those within the message, or start with its place
   * among several.
   */
  add(messages: ChatMessage | Iterable<ChatMessage>): void;
  /** Removes all messages, and what another version could say of them. */
  clear(): void;
  /** The stored form, frozen; copies the list of messages. */
  toJSON(): ConversationHistory;
}

/** A history that begins with the messages of the stored form, whatever their order. */
export function liveHistory(stored: ConversationHistory, order: HistoryOrder): LiveHistory {
  return new History(stored, order);
}

/** Whether the value is a history that goes on, and not its stored form. */
export function isLive(value: unknown): value is LiveHistory {
  return typeof value === "object" && value !== null && History.isOne(value);
}

class History implements LiveHistory {
  readonly id: Identifier;
  readonly order: HistoryOrder;
  /** A function of its own makes a copy by `structuredClone` or `postMessage` fail, which would come out empty otherwise. */
  readonly toJSON: () => ConversationHistory = storedNow;

  /** The stored form without its messages. */
  #envelope: ConversationHistory;
  /** Only ever added to, since the snapshots share it; clearing begins another. */
  #messages: ChatMessage[] = [];
  #state: TurnState<Set<string>>;
  #snapshot: MessageList | undefined;

  constructor(stored: ConversationHistory, order: HistoryOrder) {
    this.id = stored.id;
    this.order = order;
    this.#state = startOfTurns(order);
    this.#envelope = withMessages(stored, NO_MESSAGES);
    for (const message of stored.messages) {
      followMessage(this.#state, message, true);
      this.#append(message);
    }
    Object.freeze(this);
  }

  get messages(): MessageList {
    this.#snapshot ??= messageList(this.#messages);
    return this.#snapshot;
  }

  getMessages(): readonly ChatMessage[] {
    return this.messages.toArray();
  }

  get count(): number {
    return this.#messages.length;
  }

  get lastMessage(): ChatMessage | undefined {
    return this.#messages.at(-1);
  }

  get openCalls(): readonly string[] {
    return Object.freeze([...this.#state.open]);
  }

  add(given: ChatMessage | Iterable<ChatMessage>): void {
    if (isKnownMessage(given)) this.#addOne(given);
    else if (isIterable(given)) this.#addSeveral(joiningMessages(given));
    else this.#addOne(joiningMessage(given));
  }

  clear(): void {
    this.#envelope = rearrangedHistory(this.#envelope, NO_MESSAGES, []).history;
    this.#messages = [];
    this.#state = startOfTurns(this.order);
    this.#snapshot = undefined;
  }

  [Symbol.iterator](): Iterator<ChatMessage> {
    return this.messages[Symbol.iterator]();
  }

  static isOne(value: object): boolean {
    return #envelope in value;
  }

  static stored(history: History): ConversationHistory {
    return withMessages(history.#envelope, history.messages.toArray());
  }

  #addOne(message: ChatMessage): void {
    const issues = orderIssues(this.#state, message, false);
    if (issues.length > 0) throw new ValidationError(issues);
    this.#assertRoom(1);
    takeTurn(this.#state, message);
    this.#append(message);
  }

  #addSeveral(messages: readonly ChatMessage[]): void {
    this.#assertRoom(messages.length);
    takeTurns(this.#state, messages);
    for (const message of messages) this.#append(message);
  }

  #assertRoom(count: number): void {
    if (this.#messages.length + count <= MAX_MESSAGES) return;
    throw new ValidationError([tooManyMessages()]);
  }

  #append(message: ChatMessage): void {
    this.#messages.push(message);
    this.#snapshot = undefined;
  }
}

const NO_MESSAGES: readonly ChatMessage[] = Object.freeze([]);

function storedNow(this: LiveHistory): ConversationHistory {
  return History.stored(this as History);
}
