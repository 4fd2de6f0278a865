/** Finds out at a glance whether the checks over a list have anything to say of stored messages that follow each other as they stand. */

import { callPlaces } from "./call-places.js";
import type { StoredRecord } from "./list-facts.js";

/** A decoded message, as far as it is looked at. */
interface GivenMessage extends StoredRecord {
  readonly id?: string;
  readonly parent_id?: string;
  readonly conversation_id?: string;
  readonly data?: {
    readonly tool_calls?: readonly { readonly id: string }[];
    readonly tool_call_id?: string;
    readonly parts?: unknown;
  };
}

/**
 * Whether nothing can be wrong with the list: one conversation, each message after the one before, every result after its call and
 * every call answered before anybody else speaks. Any other list has to be looked through. A message that is stored again counts each time,
 * since telling takes longer than all else here.
 */
export function isPlainList(messages: readonly StoredRecord[]): boolean {
  const plain = new PlainList();
  return messages.every((message) => plain.takes(message));
}

class PlainList {
  /** Whether each call so far waits for its result. */
  readonly #waiting = new Map<string, boolean>();
  #open = 0;
  #isFirst = true;
  #conversation: string | undefined;
  #last: string | undefined;

  /** Whether the message may follow the ones before. */
  takes({ type, id, parent_id, conversation_id, data = {} }: GivenMessage): boolean {
    if (type === "unknown" || type === "invalid") return false;
    if (parent_id !== undefined && parent_id !== this.#last) return false;
    if (!this.#isFirst && conversation_id !== this.#conversation) return false;
    this.#isFirst = false;
    this.#conversation = conversation_id;
    this.#last = id;
    return this.#mayFollow(type, data);
  }

  #mayFollow(type: string, data: NonNullable<GivenMessage["data"]>): boolean {
    if (type === "tool_result") return this.#answers(data.tool_call_id ?? "");
    if (this.#open > 0) return type === "system_control";
    if (type === "text") return callPlaces(data.parts).length === 0;
    if (type === "tool_request") for (const { id } of data.tool_calls ?? []) this.#ask(id);
    return true;
  }

  #answers(id: string): boolean {
    const isWaiting = this.#waiting.get(id);
    if (isWaiting === true) {
      this.#open--;
      this.#waiting.set(id, false);
    }
    return isWaiting !== undefined;
  }

  #ask(id: string): void {
    if (this.#waiting.get(id) === true) return;
    this.#open++;
    this.#waiting.set(id, true);
  }
}
