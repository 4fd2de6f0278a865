/**
 * Writes JSON with numbers digit by digit where a double cannot hold them. Which literals those are is kept beside the
 * object or array that has them; where nothing is kept, all of this is `JSON.stringify`.
 */

import type { Fields } from "./json.js";
import { RawScalar } from "./raw-scalar.js";
import { sharedValue } from "./shared.js";
import { spellingOf } from "./spelling.js";

/** By key. Without any for a container that holds, further down, one that has some. */
type Literals = Map<string, string | undefined>;

/** By container. */
const LITERALS: WeakMap<object, Literals> = /* @__PURE__ */ sharedValue("inexact_literals", () => new WeakMap());

const NONE: ReadonlyMap<string, string | undefined> = new Map();

/** Thrown on writing an object whose numbers were not kept because it was not frozen. Says nothing of the content. */
export class InexactNumberError extends Error {
  override readonly name: string = "InexactNumberError";
  constructor() {
    super("A number of this value was changed by reading it, and its digits were not kept");
  }
}

/**
 * Keeps the literal of one number of a container.
 * @param key A property name, or an array index as a decimal string.
 * @param literal Undefined when the container was not frozen, so that the number may have been replaced since.
 */
export function keepLiteral(container: object, key: string, literal: string | undefined): void {
  const literals = LITERALS.get(container);
  if (literals) literals.set(key, literal);
  else LITERALS.set(container, new Map([[key, literal]]));
}

/** Remembers of a container that something further down in it has literals. */
export function markHolder(container: object): void {
  if (!LITERALS.has(container)) LITERALS.set(container, new Map());
}

/**
 * Gives a copy the literals of what it was copied from. Only of a frozen container are they sure to be those of its numbers.
 * @param isCopied Whether the number under a key is in the copy; all are by default.
 */
export function copyLiterals(from: object, to: object, isCopied: (key: string) => boolean = () => true): void {
  const isTrue = Object.isFrozen(from);
  markHolder(to);
  for (const [key, literal] of literalsOf(from)) {
    if (isCopied(key)) keepLiteral(to, key, isTrue ? literal : undefined);
  }
}

/** The literals kept for the numbers of a container itself, by key. */
export function literalsOf(container: object): ReadonlyMap<string, string | undefined> {
  return LITERALS.get(container) ?? NONE;
}

/** Whether a literal is kept anywhere in a container that was read or copied here. Of any other only its own numbers are known. */
export function holdsLiterals(container: object): boolean {
  return LITERALS.has(container);
}

/** Whether a literal is kept anywhere in a value, whoever put it together. */
export function findsLiterals(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (LITERALS.has(value)) return true;
  if (Array.isArray(value)) return value.some(findsLiterals);
  for (const key in value) {
    if (findsLiterals((value as Fields)[key])) return true;
  }
  return false;
}

/** Whether the digits of a number are kept: it can be written even when a double cannot hold it at all. */
export function hasLiteral(container: object, key: string): boolean {
  return LITERALS.get(container)?.get(key) !== undefined;
}

/** Whether the same literals were kept for the numbers of two containers. */
export function sameLiterals(a: object, b: object): boolean {
  const ofA = LITERALS.get(a);
  const ofB = LITERALS.get(b);
  return ofA === ofB || areSame(ofA ?? NONE, ofB ?? NONE);
}

function areSame(a: ReadonlyMap<string, string | undefined>, b: ReadonlyMap<string, string | undefined>): boolean {
  return a.size === b.size && [...a].every(([key, literal]) => b.has(key) && b.get(key) === literal);
}

/**
 * The JSON text of a value, as `JSON.stringify` writes it save for kept literals.
 * @throws InexactNumberError for a container that was not frozen and had a number that a double cannot hold.
 */
export function stringifyWithDigits(value: unknown): string {
  return findsLiterals(value) ? stringifyExactly(value) : JSON.stringify(value);
}

/** As `stringifyWithDigits`, of a value with spellings of its own as well. */
export function stringifyExactly(value: unknown): string {
  return write(value) ?? "null";
}

function write(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (value instanceof RawScalar) return value.text;
  const own = spellingOf(value);
  if (own !== undefined) return own;
  return Array.isArray(value) ? writeArray(value) : writeObject(value as Fields);
}

function writeArray(items: readonly unknown[]): string {
  return `[${items.map((item, index) => writeMember(items, String(index), item) ?? "null").join(",")}]`;
}

function writeObject(value: Fields): string {
  const members: string[] = [];
  for (const key of Object.keys(value)) {
    const text = writeMember(value, key, value[key]);
    if (text !== undefined) members.push(`${JSON.stringify(key)}:${text}`);
  }
  return `{${members.join(",")}}`;
}

/** The text of a member of an object or array, its literal where one was kept; undefined for what JSON cannot hold. */
export function writeMember(container: object, key: string, value: unknown): string | undefined {
  const literals = typeof value === "number" ? LITERALS.get(container) : undefined;
  if (!literals?.has(key)) return write(value);
  const literal = literals.get(key);
  if (literal === undefined) throw new InexactNumberError();
  return literal;
}
