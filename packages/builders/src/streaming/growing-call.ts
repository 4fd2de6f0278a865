/** One tool call while its fragments come in. */

import type { ToolCallDelta } from "@parlance/core";
import type { JsonObject } from "@parlance/core/json";
import { type PartialArguments, partialArguments } from "./partial-arguments.js";

/** What is known of a call before the stream has ended: to be shown, and never to be executed. */
export interface PartialToolCall {
  readonly index: number;
  /** Absent until a fragment brings it. */
  readonly id?: string;
  readonly name?: string;
  /** The arguments' JSON text so far. */
  readonly arguments_text: string;
  /**
   * The arguments as far as they have come: whole members, and the last text as far as it has come. Numbers are the nearest
   * doubles. Absent before an object begins, or when the text is none.
   */
  readonly partial_arguments?: JsonObject;
}

export class GrowingCall {
  readonly index: number;
  /** The index of its fragments, which another call may have too. */
  readonly givenIndex: number;
  #id: string | undefined;
  #name: string | undefined;
  #text = "";
  #pieces: string[] = [];
  /** Of the pieces that ever came. */
  #count = 0;
  #unread = "";
  #arguments: PartialArguments | undefined;
  #view: PartialToolCall | undefined;

  constructor(index: number, givenIndex: number) {
    this.index = index;
    this.givenIndex = givenIndex;
  }

  get id(): string | undefined {
    return this.#id;
  }

  get name(): string | undefined {
    return this.#name;
  }

  /** The arguments' JSON text so far. Pieces are joined when somebody asks, so that many small ones are cheap. */
  get text(): string {
    if (this.#pieces.length > 0) {
      const fresh = this.#pieces.join("");
      this.#pieces = [];
      this.#text += fresh;
      this.#unread += fresh;
    }
    return this.#text;
  }

  /** A frozen picture of the call; the same one until something changes. */
  get view(): PartialToolCall {
    this.#view ??= this.#draw();
    return this.#view;
  }

  /** Whether a fragment with this index, and with an id that no call has yet, may belong to the call. */
  isContinuedBy({ id, name, arguments_delta = "" }: ToolCallDelta): boolean {
    if (id !== undefined && this.#id !== undefined) return false;
    if (name === undefined || this.#name === undefined) return true;
    return name === this.#name && !(startsObject(arguments_delta) && this.#cameWhole());
  }

  /** Whether the first piece of the arguments, which is all that has come of them, is a whole object. */
  #cameWhole(): boolean {
    return this.#count === 1 && isObject(this.text);
  }

  /** The first id and the first name stay: some providers repeat them with every fragment. */
  take({ id, name, arguments_delta = "" }: ToolCallDelta): void {
    this.#id ??= id;
    this.#name ??= name;
    if (arguments_delta !== "") {
      this.#pieces.push(arguments_delta);
      this.#count += 1;
    }
    this.#view = undefined;
  }

  #draw(): PartialToolCall {
    const text = this.text;
    this.#arguments ??= partialArguments();
    const partial = this.#arguments.read(this.#unread);
    this.#unread = "";
    return Object.freeze({
      index: this.index,
      ...(this.#id === undefined ? {} : { id: this.#id }),
      ...(this.#name === undefined ? {} : { name: this.#name }),
      arguments_text: text,
      ...(partial === undefined ? {} : { partial_arguments: partial }),
    });
  }
}

function startsObject(text: string): boolean {
  return text.trimStart().startsWith("{");
}

function isObject(text: string): boolean {
  try {
    return startsObject(text) && JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}
