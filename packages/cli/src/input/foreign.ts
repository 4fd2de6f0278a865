/** Recognises files that are not JSON text at all, so that a person is told what to do and not only that all is invalid. */

/** So many bytes tell. */
export const HEAD_BYTES = 8;

interface Kind {
  readonly magic: readonly number[];
  readonly hint: string;
}

const KINDS: readonly Kind[] = [
  { magic: [0xff, 0xfe], hint: "it looks like UTF-16 text; convert it first: iconv -f UTF-16 -t UTF-8" },
  { magic: [0xfe, 0xff], hint: "it looks like UTF-16 text; convert it first: iconv -f UTF-16 -t UTF-8" },
  { magic: [0x7b, 0x00], hint: "it looks like UTF-16 text; convert it first: iconv -f UTF-16LE -t UTF-8" },
  { magic: [0x5b, 0x00], hint: "it looks like UTF-16 text; convert it first: iconv -f UTF-16LE -t UTF-8" },
  { magic: [0x1f, 0x8b], hint: "it looks compressed; unpack it first: gzip -dc" },
  { magic: [0x28, 0xb5, 0x2f, 0xfd], hint: "it looks compressed; unpack it first: zstd -dc" },
  { magic: [0x50, 0x4b, 0x03, 0x04], hint: "it looks like a zip archive; unpack it first" },
  { magic: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65], hint: "it looks like an SQLite database; export its messages first" },
];

/** What a person can do about a file that begins with these bytes, or undefined where nothing special is known. */
export function hintFor(head: Buffer): string | undefined {
  return KINDS.find(({ magic }) => magic.every((byte, index) => head[index] === byte))?.hint;
}
