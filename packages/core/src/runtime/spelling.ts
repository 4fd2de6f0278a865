/** The own text of an object or array that a record was parsed to, kept beside it until it has been written in another version. */

import { Existing } from "./existing.js";

class Spelling extends Existing {
  #text: string | undefined;

  constructor(container: object, text: string) {
    super(container);
    this.#text = text;
  }

  static of(container: object): string | undefined {
    return #text in container ? container.#text : undefined;
  }

  static drop(container: object): void {
    if (#text in container) container.#text = undefined;
  }
}

/** Only for a container that nobody changes: the text stands for all of it. */
export function keepSpelling(container: object, text: string): void {
  new Spelling(container, text);
}

/** The text on one line; undefined for a container that is written member by member. */
export function spellingOf(container: object): string | undefined {
  const text = Spelling.of(container);
  return text === undefined ? undefined : withoutBreaks(text);
}

/** The container is written member by member from now on. */
export function dropSpelling(container: object): void {
  Spelling.drop(container);
}

/** Gives a copy the spelling of what it was copied from. */
export function copySpelling(container: object, copy: object): void {
  const text = Spelling.of(container);
  if (text !== undefined) new Spelling(copy, text);
}

/** In JSON a line break is always between tokens, where it says nothing. */
export function withoutBreaks(text: string): string {
  return /[\r\n]/.test(text) ? text.replace(/[\r\n]+/g, "") : text;
}
