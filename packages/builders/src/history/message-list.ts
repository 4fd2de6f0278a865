/** What a history gives out: its messages at one moment, which later additions do not change. */

import type { ChatMessage } from "@parlance/core";

/** The messages of a history at one moment. */
export interface MessageList extends Iterable<ChatMessage> {
  readonly length: number;
  /** The message at an index, counted from the end where it is negative; undefined where there is none. */
  at(index: number): ChatMessage | undefined;
  /** All messages in a frozen array, the same at each call. The first call copies them. */
  toArray(): readonly ChatMessage[];
  /** For `JSON.stringify`: what `toArray` gives. */
  toJSON(): readonly ChatMessage[];
}

/**
 * The messages that an array has now.
 * @param messages Nobody may change it but by adding to its end.
 */
export function messageList(messages: readonly ChatMessage[]): MessageList {
  return new Snapshot(messages);
}

const ARRAYS: WeakMap<MessageList, readonly ChatMessage[]> = /* @__PURE__ */ new WeakMap();

/** All snapshots of a history share its one growing array; each sees it up to its own length. */
class Snapshot implements MessageList {
  readonly #messages: readonly ChatMessage[];
  readonly #length: number;
  /** A function of its own makes a copy by `structuredClone` or `postMessage` fail, which would come out empty otherwise. */
  readonly toJSON: () => readonly ChatMessage[] = asArray;

  constructor(messages: readonly ChatMessage[]) {
    this.#messages = messages;
    this.#length = messages.length;
    Object.freeze(this);
  }

  get length(): number {
    return this.#length;
  }

  at(index: number): ChatMessage | undefined {
    const place = index < 0 ? this.#length + index : index;
    return place < this.#length ? this.#messages[place] : undefined;
  }

  toArray(): readonly ChatMessage[] {
    const known = ARRAYS.get(this);
    if (known !== undefined) return known;
    const array = Object.freeze(this.#messages.slice(0, this.#length));
    ARRAYS.set(this, array);
    return array;
  }

  *[Symbol.iterator](): Iterator<ChatMessage> {
    for (let index = 0; index < this.#length; index++) yield this.#messages[index] as ChatMessage;
  }
}

function asArray(this: MessageList): readonly ChatMessage[] {
  return this.toArray();
}
