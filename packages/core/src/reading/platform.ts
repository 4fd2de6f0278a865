/** The standard globals the codec uses, typed here so that neither this package nor its users need DOM types. */

import { ParseError } from "../errors/parse-error.js";

interface Utf8Decoder {
  decode(bytes: Uint8Array, options?: { stream: boolean }): string;
}

interface Platform {
  readonly TextDecoder?: new (label: string, options: { fatal: boolean; ignoreBOM: boolean }) => Utf8Decoder;
  readonly console?: { warn(message: string): void };
}

const platform = globalThis as unknown as Platform;

/** One such decoder, for whole inputs; made on first use, so that an engine without `TextDecoder` can read strings. */
let strict: Utf8Decoder | undefined;
let lenient: Utf8Decoder | undefined;

/**
 * Refuses malformed UTF-8 and keeps a byte order mark.
 * @throws ParseError with the code `not_text` in an engine that has no decoder.
 */
export function newUtf8Decoder(fatal = true): Utf8Decoder {
  const { TextDecoder } = platform;
  if (TextDecoder === undefined) throw new ParseError("not_text", "bytes, and this engine has no TextDecoder for them");
  return new TextDecoder("utf-8", { fatal, ignoreBOM: true });
}

/** The decoder for whole inputs; throws as `newUtf8Decoder`. */
export function strictUtf8(): Utf8Decoder {
  strict ??= newUtf8Decoder();
  return strict;
}

/** Puts U+FFFD in place of malformed UTF-8 and keeps a byte order mark; throws as `newUtf8Decoder`. */
export function lenientUtf8(): Utf8Decoder {
  lenient ??= newUtf8Decoder(false);
  return lenient;
}

/** Writes a line to the console, where there is one. */
export function warnOnConsole(message: string): void {
  platform.console?.warn(message);
}
