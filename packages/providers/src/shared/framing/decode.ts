/** Pieces of UTF-8 bytes and of text to one text, whatever the borders between them. */

import { ParseError } from "@parlance/core";

interface Utf8Decoder {
  decode(bytes?: Uint8Array, options?: { stream: boolean }): string;
}

/** The part of every modern platform that is needed, without the types of any one of them. */
const platform = globalThis as unknown as {
  readonly TextDecoder: new (label: string, options: { fatal: boolean; ignoreBOM: boolean }) => Utf8Decoder;
};

/** The text of a whole body; what is not UTF-8 becomes replacement characters. */
export function textOfBody(body: string | Uint8Array): string {
  return typeof body === "string"
    ? body
    : new platform.TextDecoder("utf-8", { fatal: false, ignoreBOM: false }).decode(body);
}

const BYTE_ORDER_MARK = "\ufeff";

export class TextPieces {
  readonly #decoder: Utf8Decoder = new platform.TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  #isFirst = true;
  #hasBytes = false;

  /**
   * The text of the next piece, as far as its characters are whole; without a byte order mark at the very beginning.
   * @throws ParseError with the code `not_utf8`.
   */
  push(piece: string | Uint8Array): string {
    const text = typeof piece === "string" ? this.#end() + piece : this.#decoded(piece);
    if (!this.#isFirst || text === "") return text;
    this.#isFirst = false;
    return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  }

  /** Whether the bytes ended within a character, which is lost. */
  endsWithin(): boolean {
    try {
      this.#end();
      return false;
    } catch {
      return true;
    }
  }

  #decoded(bytes: Uint8Array): string {
    this.#hasBytes = true;
    return this.#decode(bytes, true);
  }

  /** What bytes have left over before a piece of text: nothing, unless they ended within a character. */
  #end(): string {
    if (!this.#hasBytes) return "";
    this.#hasBytes = false;
    return this.#decode(new Uint8Array(), false);
  }

  #decode(bytes: Uint8Array, stream: boolean): string {
    try {
      return this.#decoder.decode(bytes, { stream });
    } catch {
      throw new ParseError("not_utf8", "the bytes are not UTF-8");
    }
  }
}
