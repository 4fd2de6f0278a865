/** One line about a value for logs and debuggers: what it is and how large, and its content only when asked for. */

import { codePointLength, UNSEEN } from "@parlance/core/internal";

export interface DescribeOptions {
  /**
   * Shows an excerpt of the content. It may be secret: this is for debugging, not for logs.
   * @defaultValue false
   */
  readonly content?: boolean;
  /**
   * The longest excerpt, in code points.
   * @defaultValue 80
   */
  readonly max?: number;
}

const DEFAULT_MAX = 80;

/** The longest id or name that is shown whole, in code points. */
const MAX_ID = 64;

/** What is told of a value; one that does not hold for it is left out. */
export type Fact = string | false | undefined;

/** The line about a value. */
export type Describe<Value> = (value: Value, options?: DescribeOptions) => string;

/**
 * The function that describes the values of a type by lines such as `ChatMessage(user, 5 characters)`.
 *
 * @param nameOf The name of the type, or of the value.
 * @param factsOf Roles, ids, names of tools and files, patterns of permissions, lengths and counts; never content.
 * @param contentOf Called only when the content is asked for; undefined where there is none.
 */
export function describer<Value>(
  nameOf: string | ((value: Value) => string),
  factsOf: (value: Value) => readonly Fact[],
  contentOf: (value: Value) => string | undefined,
): Describe<Value> {
  return (value, options) => {
    const name = typeof nameOf === "string" ? nameOf : nameOf(value);
    const facts = factsOf(value).filter((fact) => typeof fact === "string");
    const content = options?.content === true ? contentOf(value) : undefined;
    const line = `${name}(${facts.join(", ")})`;
    return content === undefined ? line : `${line}: "${excerpt(content, options?.max ?? DEFAULT_MAX)}"`;
  };
}

/** `1 tool call`, `3 tool calls`. */
export function countedNoun(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

/** The length of a text, such as `5 characters`, in code points. */
export function countedCharacters(text: string): string {
  return countedNoun(codePointLength(text), "character");
}

/** An id or a name on one line; somebody else made it up, so it may hold anything. */
export function shownId(id: string): string {
  return excerpt(id, MAX_ID);
}

/**
 * The beginning of a text on one line: control characters and what is not seen are escaped as `\u{…}`, and what is left out shows
 * as `…`.
 *
 * @param max The longest excerpt, in code points of the text.
 */
export function excerpt(text: string, max: number = DEFAULT_MAX): string {
  const end = unitsOf(text, max);
  const shown = text.slice(0, end).replace(UNSEEN, escaped);
  return end < text.length ? `${shown}…` : shown;
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escaped(character: string): string {
  return SHORT_ESCAPES[character] ?? `\\u{${(character.codePointAt(0) as number).toString(16)}}`;
}

/** How many UTF-16 units the first code points take. */
function unitsOf(text: string, codePoints: number): number {
  let units = 0;
  for (let left = codePoints; left > 0 && units < text.length; left--) units += unitsAt(text, units);
  return units;
}

function unitsAt(text: string, at: number): number {
  return (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
}
