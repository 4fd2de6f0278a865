/** Prints data as literals that people can read: what fits on a line stands on one. */

import { indent, literal, objectKey } from "./writer.js";

/** An expression that stands among the data. */
export class Code {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The longest line of a literal that has parts. */
const MAX_WIDTH = 110;

/** The lines of a literal. */
export function literalLines(value: unknown): string[] {
  if (value instanceof Code) return [value.text];
  if (typeof value !== "object" || value === null) return [literal(value)];
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const members = membersOf(value);
  const isShort = members.every((lines) => lines.length === 1);
  const space = Array.isArray(value) || members.length === 0 ? "" : " ";
  const flat = `${open}${space}${members.flat().join(", ")}${space}${close}`;
  if (isShort && flat.length <= MAX_WIDTH) return [flat];
  return [open, ...indent(members.flatMap((lines) => [...lines.slice(0, -1), `${lines.at(-1)},`])), close];
}

function membersOf(value: object): string[][] {
  if (Array.isArray(value)) return value.map(literalLines);
  return Object.entries(value).map(([key, member]) => {
    const [first, ...others] = literalLines(member);
    return [`${objectKey(key)}: ${first}`, ...others];
  });
}
