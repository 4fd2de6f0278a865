/** File contexts that are read from a disk. */

import { utimesSync } from "node:fs";
import { join } from "node:path";
import { FileContext as PureFileContext } from "@parlance/builders";
import { ParlanceError, type Warning } from "@parlance/core";
import { describe, expect, it } from "vitest";
import { type FileSystem, type OpenFile, systemFiles } from "../../src/files/file-system.js";
import { DEFAULT_FILE_POLICY, FileAccessError, FileContext } from "../../src/files/index.js";
import { readFileText } from "../../src/files/read-text.js";
import { errorOf, makeFolder } from "./folder.js";

const { root, options, write } = makeFolder();
write("src/main.ts", "one\ntwo\nthree\n");
utimesSync(join(root, "src/main.ts"), 1_700_000_000, 1_700_000_000);

describe("FileContext.fromFile", () => {
  it("gives a whole file with language, size and time", async () => {
    const file = await FileContext.fromFile("src/main.ts", options);
    expect(file).toEqual({
      path: "src/main.ts",
      content: "one\ntwo\nthree\n",
      language: "typescript",
      is_truncated: false,
      file_size_bytes: 14,
      last_modified: "2023-11-14T22:13:20.000Z",
    });
    expect(Object.isFrozen(file)).toBe(true);
  });

  it("gives some lines of it, with the size of the whole file", async () => {
    const file = await FileContext.fromFile("src/main.ts", { ...options, start_line: 2, end_line: 2 });
    expect(file).toMatchObject({ content: "two\n", start_line: 2, end_line: 2, file_size_bytes: 14 });
    const rest = await FileContext.fromFile("src/main.ts", { ...options, start_line: 2 });
    expect([rest.content, rest.start_line, rest.end_line]).toEqual(["two\nthree\n", 2, undefined]);
  });

  it.each([
    ["0000-01-01T00:00:00.000Z", -62_167_219_200_000n],
    [undefined, -62_167_219_200_001n],
    ["9999-12-31T23:59:59.999Z", 253_402_300_799_999n],
    [undefined, 253_402_300_800_000n],
    [undefined, 10n ** 15n],
  ])("tells the time of the last change where the contract has such a year: %s", async (time, milliseconds) => {
    const stat = async (open: OpenFile) => ({ ...(await open.stat()), modified: milliseconds * 1_000_000n });
    const files: FileSystem = {
      ...systemFiles,
      open: async (path) => {
        const open = await systemFiles.open(path);
        return { ...open, stat: () => stat(open) };
      },
    };
    expect((await readFileText("src/main.ts", {}, options, files)).last_modified).toBe(time);
  });

  it("says where the lines really end when they are cut", async () => {
    const warnings: Warning[] = [];
    const logger = { warn: (warning: Warning) => void warnings.push(warning) };
    const policy = { ...DEFAULT_FILE_POLICY, max_content_bytes: 9 };
    const cut = { ...options, policy, logger, start_line: 1, end_line: 3 };
    const file = await FileContext.fromFile("src/main.ts", cut);
    expect(file).toMatchObject({ content: "one\ntwo\n", is_truncated: true, start_line: 1, end_line: 2 });
    expect(warnings.map(({ code, path }) => `${path}: ${code}`)).toEqual(["/content: file_truncated"]);
  });

  it.each([
    ["fewer than there are", 2, {}, { content: "one\ntwo\n", is_truncated: true, start_line: 1, end_line: 2 }],
    ["as many as there are", 3, {}, { content: "one\ntwo\nthree\n", is_truncated: false, end_line: undefined }],
    ["more than there are", 4, {}, { content: "one\ntwo\nthree\n", is_truncated: false, end_line: undefined }],
    ["the most that can be", Number.MAX_SAFE_INTEGER, {}, { is_truncated: false, start_line: undefined }],
    [
      "fewer than from a line on",
      1,
      { start_line: 2 },
      { content: "two\n", is_truncated: true, start_line: 2, end_line: 2 },
    ],
    [
      "as many as from a line on",
      2,
      { start_line: 2 },
      { content: "two\nthree\n", is_truncated: false, start_line: 2 },
    ],
    ["fewer than a range", 1, { end_line: 2 }, { content: "one\n", is_truncated: true, start_line: 1, end_line: 1 }],
    [
      "as many as a range",
      2,
      { end_line: 2 },
      { content: "one\ntwo\n", is_truncated: false, start_line: 1, end_line: 2 },
    ],
  ])("attaches at most so many lines, and says where there were more: %s", async (_, max_lines, range, expected) => {
    const warnings: Warning[] = [];
    const logger = { warn: (warning: Warning) => void warnings.push(warning) };
    const file = await FileContext.fromFile("src/main.ts", { ...options, ...range, max_lines, logger });
    expect({ start_line: undefined, end_line: undefined, ...file }).toMatchObject({ ...expected, file_size_bytes: 14 });
    // Whoever asked for so many knows that they may not be all.
    expect(warnings).toEqual([]);
  });

  it("says where the lines end that are cut to a number and to a size", async () => {
    const policy = { ...DEFAULT_FILE_POLICY, max_content_bytes: 5 };
    const file = await FileContext.fromFile("src/main.ts", { ...options, policy, max_lines: 2 });
    expect(file).toMatchObject({ content: "one\n", is_truncated: true, start_line: 1, end_line: 1 });
  });

  it.each([0, -1, 1.5, Number.NaN, "2", null])("refuses a number of lines that is none: %s", async (max_lines) => {
    const error = await errorOf(FileContext.fromFile("src/main.ts", { ...options, max_lines: max_lines as number }));
    expect(error.message).toContain("/max_lines: expected a whole number from 1 on");
  });

  it("has a range also when not even a character of its first line has room", async () => {
    write("wide.txt", "a\né\n");
    const policy = { ...DEFAULT_FILE_POLICY, max_content_bytes: 1 };
    const file = await FileContext.fromFile("wide.txt", { ...options, policy, start_line: 2 });
    expect(file).toMatchObject({ content: "", is_truncated: true, start_line: 2, end_line: 2 });
  });

  it("rejects with a typed error that tells neither the path nor the content", async () => {
    const error = await errorOf(FileContext.fromFile("src/gone.ts", options));
    expect(error).toBeInstanceOf(FileAccessError);
    expect(FileAccessError.isInstance(error)).toBe(true);
    expect(FileAccessError.isInstance(new ParlanceError("not_found", ""))).toBe(false);
    expect([error.name, error.code, error.message]).toEqual(["FileAccessError", "not_found", "there is no such file"]);
    expect(`${error.stack}${JSON.stringify(error)}`).not.toContain("gone.ts");
    expect(error.cause).toBeUndefined();
  });

  it("tells how many lines there are", async () => {
    const error = await errorOf(FileContext.fromFile("src/main.ts", { ...options, end_line: 4 }));
    expect([error.code, error.line_count, error.file_size_bytes]).toEqual(["bad_range", 3, 14]);
  });

  it.each([0, -1, 1.5, Number.NaN, "2", null])("refuses a line that is none: %s", async (start_line) => {
    const error = await errorOf(FileContext.fromFile("src/main.ts", { ...options, start_line: start_line as number }));
    expect(error.message).toContain("/start_line: expected a whole number from 1 on");
  });

  it.each(["", "../secret.txt", "a\\..\\b", "a\0b", "x".repeat(4097), 7, undefined])(
    "refuses what the contract takes for no path: %j",
    async (path) => {
      expect((await errorOf(FileContext.fromFile(path as string, options))).code).toBe("bad_path");
    },
  );

  it("says that no path may lead up", async () => {
    const error = await errorOf(FileContext.fromFile("../secret.txt", options));
    expect(error.message).toContain("segment `..`");
  });

  it("has everything else of file contexts", async () => {
    const file = await FileContext.fromFile("src/main.ts", options);
    expect(FileContext.toPromptFormat(file)).toBe("File: src/main.ts\n```typescript\none\ntwo\nthree\n```");
    expect(FileContext.fromContent("a.ts", "")).toEqual(PureFileContext.fromContent("a.ts", ""));
    expect(FileContext.schema).toEqual(PureFileContext.schema);
    expect(FileContext.is(file)).toBe(true);
  });
});
