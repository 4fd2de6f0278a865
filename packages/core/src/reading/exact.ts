/** JSON text to values without losing a digit: a `RawScalar` stands for each number that a double would change. */

import type { Fields } from "../runtime/json.js";
import { InexactNumberError, keepLiteral, literalsOf, markHolder } from "../runtime/number-text.js";
import { RawScalar } from "../runtime/raw-scalar.js";
import { setMember } from "../runtime/tidy.js";
import { isInexact } from "./inexact.js";
import { TreeBuilder } from "./tree-builder.js";

/**
 * A parsed text with `RawScalar`s in it, or undefined when every number is exact.
 * @param text A JSON text within the limits.
 */
export function parseExactly(text: string): unknown {
  const { tree, hasInexact } = new ExactBuilder(text).read();
  return hasInexact ? tree : undefined;
}

class ExactBuilder extends TreeBuilder {
  hasInexact = false;

  protected override scalarOf(literal: string): unknown {
    if (!isNumber(literal) || !isInexact(literal)) return JSON.parse(literal);
    this.hasInexact = true;
    return new RawScalar(literal);
  }
}

/** Strings begin with a quote, words with a letter. */
function isNumber(literal: string): boolean {
  return literal.charCodeAt(0) !== 0x22 && literal.charCodeAt(0) < 0x61;
}

/**
 * Puts doubles in place of `RawScalar`s and keeps their literals beside the container that has them.
 * @param kept Whether the tree will be frozen; otherwise it is only kept that the numbers are inexact.
 * @returns Whether there was one.
 */
export function settleNumbers(value: unknown, kept: boolean): boolean {
  if (typeof value !== "object" || value === null) return false;
  const container = value as Fields;
  let isFound = false;
  for (const key of Object.keys(container)) {
    const member = container[key];
    if (member instanceof RawScalar) {
      setMember(container, key, Number(member));
      keepLiteral(container, key, kept ? member.text : undefined);
      isFound = true;
    } else if (settleNumbers(member, kept)) isFound = true;
  }
  if (isFound) markHolder(container);
  return isFound;
}

/**
 * The opposite, in place: a `RawScalar` for each number whose literal is kept. What is frozen stays.
 * @returns Whether there was one.
 * @throws InexactNumberError for a number that was changed by reading it and whose literal was not kept.
 */
export function unsettleNumbers(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return false;
  const container = value as Fields;
  const literals = literalsOf(container);
  let isFound = false;
  for (const key of Object.keys(container)) {
    if (literals.has(key) && typeof container[key] === "number") {
      setMember(container, key, new RawScalar(keptLiteral(literals.get(key))));
      isFound = true;
    } else if (unsettleNumbers(container[key])) isFound = true;
  }
  return isFound;
}

function keptLiteral(literal: string | undefined): string {
  if (literal === undefined) throw new InexactNumberError();
  return literal;
}
