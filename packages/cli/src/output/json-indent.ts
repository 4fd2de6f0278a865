/** Lays JSON text out over several lines without parsing it, so that every number and string stays as it was written. */

/** Deeper levels are not indented further: text of any depth stays readable, and does not grow with the square of it. */
const MAX_LEVEL = 64;

/** Indents compact JSON text by two spaces a level; lines after the first begin with `base`. */
export function indentJson(text: string, base: string = "", step: string = "  "): string {
  let out = "";
  let level = 0;
  let index = 0;
  const lineBreak = (): string => `\n${base}${step.repeat(Math.min(level, MAX_LEVEL))}`;
  while (index < text.length) {
    const character = text[index] ?? "";
    const next = character === '"' ? stringEnd(text, index) : index + 1;
    const token = text.slice(index, next);
    index = next;
    if (token === "{" || token === "[") {
      const close = skipSpace(text, index);
      if (text[close] === "}" || text[close] === "]") {
        out += token + text[close];
        index = close + 1;
      } else {
        level += 1;
        out += token + lineBreak();
      }
    } else if (token === "}" || token === "]") {
      level = Math.max(level - 1, 0);
      out += lineBreak() + token;
    } else if (token === ",") out += token + lineBreak();
    else if (token === ":") out += ": ";
    else if (!isSpace(token)) out += token;
  }
  return out;
}

function stringEnd(text: string, open: number): number {
  let index = open + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === "\\" ? 2 : 1;
  return index + 1;
}

function skipSpace(text: string, from: number): number {
  let index = from;
  while (isSpace(text[index])) index += 1;
  return index;
}

function isSpace(character: string | undefined): boolean {
  return character === " " || character === "\n" || character === "\r" || character === "\t";
}
