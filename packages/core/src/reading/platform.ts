/** The standard globals the codec uses, typed here so that neither this package nor its users need DOM types. */

interface Utf8Decoder {
  decode(bytes: Uint8Array, options?: { stream: boolean }): string;
}

interface Platform {
  readonly TextDecoder: new (label: string, options: { fatal: boolean; ignoreBOM: boolean }) => Utf8Decoder;
  readonly console: { warn(message: string): void };
}

const platform = globalThis as unknown as Platform;

/** Refuses malformed UTF-8 and keeps a byte order mark. */
export function newUtf8Decoder(): Utf8Decoder {
  return new platform.TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
}

/** One such decoder, for whole inputs. */
export const strictUtf8: Utf8Decoder = /* @__PURE__ */ newUtf8Decoder();

/** Puts U+FFFD in place of malformed UTF-8 and keeps a byte order mark. */
export const lenientUtf8: Utf8Decoder = /* @__PURE__ */ new platform.TextDecoder("utf-8", {
  fatal: false,
  ignoreBOM: true,
});

/** Writes a line to the console. */
export function warnOnConsole(message: string): void {
  platform.console.warn(message);
}
