/** What files are made of: encodings, line breaks, sizes, and what is not text. */

import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_FILE_POLICY, FileContext, resolveFile } from "../../src/files/index.js";
import { readAllowedBytes } from "../../src/files/read-bytes.js";
import { errorOf, makeFolder, reference } from "./folder.js";

const { root, options, write } = makeFolder();

const codeOf = async (content: string | Uint8Array): Promise<string> => {
  write("a.txt", content);
  return (await errorOf(FileContext.fromFile("a.txt", options))).code;
};

const textOf = async (content: string | Uint8Array): Promise<string> => {
  write("a.txt", content);
  return (await FileContext.fromFile("a.txt", options)).content;
};

const utf16le = (text: string): Buffer => Buffer.from(`\ufeff${text}`, "utf16le");
const utf16be = (text: string): Buffer => utf16le(text).swap16();

describe("encodings", () => {
  const text = "Grüße, 世界 👍\r\nline two\u2028still\n";

  it.each([
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${text}`)],
    ["UTF-16, small end first", utf16le(text)],
    ["UTF-16, big end first", utf16be(text)],
  ])("reads %s, without the mark and with line breaks as they are", async (_, bytes) => {
    write("a.txt", bytes);
    const file = await FileContext.fromFile("a.txt", options);
    expect(file.content).toBe(text);
    expect(file.file_size_bytes).toBe(bytes.length);
    const lines = await FileContext.fromFile("a.txt", { ...options, start_line: 2, end_line: 2 });
    expect(lines.content).toBe("line two\u2028still\n");
  });

  it("takes away one mark alone, and only at the start", async () => {
    expect(await textOf("\ufeff\ufeffa\ufeff")).toBe("\ufeffa\ufeff");
    expect(await textOf("\ufeff")).toBe("");
    expect(await textOf(utf16be(""))).toBe("");
  });

  it.each([
    ["Latin-1", Buffer.from("caf\xe9 au lait\n", "latin1")],
    ["Windows-1252", Buffer.from([0x93, 0x61, 0x94])],
    ["Shift JIS", Buffer.from([0x93, 0xfa, 0x96, 0x7b])],
    ["UTF-8 that ends within a character", Buffer.from("👍").subarray(0, 3)],
    ["an overlong slash", Buffer.from([0x2e, 0x2e, 0xc0, 0xaf])],
    ["half a surrogate pair as UTF-8", Buffer.from([0xed, 0xa0, 0x80])],
    ["a character past the last", Buffer.from([0xf4, 0x90, 0x80, 0x80])],
    ["UTF-16 that ends within a unit", utf16le("ab").subarray(0, 5)],
    ["half a surrogate pair as UTF-16", utf16le("a\ud800b")],
    ["half a surrogate pair at the end of UTF-16", utf16be("a\ud83d")],
    ["UTF-32", Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])],
    ["UTF-32, big end first", Buffer.from([0, 0, 0xfe, 0xff, 0, 0, 0, 0x61])],
  ])("refuses what it could only guess: %s", async (_, bytes) => {
    expect(await codeOf(bytes)).toBe("unsupported_encoding");
  });

  it.each([
    ["a NUL", Buffer.from("text\0text")],
    ["a NUL at the very end", Buffer.from(`${"a".repeat(600_000)}\0`)],
    ["UTF-16 without a mark", Buffer.from("abc", "utf16le")],
    ["a NUL in UTF-16", utf16le("a\0b")],
    ["a picture", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")],
    ["a program", Buffer.from("7f454c4602010100", "hex")],
    ["a compressed file", Buffer.from("1f8b0801020304ff", "hex")],
  ])("refuses what is not text: %s", async (_, bytes) => {
    expect(await codeOf(bytes)).toBe("binary");
  });

  it("keeps every other control character: colours of a log, form feeds, what separates fields", async () => {
    expect(await textOf("\x1b[1mbold\x1b[0m\x07\x01")).toBe("\x1b[1mbold\x1b[0m\x07\x01");
    const controls = String.fromCodePoint(...Array.from({ length: 0xa0 }, (_, at) => at).slice(1));
    expect(await textOf(controls)).toBe(controls);
    expect(await textOf(utf16le(controls))).toBe(controls);
  });

  it("gives any text back, however it falls into pieces", async () => {
    const character = fc.oneof(fc.constantFrom("\n", "\r\n", "a", "é", "世", "👍"), fc.string({ unit: "grapheme" }));
    const texts = fc.tuple(fc.integer({ min: 0, max: 5 }), fc.array(character, { maxLength: 20 }));
    await fc.assert(
      fc.asyncProperty(texts, fc.constantFrom("utf8", "le", "be"), async ([shift, end], encoding) => {
        // The middle of a piece's last character moves through the end of the piece.
        const content = `x${"a".repeat(shift)}${"👍世é\n".repeat(22_000)}${end.join("")}`.replaceAll("\0", "");
        const bytes = encoding === "utf8" ? content : encoding === "le" ? utf16le(content) : utf16be(content);
        expect((await textOf(bytes)) === content).toBe(true);
      }),
      { numRuns: propertyRuns(20) },
    );
  });
});

describe("lines", () => {
  it.each([
    ["", 0],
    ["a", 1],
    ["a\n", 1],
    ["\n", 1],
    ["\n\n", 2],
    ["a\nb", 2],
    ["a\r\nb\r\n", 2],
    ["a\rb", 1],
  ])("are counted as everywhere, a final line break beginning none: %j", async (content, count) => {
    write("a.txt", content);
    const { resolution } = (await resolveFile(reference("a.txt"), options)).data;
    expect(resolution.line_count).toBe(count);
    expect(FileContext.lineCount(FileContext.fromContent("a.txt", content))).toBe(count);
  });

  it("are those that splitting the text gives, for any text and any range", async () => {
    const line = fc.constantFrom("", "a", "é\r", "👍 ".repeat(90_000));
    const range = fc.record({
      start_line: fc.option(fc.integer({ min: 1, max: 7 }), { nil: undefined }),
      end_line: fc.option(fc.integer({ min: 1, max: 7 }), { nil: undefined }),
    });
    const big = { ...options, policy: { ...DEFAULT_FILE_POLICY, max_content_bytes: 16_777_216 } };
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 6 }), fc.boolean(), range, async (all, isEnded, lines) => {
        const content = all.join("\n") + (isEnded && all.length > 0 ? "\n" : "");
        const split = content.match(/[^\n]*\n|[^\n]+$/g) ?? [];
        const { start_line, end_line } = lines;
        write("lines.txt", content);
        const read = FileContext.fromFile("lines.txt", { ...big, ...lines });
        const isBad =
          (start_line ?? 0) > split.length || (end_line ?? 0) > split.length || (end_line ?? 9) < (start_line ?? 1);
        if (isBad) expect(await errorOf(read)).toMatchObject({ code: "bad_range", line_count: split.length });
        else expect((await read).content === split.slice((start_line ?? 1) - 1, end_line).join("")).toBe(true);
      }),
      { numRuns: propertyRuns(60) },
    );
  });
});

describe("sizes", () => {
  const limited = (max_file_bytes: number, max_content_bytes: number) => ({
    ...options,
    policy: { ...DEFAULT_FILE_POLICY, max_file_bytes, max_content_bytes },
  });

  it("refuses a file that is larger than the policy allows, and says how large it is", async () => {
    write("a.txt", "12345");
    expect((await FileContext.fromFile("a.txt", limited(5, 100))).content).toBe("12345");
    const { resolution } = (await resolveFile(reference("a.txt"), limited(4, 100))).data;
    expect(resolution).toMatchObject({ status: "failed", file_size_bytes: 5, error: { code: "too_large" } });
  });

  it("refuses a sparse file of a terabyte at once", async () => {
    writeFileSync(join(root, "sparse.bin"), "");
    truncateSync(join(root, "sparse.bin"), 2 ** 40);
    expect((await errorOf(FileContext.fromFile("sparse.bin", options))).code).toBe("too_large");
    expect((await errorOf(readAllowedBytes("sparse.bin", options))).code).toBe("too_large");
  });

  it.each([
    ["fits exactly", 10, "one\ntwo\n👍", undefined],
    ["lacks one byte", 11, "one\ntwo\n", true],
    ["lacks a line", 7, "one\n", true],
  ])("cuts content after a line: %s", async (_, max, content, isCut) => {
    write("a.txt", "one\ntwo\n👍");
    const allowed = limited(1_000, max === 10 ? 12 : max);
    const { resolution } = (await resolveFile(reference("a.txt"), allowed)).data;
    expect([resolution.content, resolution.is_truncated]).toEqual([content, isCut]);
    expect([resolution.line_count, resolution.file_size_bytes]).toEqual([3, 12]);
  });

  it("cuts a line that is too long by itself between two characters", async () => {
    write("a.txt", "é👍👍 and more");
    for (const [max, content] of [
      [1, ""],
      [2, "é"],
      [5, "é"],
      [6, "é👍"],
      [9, "é👍"],
      [10, "é👍👍"],
    ] as const)
      expect((await FileContext.fromFile("a.txt", limited(1_000, max))).content).toBe(content);
  });

  it("counts all lines and finds what is not text, also behind the cut", async () => {
    write("a.txt", "line\n".repeat(300_000));
    const { resolution } = (await resolveFile(reference("a.txt"), options)).data;
    expect([resolution.line_count, resolution.is_truncated]).toEqual([300_000, true]);
    expect(resolution.content?.length).toBe(262_140);
    const late = (await resolveFile(reference("a.txt", 299_999), options)).data.resolution;
    expect([late.content, late.is_truncated]).toEqual(["line\nline\n", undefined]);
    write("a.txt", `${"line\n".repeat(300_000)}\0`);
    expect((await errorOf(FileContext.fromFile("a.txt", { ...options, end_line: 1 }))).code).toBe("binary");
  });
});

describe("bytes", () => {
  it("come through the same policy, of any kind and size", async () => {
    for (const size of [0, 1, 262_143, 262_144, 262_145, 700_001]) {
      const bytes = Uint8Array.from({ length: size }, (_, at) => (at * 7) % 256);
      write("img/a.png", bytes);
      const read = await readAllowedBytes("img/a.png", options);
      expect(Buffer.compare(read.bytes, bytes)).toBe(0);
      expect(read.resolved_path).toBe("img/a.png");
    }
    const stranger = { ...options, role: "stranger" };
    expect((await errorOf(readAllowedBytes("img/a.png", stranger))).code).toBe("denied");
    expect((await errorOf(readAllowedBytes("../secret.txt", options))).code).toBe("bad_path");
  });
});
