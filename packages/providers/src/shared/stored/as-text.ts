/** Material from elsewhere as text that a model can tell from what people say. */

import { FileContext } from "@parlance/builders";
import { UNSEEN } from "@parlance/core/internal";

/** One line about where it is from, then the content in a fence that it cannot break out of. */
export function quoted(header: string, content: string): string {
  const written = FileContext.toPromptFormat({ path: "-", content, is_truncated: false, file_size_bytes: 0 });
  return `${header}\n${written.slice(written.indexOf("\n") + 1)}`;
}

/** A name that somebody else made up, in quotation marks, on one line, with nothing in it that is not seen. */
export function shown(name: string): string {
  return JSON.stringify(name).replace(
    UNSEEN,
    (character) => `\\u{${(character.codePointAt(0) as number).toString(16)}}`,
  );
}
