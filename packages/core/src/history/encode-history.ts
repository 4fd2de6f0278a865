/** Messages to the text of a history. */

import { assertSupported, encodeAs } from "../codec/encode-older.js";
import type { EncodeOptions } from "../codec/options.js";
import type { EncodedText, InvalidMessage } from "../codec/results.js";
import { ValidationError } from "../errors/validation-error.js";
import { CURRENT_VERSION } from "../generated/codec.gen.js";
import type { Message } from "../generated/types.gen.js";
import { MAX_BYTES } from "../reading/read-text.js";
import type { MigrationNote } from "../runtime/migration/run.js";
import { withoutBreaks } from "../runtime/spelling.js";

/** `maxBytes` is for each record. */
export interface EncodeHistoryOptions extends EncodeOptions {
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
 * The text of a history, one record a line or a JSON array, in the current or an older version. Broken records are written as
 * they were, except where that would break the records around them; a note says so. Paths of notes and issues begin with the
 * index.
 * @throws ValidationError for a value that is not a valid message, or a broken record whose content was not kept.
 * @throws UnsupportedVersionError for a version that does not exist.
 */
export function encodeHistory(
  messages: Iterable<Message | InvalidMessage>,
  options: EncodeHistoryOptions = {},
): EncodedText {
  const { format = "ndjson", schemaVersion = CURRENT_VERSION, maxBytes = MAX_BYTES } = options;
  assertSupported(schemaVersion);
  const fit = format === "json" ? asElement : asLine;
  const notes: MigrationNote[] = [];
  const texts: string[] = [];
  for (const message of messages) {
    const at = `/${texts.length}`;
    const encode = (): EncodedText => encodeAs(message, schemaVersion, maxBytes);
    const encoded = placed(at, () => (isBroken(message) ? encodeBroken(message, fit, encode) : encode()));
    notes.push(...encoded.notes.map((note) => ({ ...note, path: at + note.path })));
    texts.push(withoutBreaks(encoded.text));
  }
  return { text: format === "json" ? `[${texts.join(",\n")}]` : texts.map((text) => `${text}\n`).join(""), notes };
}

/** Refusals name the record, too. */
function placed(at: string, encodeRecord: () => EncodedText): EncodedText {
  try {
    return encodeRecord();
  } catch (error) {
    if (!ValidationError.isInstance(error)) throw error;
    throw new ValidationError(error.issues.map((issue) => ({ ...issue, path: at + issue.path })));
  }
}

/** What cannot be read at all is not a broken record: encoding it as a message refuses it. */
function isBroken(message: Message | InvalidMessage | null): message is InvalidMessage {
  try {
    return message?.type === "invalid";
  } catch {
    return false;
  }
}

function encodeBroken(
  { issues, original }: InvalidMessage,
  fit: (text: string) => string,
  encode: () => EncodedText,
): EncodedText {
  const isReplaced = issues[0]?.code === "not_utf8" && typeof original === "string";
  const encoded = isReplaced ? { text: original, notes: [] } : encode();
  const text = fit(encoded.text);
  if (!isReplaced && text === encoded.text) return encoded;
  return { text, notes: [...encoded.notes, { code: "not_as_it_was", path: "", direction: "down" }] };
}

/** Raw text with line breaks would be taken for several records. */
function asLine(text: string): string {
  return isJson(text) ? text : text.replace(/[\r\n]+/g, " ");
}

/** Raw text that is not JSON would break the whole array, so it becomes a string of it. */
function asElement(text: string): string {
  return isJson(text) ? text : JSON.stringify(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
