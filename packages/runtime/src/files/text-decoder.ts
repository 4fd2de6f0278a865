/** Bytes to text, or the reason why they are none. */

import { FileAccessError } from "./file-access-error.js";

type Encoding = "utf-8" | "utf-16le" | "utf-16be";

/** The first bytes of a file that tell how it is encoded; the longer ones come first. */
const MARKS: readonly (readonly [bytes: readonly number[], encoding: Encoding | undefined])[] = [
  [[0xff, 0xfe, 0, 0], undefined], // UTF-32
  [[0, 0, 0xfe, 0xff], undefined],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
];

/** Turns the pieces of one file into text. The byte order mark is left out, and everything else is as it is in the file. */
export interface FileDecoder {
  /** @throws FileAccessError `binary`, `unsupported_encoding` */
  write(bytes: Uint8Array): string;
  /** @returns what was left. @throws FileAccessError `unsupported_encoding` when the file ends within a character. */
  end(): string;
}

/** @param first The first bytes of the file; four, if it has so many. */
export function createFileDecoder(first: Uint8Array): FileDecoder {
  const encoding = encodingOf(first);
  if (encoding === undefined) throw new FileAccessError("unsupported_encoding");
  const decoder = new TextDecoder(encoding, { fatal: true });
  return {
    write: (bytes) => textOnly(orRefused(() => decoder.decode(bytes, { stream: true }), bytes, encoding)),
    end: () => textOnly(orRefused(() => decoder.decode(), NOTHING, encoding)),
  };
}

const NOTHING = new Uint8Array();

/** UTF-8, unless its first bytes say otherwise; UTF-16 without them cannot be told for sure. */
function encodingOf(first: Uint8Array): Encoding | undefined {
  const found = MARKS.find(([mark]) => mark.every((byte, at) => first[at] === byte));
  return found === undefined ? "utf-8" : found[1];
}

function orRefused(decode: () => string, bytes: Uint8Array, encoding: Encoding): string {
  try {
    return decode();
  } catch {
    throw new FileAccessError(encoding === "utf-8" && bytes.some(isNoText) ? "binary" : "unsupported_encoding");
  }
}

/** Control characters but for those that stand in texts: backspace, tab, line breaks, form feed, escape. */
function isNoText(byte: number): boolean {
  return byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b;
}

function textOnly(text: string): string {
  if (text.includes("\0")) throw new FileAccessError("binary");
  return text;
}
