/** The text of a message in the current or an older version. */

import type { Message } from "../generated/types.gen.js";
import { MAX_BYTES } from "../reading/read-text.js";
import { encodeCurrent } from "./encode.js";
import { encodeAs } from "./encode-older.js";
import type { EncodeOptions } from "./options.js";
import type { EncodedText, InvalidMessage } from "./results.js";

type Versioned = EncodeOptions & { readonly schemaVersion: number };

/**
 * The JSON text of a message: the text it was decoded from while it is unchanged, otherwise a new one in canonical order.
 * A message of an older version that would be too large in the current one is written as the text it came from.
 * @throws ValidationError for a value that is not a valid message, or too large, so that nothing is written that decoding would refuse.
 */
export function encode(message: Message | InvalidMessage, options?: EncodeOptions): string;
/**
 * The text in a version, with notes of what that version cannot say. What it cannot say is kept in `residue` and comes back
 * on the way up. Messages that are unknown, broken, of a newer version or would be over a limit stay as they are, with a note.
 * @throws ValidationError as above.
 * @throws UnsupportedVersionError for a version that does not exist.
 */
export function encode(message: Message | InvalidMessage, options: Versioned): EncodedText;
export function encode(message: Message | InvalidMessage, options?: EncodeOptions | Versioned): string | EncodedText {
  const maxBytes = options?.maxBytes ?? MAX_BYTES;
  const isCurrent = options === undefined || (typeof options === "object" && !("schemaVersion" in options));
  return isCurrent
    ? encodeCurrent(message, maxBytes)
    : encodeAs(message, (options as Versioned).schemaVersion, maxBytes);
}
