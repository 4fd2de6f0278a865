/**
 * Writes JSON with numbers digit by digit where a double cannot hold them. Which literals those are is kept beside the
 * object or array that has them. As long as no such number was ever met, all of this is `JSON.stringify`.
 */

import { inexact } from "./inexact-flag.js";
import type { Fields } from "./json.js";
import { RawScalar } from "./raw-scalar.js";
import { shared } from "./shared.js";
import { spellingOf } from "./spelling.js";

/** By container, literals by key. */
type Literals = WeakMap<object, Map<string, string | undefined>>;

const LITERALS: Literals = /* @__PURE__ */ shared("inexact_literals", () => new WeakMap());

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
  inexact.seen = true;
  const literals = LITERALS.get(container);
  if (literals) literals.set(key, literal);
  else LITERALS.set(container, new Map([[key, literal]]));
}

/** The literals kept for a container, by key. */
export function literalsOf(container: object): ReadonlyMap<string, string | undefined> | undefined {
  return LITERALS.get(container);
}

/** Whether the digits of a number are kept: it can be written even when a double cannot hold it at all. */
export function hasLiteral(container: object, key: string): boolean {
  return inexact.seen && LITERALS.get(container)?.get(key) !== undefined;
}

/** Whether the same literals were kept for two containers. */
export function sameLiterals(a: object, b: object): boolean {
  const ofA = LITERALS.get(a);
  const ofB = LITERALS.get(b);
  if (ofA === undefined || ofB === undefined) return ofA === ofB;
  return ofA.size === ofB.size && [...ofA].every(([key, literal]) => ofB.has(key) && ofB.get(key) === literal);
}

/**
 * The JSON text of a value, as `JSON.stringify` writes it save for kept literals.
 * @throws InexactNumberError for a container that was not frozen and had a number that a double cannot hold.
 */
export function stringifyJson(value: unknown): string {
  return inexact.seen ? (write(value) ?? "null") : JSON.stringify(value);
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
