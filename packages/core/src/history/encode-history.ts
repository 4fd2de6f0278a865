/** Messages to the text of a history. */

import { assertSupported, encodeAs } from "../codec/encode-older.js";
import type { Explain } from "../codec/options.js";
import type { EncodedText, InvalidMessage } from "../codec/results.js";
import { CURRENT_VERSION } from "../generated/codec.gen.js";
import type { Message } from "../generated/types.gen.js";
import type { MigrationNote } from "../runtime/migration/run.js";

export interface EncodeHistoryOptions {
  /**
   * One record a line, or one JSON array.
   * @defaultValue `"ndjson"`
   */
  readonly format?: "ndjson" | "json";
  /**
   * The version to write.
   * @defaultValue the current version
   */
  readonly schemaVersion?: number;
}

/**
 * The text of a history. Broken records are written as they were, except where that would break the records around them; a
 * note says so. Paths of notes begin with the index of the record.
 * @throws ValidationError, or UnsupportedVersionError.
 */
export function encodeAll(
  messages: Iterable<Message | InvalidMessage>,
  options: EncodeHistoryOptions,
  explain: Explain,
): EncodedText {
  const { format = "ndjson", schemaVersion = CURRENT_VERSION } = options;
  assertSupported(schemaVersion);
  const fit = format === "json" ? asElement : asLine;
  const notes: MigrationNote[] = [];
  const texts: string[] = [];
  for (const message of messages) {
    const at = `/${texts.length}`;
    const encoded = encodeAs(message, schemaVersion, explain);
    const text = message.type === "invalid" ? fit(encoded.text) : withoutBreaks(encoded.text);
    notes.push(...encoded.notes.map((note) => ({ ...note, path: at + note.path })));
    if (message.type === "invalid" && text !== encoded.text)
      notes.push({ code: "not_as_it_was", path: at, direction: "down" });
    texts.push(text);
  }
  return { text: format === "json" ? `[${texts.join(",\n")}]` : texts.map((text) => `${text}\n`).join(""), notes };
}

/** In JSON a line break is always between tokens, where it says nothing. */
function withoutBreaks(text: string): string {
  return /[\r\n]/.test(text) ? text.replace(/[\r\n]+/g, "") : text;
}

/** Raw text with line breaks would be taken for several records. */
function asLine(text: string): string {
  return isJson(text) ? withoutBreaks(text) : text.replace(/[\r\n]+/g, " ");
}

/** Raw text that is no JSON would break the whole array, so it becomes a string of it. */
function asElement(text: string): string {
  return isJson(text) ? withoutBreaks(text) : JSON.stringify(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
