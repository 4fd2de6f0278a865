/** Makes text from a file or a file name safe to show: nothing in it can move the cursor, colour the screen or reorder a line. */

import { UNSEEN } from "@parlance/core/internal";

/** One line: every control character, line breaks included, becomes a `\u…` escape. */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, escapeCharacter);
}

/** Several lines: as {@link visibleText}, but line breaks and tabs stay. */
export function visibleLines(text: string): string {
  return text.replace(UNSEEN, (character) =>
    character === "\n" || character === "\t" ? character : escapeCharacter(character),
  );
}

/** At most `width` characters, with an ellipsis in place of what is left out. */
export function clipText(text: string, width: number): string {
  if (text.length <= width) return text;
  const characters = Array.from(text);
  return characters.length <= width ? text : `${characters.slice(0, Math.max(width - 1, 0)).join("")}…`;
}

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  return code > 0xffff ? `\\u{${digits}}` : `\\u${digits.padStart(4, "0")}`;
}
