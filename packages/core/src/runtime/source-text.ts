/** The text a decoded value came from, kept beside the value where no reader, no equality and no `JSON.stringify` sees it. */

import { Existing } from "./existing.js";

/** What made a decoded value: the current version of the contract that it was read by. One contract trusts nothing that another one made. */
export type Maker = object;

/** A text of an older version, which is written again in the current one. */
export interface OlderText {
  readonly text: string;
  readonly version: number;
}

class Source extends Existing {
  readonly #text: string;
  readonly #older: OlderText | undefined;
  readonly #maker: Maker | undefined;

  constructor(value: object, text: string, maker: Maker | undefined, older: OlderText | undefined) {
    super(value);
    this.#text = text;
    this.#maker = maker;
    this.#older = older;
  }

  static of(value: object): string | undefined {
    return #text in value ? value.#text : undefined;
  }

  static by(value: object, maker: Maker): string | undefined {
    if (!(#text in value)) return undefined;
    return value.#maker === undefined || value.#maker === maker ? value.#text : undefined;
  }

  static olderBy(value: object, maker: Maker): OlderText | undefined {
    return #older in value && value.#maker === maker ? value.#older : undefined;
  }
}

/**
 * Marks a value as made by the codec, with the text that writes it back; `""` when it has to be serialised anew.
 * Before it is frozen; the first text stays.
 * @param maker Undefined for what no contract has to say anything about.
 * @param older Where the value was migrated from a text that says more than the value: in how its numbers are spelled, for instance.
 */
export function keepText(value: object, text: string, maker?: Maker, older?: OlderText): void {
  if (Source.of(value) === undefined) new Source(value, text, maker, older);
}

/** The text that a maker keeps beside a value: `""` for one that has to be serialised anew, undefined for any other value. */
export function keptText(value: object, maker: Maker): string | undefined {
  return Source.by(value, maker);
}

/** The kept text of a value. */
export function keptTextOf(value: object): string | undefined {
  return Source.of(value) || undefined;
}

/** The text of an older version that a value was migrated from. */
export function olderTextOf(value: object, maker: Maker): OlderText | undefined {
  return Source.olderBy(value, maker);
}

/** Whether the codec of some contract made this very object, valid and deeply frozen. */
export function isMadeByCodec(value: object): boolean {
  return Source.of(value) !== undefined;
}
