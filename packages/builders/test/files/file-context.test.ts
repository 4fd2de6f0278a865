/** File contexts: factories, computed values and what they refuse. */

import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import { FileContext } from "../../src/index.js";
import { errorOf, expectNoSecret, isDeeplyFrozen, issuesOf, placesOf, SECRET } from "../refusal.js";
import { samplesOf } from "../samples.js";

const WHOLE = FileContext.fromContent("src/Main.cs", "class A {}\n");
const EXCERPT = FileContext.fromExcerpt("src/a.py", "x = 1\ny = 2", 10, 11, 4096);

const untyped = FileContext as unknown as Record<"fromContent" | "fromExcerpt", (...given: unknown[]) => FileContext>;

describe("a file context", () => {
  it("holds a whole file with its language and its size in UTF-8 bytes", () => {
    expect(WHOLE).toEqual({
      path: "src/Main.cs",
      content: "class A {}\n",
      language: "csharp",
      is_truncated: false,
      file_size_bytes: 11,
    });
    expect(FileContext.fromContent("a.txt", "é👍\ud800").file_size_bytes).toBe(9);
  });

  it("holds some lines of a file, with the size of the whole file", () => {
    expect(EXCERPT).toEqual({
      path: "src/a.py",
      content: "x = 1\ny = 2",
      language: "python",
      is_truncated: false,
      start_line: 10,
      end_line: 11,
      file_size_bytes: 4096,
    });
  });

  it("takes the language that is given over the one that the path tells", () => {
    expect(FileContext.fromContent("a.h", "", { language: "c" }).language).toBe("c");
    expect(FileContext.fromExcerpt("a.h", "", 1, 1, 9, { language: "c" }).language).toBe("c");
  });

  it("leaves out the language that nobody knows and whatever is given as null", () => {
    expect(FileContext.fromContent("notes.unheard-of", "", { language: null, last_modified: null })).toEqual({
      path: "notes.unheard-of",
      content: "",
      is_truncated: false,
      file_size_bytes: 0,
    });
  });

  it("keeps when the file changed", () => {
    const file = FileContext.fromContent("a.ts", "", { last_modified: "2026-11-21T10:00:00.000Z" });
    expect(file.last_modified).toBe("2026-11-21T10:00:00.000Z");
  });

  it("is immutable plain data of the contract, which survives JSON and structured cloning", () => {
    expect(isDeeplyFrozen(EXCERPT)).toBe(true);
    expect(structuredClone(EXCERPT)).toEqual(EXCERPT);
    expect(FileContext.decode(FileContext.encode(EXCERPT))).toEqual(EXCERPT);
    expect(FileContext.equals(EXCERPT, FileContext.fromExcerpt("src/a.py", "x = 1\ny = 2", 10, 11, 4096))).toBe(true);
  });

  it("knows whether it is partial", () => {
    expect(FileContext.isPartial(WHOLE)).toBe(false);
    expect(FileContext.isPartial(EXCERPT)).toBe(true);
    expect(FileContext.isPartial(FileContext.parse({ ...WHOLE, end_line: 1 }))).toBe(true);
  });
});

describe("the path of a file context", () => {
  it.each([
    ["src/a.ts", "a.ts", "ts"],
    ["C:\\src\\Main.CS", "Main.CS", "CS"],
    ["archive.tar.gz", "archive.tar.gz", "gz"],
    [".gitignore", ".gitignore", "gitignore"],
    ["src/.env.local", ".env.local", "local"],
    ["Makefile", "Makefile", ""],
    ["name.", "name.", ""],
    ["folder.d/file", "file", ""],
    ["folder/", "", ""],
    ["a...b", "a...b", "b"],
  ])("%s has the file name %j and the extension %j", (path, name, extension) => {
    const file = FileContext.fromContent(path, "");
    expect([FileContext.fileName(file), FileContext.extension(file)]).toEqual([name, extension]);
  });
});

describe("the content of a file context", () => {
  it.each([
    ["", 0],
    ["one", 1],
    ["one\n", 1],
    ["one\ntwo", 2],
    ["one\r\ntwo\r\n", 2],
    ["\n", 1],
    ["\n\n", 2],
    ["one\n\n\ntwo", 4],
  ])("%j has its lines counted, and a final line end starts none", (content, lines) => {
    expect(FileContext.lineCount(FileContext.fromContent("a", content))).toBe(lines);
  });

  it("the length of a content is told in characters and roughly in tokens", () => {
    const file = FileContext.fromContent("a", "12345678901");
    expect([FileContext.contentLength(file), FileContext.estimatedTokens(file)]).toEqual([11, 2]);
  });
});

describe("file contexts that are refused", () => {
  it("a path that climbs out, is empty or holds NUL is refused", () => {
    expect(placesOf(() => FileContext.fromContent("../a.ts", ""))).toEqual(["/path: not_allowed"]);
    expect(placesOf(() => FileContext.fromContent("a\\..\\b", ""))).toEqual(["/path: not_allowed"]);
    expect(placesOf(() => FileContext.fromContent("", ""))).toEqual(["/path: too_short"]);
    expect(placesOf(() => FileContext.fromContent("a\0b", ""))).toEqual(["/path: not_allowed"]);
  });

  it("a range of lines that ends before it starts is refused", () => {
    expect(issuesOf(() => FileContext.fromExcerpt("a", "", 5, 4, 9))).toEqual([
      {
        code: "end_before_start",
        path: "/end_line",
        keyword: "",
        expected: "a line not before the first one",
        found: "a line before it",
      },
    ]);
  });

  it("a file context is refused with every problem at once, by place", () => {
    expect(
      placesOf(() =>
        untyped.fromExcerpt("../a", 5, 0, -1, 1.5, { language: "", last_modified: new Date("2026-01-01") }),
      ),
    ).toEqual([
      "/end_line: end_before_start",
      "/last_modified: not_json_value",
      "/path: not_allowed",
      "/content: wrong_type",
      "/language: too_short",
      "/start_line: too_small",
      "/file_size_bytes: wrong_type",
    ]);
    expect(placesOf(() => untyped.fromContent())).toEqual([": missing_property", ": missing_property"]);
  });

  it("the refusal of a file context shows nothing of what was given", () => {
    expectNoSecret(errorOf(() => FileContext.fromContent(`../${SECRET}`, SECRET)));
    expectNoSecret(errorOf(() => untyped.fromExcerpt({ [SECRET]: 1 }, SECRET, 2, 1, 0, { language: { [SECRET]: 1 } })));
  });
});

describe("the description of a file context", () => {
  it("has file name, language, lines and length, and neither path nor content", () => {
    expect(FileContext.describe(WHOLE)).toBe("FileContext(Main.cs, csharp, 1 line, 11 characters)");
    expect(FileContext.describe(EXCERPT)).toBe("FileContext(a.py, python, 2 lines, partial, 11 characters)");
    expect(FileContext.describe(FileContext.parse({ ...WHOLE, is_truncated: true }))).toBe(
      "FileContext(Main.cs, csharp, 1 line, truncated, 11 characters)",
    );
  });

  it("has a language only where the path tells it", () => {
    const file = FileContext.fromContent("a.ts", "", { language: SECRET });
    expect(FileContext.describe(file)).toBe("FileContext(a.ts, 0 lines, 0 characters)");
  });

  it("has an excerpt on one line when asked", () => {
    expect(FileContext.describe(WHOLE, { content: true, max: 16 })).toBe(
      'FileContext(Main.cs, csharp, 1 line, 11 characters): "class A {}\\n"',
    );
  });

  it("the description of any stored file has nothing of its folders, its content or its own language, and stands on one line", () => {
    fc.assert(
      fc.property(samplesOf(FileContext), (file) => {
        expect(FileContext.describe(file)).toMatch(
          /^FileContext\((?:[^/\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+, )?(?:[a-z0-9.+-]+, )?\d+ lines?(, partial)?(, truncated)?, \d+ characters?\)$/u,
        );
      }),
    );
  });
});

it("is typed as readonly data of the contract", () => {
  expectTypeOf(FileContext.fromContent).returns.toEqualTypeOf<FileContext>();
  expectTypeOf(FileContext.inferLanguage).returns.toEqualTypeOf<string | undefined>();
  expectTypeOf<FileContext["start_line"]>().toEqualTypeOf<number | undefined>();
  // @ts-expect-error a file context cannot be changed
  expect(() => (WHOLE.path = "other")).toThrow(TypeError);
});
