/** Material from elsewhere as text that a model can tell from what people say. */

import { fencedContent } from "@parlance/builders/internal";
import { UNSEEN } from "@parlance/core/internal";

/** One line about where it is from, then the content in a fence that it cannot break out of. */
export function quotedContent(header: string, content: string): string {
  return `${header}\n${fencedContent(content, undefined)}`;
}

/** A name that somebody else made up, in quotation marks, on one line, with nothing in it that is not seen. */
export function shownName(name: string): string {
  return JSON.stringify(name).replace(
    UNSEEN,
    (character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`,
  );
}
