/** Makes the tree of a JSON text as `JSON.parse` does, for readings that need to see how its values are spelled. */

import type { Fields } from "../runtime/json.js";
import { setMember } from "../runtime/tidy.js";
import { type Listener, scanJson } from "./scan.js";

export type Container = Fields | unknown[];

interface Open {
  readonly container: Container;
  readonly start: number;
  /** Of the member that comes next. */
  key: string;
}

export abstract class TreeBuilder implements Listener {
  /** The value of the text, once it is read. */
  tree: unknown;
  readonly #text: string;
  readonly #open: Open[] = [];

  /** @param text A JSON text within the limits. */
  constructor(text: string) {
    this.#text = text;
  }

  /** Reads the whole text. */
  read(): this {
    scanJson(this.#text, this);
    return this;
  }

  /** What stands in the tree for a string, number, boolean or null. */
  protected abstract scalarOf(literal: string): unknown;

  /** An object or array that is complete, with its text. */
  protected closed?(container: Container, text: string): void;

  /** A key stands in an object a second time; the last of its values counts. */
  protected repeated?(): void;

  open(start: number, isArray: boolean): void {
    this.#open.push({ container: isArray ? [] : {}, start, key: "" });
  }

  close(end: number): void {
    const { container, start } = this.#open.pop() as Open;
    this.closed?.(container, this.#text.slice(start, end));
    this.#add(container);
  }

  key(start: number, end: number): void {
    const parent = this.#open.at(-1) as Open;
    parent.key = JSON.parse(this.#text.slice(start, end)) as string;
    if (Object.hasOwn(parent.container, parent.key)) this.repeated?.();
  }

  scalar(start: number, end: number): void {
    this.#add(this.scalarOf(this.#text.slice(start, end)));
  }

  #add(value: unknown): void {
    const parent = this.#open.at(-1);
    if (parent === undefined) this.tree = value;
    else if (Array.isArray(parent.container)) parent.container.push(value);
    else setMember(parent.container, parent.key, value);
  }
}
