/** The text a decoded value came from, kept beside the value where no reader, no equality and no `JSON.stringify` sees it. */

import { Existing } from "./existing.js";

/** A text of an older version, which is written again in the current one. */
export interface OlderText {
  readonly text: string;
  readonly version: number;
}

class Source extends Existing {
  readonly #text: string;
  readonly #older: OlderText | undefined;

  constructor(value: object, text: string, older: OlderText | undefined) {
    super(value);
    this.#text = text;
    this.#older = older;
  }

  static of(value: object): string | undefined {
    return #text in value ? value.#text : undefined;
  }

  static olderOf(value: object): OlderText | undefined {
    return #older in value ? value.#older : undefined;
  }
}

/**
 * Marks a value as made by the codec, with the text that writes it back; `""` when it has to be serialised anew.
 * Before it is frozen; the first text stays.
 * @param older Where the value was migrated from a text that says more than the value: in how its numbers are spelled, for instance.
 */
export function keepText(value: object, text: string, older?: OlderText): void {
  if (Source.of(value) === undefined) new Source(value, text, older);
}

/** The text that is kept beside a value: `""` for a value of the codec's that has to be serialised anew, undefined for any other. */
export function keptText(value: object): string | undefined {
  return Source.of(value);
}

/** The kept text of a value. */
export function keptTextOf(value: object): string | undefined {
  return Source.of(value) || undefined;
}

/** The text of an older version that a value was migrated from. */
export function olderTextOf(value: object): OlderText | undefined {
  return Source.olderOf(value);
}

/** Whether the codec made this very object, valid and deeply frozen. */
export function isMadeByCodec(value: object): boolean {
  return Source.of(value) !== undefined;
}
