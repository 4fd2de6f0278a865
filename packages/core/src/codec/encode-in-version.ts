/** The text of a message in the current or an older version. */

import type { Message } from "../generated/types.gen.js";
import { MAX_BYTES } from "../reading/read-text.js";
import type { WritableContract } from "../runtime/contract.js";
import { encodeCurrent } from "./encode.js";
import { encodeAs } from "./encode-older.js";
import type { EncodeOptions } from "./options.js";
import type { EncodedText, InvalidMessage } from "./results.js";

export type VersionedOptions = EncodeOptions & { readonly schemaVersion: number };

/**
 * With notes where a version is asked for.
 * @throws ValidationError, or UnsupportedVersionError.
 */
export function encodeInVersion(
  contract: WritableContract,
  message: Message | InvalidMessage,
  options?: EncodeOptions | VersionedOptions,
): string | EncodedText {
  const maxBytes = options?.maxBytes ?? MAX_BYTES;
  const isCurrent = options === undefined || (typeof options === "object" && !("schemaVersion" in options));
  return isCurrent
    ? encodeCurrent(contract, message, maxBytes)
    : encodeAs(contract, message, (options as VersionedOptions).schemaVersion, maxBytes);
}
