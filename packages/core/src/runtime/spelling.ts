/** The own text of an object or array that a record was parsed to, kept beside it until it has been written in another version. */

const SPELLINGS = new WeakMap<object, string>();

/** Only for a container that nobody changes: the text stands for all of it. */
export function keepSpelling(container: object, text: string): void {
  SPELLINGS.set(container, text);
}

/** The text on one line; undefined for a container that is written member by member. */
export function spellingOf(container: object): string | undefined {
  const text = SPELLINGS.get(container);
  return text === undefined ? undefined : withoutBreaks(text);
}

/** Gives a copy the spelling of what it was copied from. */
export function copySpelling(container: object, copy: object): void {
  const text = SPELLINGS.get(container);
  if (text !== undefined) SPELLINGS.set(copy, text);
}

/** In JSON a line break is always between tokens, where it says nothing. */
export function withoutBreaks(text: string): string {
  return text.replace(/[\r\n]+/g, "");
}
