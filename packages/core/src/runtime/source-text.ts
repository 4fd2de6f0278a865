/** The text a decoded value came from, kept beside the value where no reader, no equality and no `JSON.stringify` sees it. */

import { Existing } from "./existing.js";

class Source extends Existing {
  readonly #text: string;

  constructor(value: object, text: string) {
    super(value);
    this.#text = text;
  }

  static of(value: object): string | undefined {
    return #text in value ? value.#text : undefined;
  }
}

/**
 * Marks a value as made by the codec, with the text that writes it back; `""` when it has to be serialised anew.
 * Before it is frozen; the first text stays.
 */
export function keepText(value: object, text: string): void {
  if (Source.of(value) === undefined) new Source(value, text);
}

/** The text that is kept beside a value: `""` for a value of the codec's that has to be serialised anew, undefined for any other. */
export function keptText(value: object): string | undefined {
  return Source.of(value);
}

/** The kept text of a value. */
export function textOf(value: object): string | undefined {
  return Source.of(value) || undefined;
}

/** Whether the codec made this very object, valid and deeply frozen. */
export function isMarked(value: object): boolean {
  return Source.of(value) !== undefined;
}
