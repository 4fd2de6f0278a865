/** Part of types: what a reader of the types sees above a declaration or a property. */

import type { Json } from "../../model.js";

/** Of a comment's text, in characters. */
const LINE_WIDTH = 108;

export interface Documented {
  readonly description: string;
  readonly deprecated: boolean;
  readonly examples: readonly Json[];
  readonly default?: Json;
}

/** The text of the comment, without its delimiters; empty when there is nothing to say. */
export function tsdoc(subject: Documented): string {
  const tags = [
    ...(subject.default === undefined ? [] : [`@defaultValue \`${JSON.stringify(subject.default)}\``]),
    ...subject.examples.map(exampleTag),
    ...(subject.deprecated ? ["@deprecated"] : []),
  ];
  const paragraphs = [...subject.description.split(/\n{2,}/).map(wrap), tags.join("\n")].filter((text) => text !== "");
  return paragraphs.join("\n\n").replaceAll("*/", "*\\/");
}

/** Breaks long lines between words; the comment's margin comes on top. */
function wrap(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= LINE_WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join("\n");
}

function exampleTag(example: Json): string {
  if (typeof example !== "object" || example === null) return `@example \`${JSON.stringify(example)}\``;
  return `@example\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``;
}
