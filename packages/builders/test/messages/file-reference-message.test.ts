/** File references: paths, line ranges, and the one spelling of a path. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FileReferenceMessage, FileReferenceMessageBuilder } from "../../src/index.js";
import { normalisedPath } from "../../src/messages/normalised-path.js";
import { errorOf, expectNoSecret, isDeeplyFrozen, issuesOf, placesOf, SECRET } from "../refusal.js";
import { ENVELOPE, FIXED, ID } from "./fixtures.js";

/** What a JavaScript caller may pass where TypeScript would refuse it. */
const untyped = FileReferenceMessage as unknown as { create: (...given: unknown[]) => FileReferenceMessage };

describe("a reference to a file (file reference message representation)", () => {
  it("stores the path and tracks that it is not resolved yet", () => {
    expect(FileReferenceMessage.create("src/index.ts", FIXED)).toEqual({
      type: "file_reference",
      ...ENVELOPE,
      data: { path: "src/index.ts", resolution: { status: "unresolved" } },
    });
  });

  it("stores an optional line range, of which either end may be missing", () => {
    const lines = [
      { start_line: 3, end_line: 10 },
      { start_line: 3 },
      { end_line: 10 },
      { start_line: 3, end_line: 3 },
    ];
    for (const range of lines) {
      expect(FileReferenceMessage.create("a.ts", range).data).toEqual({
        path: "a.ts",
        ...range,
        resolution: { status: "unresolved" },
      });
    }
  });

  it("takes null for a missing end", () => {
    expect(untyped.create("a.ts", { start_line: null, end_line: undefined }).data).toEqual({
      path: "a.ts",
      resolution: { status: "unresolved" },
    });
  });

  it("cannot be changed", () => {
    expect(isDeeplyFrozen(FileReferenceMessage.create("a.ts", { start_line: 1 }))).toBe(true);
  });
});

describe("validating a file reference message", () => {
  it("refuses an empty path", () => {
    expect(placesOf(() => FileReferenceMessage.create(""))).toEqual(["/data/path: too_short"]);
  });

  it("refuses an end before its start", () => {
    expect(issuesOf(() => FileReferenceMessage.create("a.ts", { start_line: 5, end_line: 4 }))).toEqual([
      {
        ...{ code: "end_before_start", path: "/data/end_line", keyword: "" },
        ...{ expected: "a line not before the first one", found: "a line before it" },
      },
    ]);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "3"])("refuses %s as a line", (line) => {
    expect(placesOf(() => untyped.create("a.ts", { start_line: line }))).toHaveLength(1);
  });

  it.each(["../a", "a/../b", "a/..", "..", "a\\..\\b", "..\\a", "./../a", "a//../b", "/..", "C:\\..\\a"])(
    "refuses path traversal: %j",
    (path) => {
      expect(placesOf(() => FileReferenceMessage.create(path))).toEqual(["/data/path: not_allowed"]);
    },
  );

  it.each(["a..b/c", "...", "..a/b", "a/b..", "~/a", "C:\\a.ts", "/etc/hosts"])(
    "takes %j, which is not a traversal",
    (path) => {
      expect(FileReferenceMessage.create(path).data.path).toBe(path);
    },
  );

  it("refuses NUL, and paths over 4096 characters", () => {
    expect(placesOf(() => FileReferenceMessage.create("a\u0000b"))).toEqual(["/data/path: not_allowed"]);
    expect(placesOf(() => FileReferenceMessage.create("a".repeat(4097)))).toEqual(["/data/path: too_long"]);
  });

  it("reports all problems at once, without content", () => {
    const run = () => untyped.create(`../${SECRET}`, { start_line: 9, end_line: 3, id: SECRET });
    expect(placesOf(run)).toEqual([
      "/data/end_line: end_before_start",
      "/id: pattern_mismatch",
      "/data/path: not_allowed",
    ]);
    expectNoSecret(errorOf(run));
    expect(placesOf(() => untyped.create({ toString: () => "a" }))).toEqual(["/data/path: not_json_value"]);
    expect(placesOf(() => untyped.create())).toEqual(["/data: missing_property"]);
  });
});

describe("the normalised path", () => {
  it.each([
    ["src/index.ts", "src/index.ts"],
    ["./src//a.ts", "src/a.ts"],
    ["src/./a.ts", "src/a.ts"],
    ["src/a/.", "src/a/"],
    [".", "."],
    ["./", "."],
    ["././.", "."],
    ["/", "/"],
    ["///a", "/a"],
    ["//server/share//a", "//server/share/a"],
    ["\\\\server\\share\\.\\a", "\\\\server\\share\\a"],
    [".\\src\\\\a.ts", "src\\a.ts"],
    ["src\\/a.ts", "src\\a.ts"],
    ["C:\\\\a\\.\\b", "C:\\a\\b"],
    ["\\\\.\\COM1", "\\\\.\\COM1"],
    ["\\\\?\\C:\\a\\.\\b", "\\\\?\\C:\\a\\.\\b"],
    [".gitignore", ".gitignore"],
    ["a/.b./c", "a/.b./c"],
    ["", ""],
  ])("the normalised path of %j is %j", (given, normal) => {
    expect(normalisedPath(given)).toBe(normal);
  });

  const path = fc.string({ unit: fc.constantFrom("/", "\\", ".", "a", "..", "C:"), maxLength: 12 });

  it("is normal itself", () => {
    fc.assert(
      fc.property(path, (given) => {
        expect(normalisedPath(normalisedPath(given))).toBe(normalisedPath(given));
      }),
    );
  });

  it("has the same segments, dots aside, and stays absolute or relative", () => {
    const segments = (text: string) => text.split(/[/\\]/).filter((one) => one !== "" && one !== ".");
    fc.assert(
      fc.property(path, (given) => {
        const normal = normalisedPath(given);
        expect(segments(normal)).toEqual(segments(given));
        expect(/^[/\\]/.test(normal)).toBe(/^[/\\]/.test(given));
      }),
    );
  });
});

describe("describing a file reference", () => {
  it("tells file name, lines and status, and the whole path only when asked", () => {
    const message = FileReferenceMessage.create("src/a.ts", { ...FIXED, start_line: 3, end_line: 10 });
    const line = `FileReferenceMessage(${ID}, a.ts, lines 3 to 10, unresolved)`;
    expect(FileReferenceMessage.describe(message)).toBe(line);
    expect(FileReferenceMessage.describe(message, { content: true })).toBe(`${line}: "src/a.ts"`);
  });

  it("tells which end is missing", () => {
    expect(FileReferenceMessage.describe(FileReferenceMessage.create("a", { ...FIXED, start_line: 3 }))).toBe(
      `FileReferenceMessage(${ID}, a, lines 3 to the end, unresolved)`,
    );
    expect(FileReferenceMessage.describe(FileReferenceMessage.create("a", FIXED))).toBe(
      `FileReferenceMessage(${ID}, a, unresolved)`,
    );
  });
});

describe("building a file reference", () => {
  it("normalises and checks as the factory does", () => {
    const builder = FileReferenceMessageBuilder.create(FIXED).withPath("./a//b.ts").withStartLine(3);
    expect(builder.withEndLine(4).build()).toEqual(
      FileReferenceMessage.create("a/b.ts", { ...FIXED, start_line: 3, end_line: 4 }),
    );
    expect(placesOf(() => builder.withEndLine(2).build())).toEqual(["/data/end_line: end_before_start"]);
    expect(placesOf(() => builder.withPath("a/../b").withEndLine(3).build())).toEqual(["/data/path: not_allowed"]);
  });

  it("takes what was read", () => {
    const resolution = { status: "resolved", content: "x", line_count: 1 } as const;
    expect(
      FileReferenceMessageBuilder.create().withPath("a").withResolution(resolution).build().data.resolution,
    ).toEqual(resolution);
  });
});
