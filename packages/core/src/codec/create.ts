/** The functions for one message, bound to what explains refusals; one by one, so that a bundler drops those that are not used. */

import type { Message } from "../generated/types.gen.js";
import { MAX_BYTES } from "../reading/read-text.js";
import { decodeText, safeDecodeText } from "./decode.js";
import { encodeCurrent } from "./encode.js";
import { encodeAs } from "./encode-older.js";
import { type DecodeOptions, type EncodeOptions, type Explain, settingsOf } from "./options.js";
import type { EncodedText, InvalidMessage, SafeResult } from "./results.js";

/**
 * The message in a JSON text or its UTF-8 bytes, of any version, as a message of the current version. A type that this version
 * does not know becomes an `UnknownMessage`; a message of a newer version that reads as a current one keeps its number.
 * @throws ParseError when the input is not one readable JSON text.
 * @throws ValidationError when a known type has a malformed body, or the text holds no message at all.
 */
export type Decode = (input: string | Uint8Array, options?: DecodeOptions) => Message;

/** As `decode`, with the error in the result. Never throws, whatever the input. */
export type SafeDecode = (input: string | Uint8Array, options?: DecodeOptions) => SafeResult;

type Versioned = EncodeOptions & { readonly schemaVersion: number };

export interface Encode {
  /**
   * The JSON text of a message: the text it was decoded from while it is unchanged, otherwise a new one in canonical order.
   * A message of an older version that would be too large in the current one is written as the text it came from.
   * @throws ValidationError for a value that is not a valid message, or too large, so that nothing is written that decoding would refuse.
   */
  (message: Message | InvalidMessage, options?: EncodeOptions): string;
  /**
   * The text in a version, with notes of what that version cannot say. What it cannot say is kept in `residue` and comes back
   * on the way up. Messages that are unknown, broken, of a newer version or would be over a limit stay as they are, with a note.
   * @throws ValidationError as above.
   * @throws UnsupportedVersionError for a version that does not exist.
   */
  (message: Message | InvalidMessage, options: Versioned): EncodedText;
}

export function bindDecode(explain: Explain): Decode {
  const defaults = settingsOf(explain);
  return (input, options) => decodeText(input, options === undefined ? defaults : settingsOf(explain, options));
}

export function bindSafeDecode(explain: Explain): SafeDecode {
  return (input, options) => safeDecodeText(input, settingsOf(explain, options));
}

export function bindEncode(explain: Explain): Encode {
  function encode(message: Message | InvalidMessage, options?: EncodeOptions): string;
  function encode(message: Message | InvalidMessage, options: Versioned): EncodedText;
  function encode(message: Message | InvalidMessage, options?: EncodeOptions | Versioned): string | EncodedText {
    const maxBytes = options?.maxBytes ?? MAX_BYTES;
    const isCurrent = options === undefined || (typeof options === "object" && !("schemaVersion" in options));
    return isCurrent
      ? encodeCurrent(message, explain, maxBytes)
      : encodeAs(message, (options as Versioned).schemaVersion, explain, maxBytes);
  }
  return encode;
}
