/** JSON text to values without losing a digit: a number that a double would change becomes a `RawNumber`. */

import type { Fields } from "../runtime/json.js";
import { keepLiteral } from "../runtime/number-text.js";
import { RawNumber } from "../runtime/raw-number.js";
import { setMember } from "../runtime/tidy.js";
import { isInexact } from "./inexact.js";
import { type Listener, scanJson } from "./scan.js";

/** A parsed text with `RawNumber`s in it, or undefined when every number is exact. The text must be JSON. */
export function parseExactly(text: string): unknown {
  const builder = new Builder(text);
  const fault = scanJson(text, builder);
  return fault === undefined && builder.found ? builder.result : undefined;
}

class Builder implements Listener {
  found = false;
  result: unknown;
  private readonly text: string;
  private readonly containers: (Fields | unknown[])[] = [];
  private readonly names: string[] = [];

  constructor(text: string) {
    this.text = text;
  }

  open(_offset: number, isArray: boolean): void {
    const container = isArray ? [] : {};
    this.add(container);
    this.containers.push(container);
  }

  close(): void {
    this.containers.pop();
  }

  key(start: number, end: number): void {
    this.names[this.containers.length] = JSON.parse(this.text.slice(start, end)) as string;
  }

  scalar(start: number, end: number): void {
    const literal = this.text.slice(start, end);
    const first = literal.charCodeAt(0);
    const raw = first !== 0x22 && first < 0x61 && isInexact(literal);
    if (raw) this.found = true;
    this.add(raw ? new RawNumber(literal) : JSON.parse(literal));
  }

  private add(value: unknown): void {
    const parent = this.containers.at(-1);
    if (parent === undefined) this.result = value;
    else if (Array.isArray(parent)) parent.push(value);
    else setMember(parent, this.names[this.containers.length] ?? "", value);
  }
}

/** A copy of a tree with doubles in place of `RawNumber`s, for those who give verdicts. */
export function withDoubles(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof RawNumber) return Number(value);
  if (Array.isArray(value)) return value.map(withDoubles);
  const copy: Fields = {};
  for (const key of Object.keys(value)) setMember(copy, key, withDoubles((value as Fields)[key]));
  return copy;
}

/**
 * Puts doubles in place of `RawNumber`s and keeps their literals beside the container that has them.
 * @param kept Whether the tree will be frozen; otherwise it is only kept that the numbers are inexact.
 */
export function settle(value: unknown, kept: boolean): void {
  if (typeof value !== "object" || value === null) return;
  const container = value as Fields;
  for (const key of Object.keys(container)) {
    const member = container[key];
    if (!(member instanceof RawNumber)) {
      settle(member, kept);
      continue;
    }
    setMember(container, key, Number(member));
    keepLiteral(container, key, kept ? member.text : undefined);
  }
}
