/** Messages to the text of a history. */

import { encodeAs, supportedVersion } from "../codec/encode-older.js";
import type { EncodeOptions } from "../codec/options.js";
import type { EncodedText, InvalidMessage } from "../codec/results.js";
import { ValidationError } from "../errors/validation-error.js";
import type { Message } from "../generated/types.gen.js";
import { MAX_BYTES } from "../reading/read-text.js";
import type { WritableContract } from "../runtime/contract.js";
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

/** As `encodeHistory` of a contract. */
export function historyText(
  contract: WritableContract,
  messages: Iterable<Message | InvalidMessage>,
  options: EncodeHistoryOptions = {},
): EncodedText {
  const { format = "ndjson", schemaVersion = contract.current.version, maxBytes = MAX_BYTES } = options;
  supportedVersion(contract, schemaVersion);
  const fit = format === "json" ? asElement : asLine;
  const notes: MigrationNote[] = [];
  const texts: string[] = [];
  for (const message of messages) {
    const at = `/${texts.length}`;
    const encode = (): EncodedText => encodeAs(contract, message, schemaVersion, maxBytes);
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
