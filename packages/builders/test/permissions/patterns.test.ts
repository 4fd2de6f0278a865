/** What patterns match, and that they match no more than shells, paths and a plain reading of globs say. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix, win32 } from "node:path";
import { CURRENT_VERSION } from "@parlance/core";
import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ToolPermission } from "../../src/index.js";
import type { Kind } from "./attacked.js";
import { globMatches } from "./plain-glob.js";

function matcher(kind: Kind, value: string): (argument: string) => boolean {
  const permission = ToolPermission.patternAutoApproval("tool", { kind, value });
  return (argument) => ToolPermission.matchesPattern(permission, argument);
}

describe("path globs", () => {
  it.each([
    ["src/**/*.cs", "src/a.cs"],
    ["src/**/*.cs", "src/a/b/c.cs"],
    ["src/**/*.cs", "src\\a\\b.cs"],
    ["src/**/*.cs", "./src//a/./b.cs"],
    ["**", "a/b/c"],
    ["**/*", "a"],
    ["src/**", "src/a/"],
    ["src/**/test/**/*.ts", "src/test/a.ts"],
    ["*.{ts,tsx}", "a.tsx"],
    ["*.{test,spec}.{ts,tsx}", "a.spec.ts"],
    ["v?/[a-c]_[0-9].md", "v1/b_7.md"],
    [".github/**", ".github/workflows/a.yml"],
    [".github/.*", ".github/.x"],
    ["app/(group)/?id?/page.tsx", "app/(group)/[id]/page.tsx"],
    ["docs/Über uns/*.md", "docs/Über uns/日本.md"],
    ["/work/src/**", "/work/src/a.ts"],
    ["C:/work/**", "C:\\work\\a.ts"],
    ["C:/work/**", "c:\\work\\a.ts"],
    ["c:/work/**", "C:/work/a.ts"],
    ["a+b (1), c#d/*", "a+b (1), c#d/e"],
  ])("%s matches %s", (pattern, path) => {
    expect(matcher("path_glob", pattern)(path)).toBe(true);
  });

  it.each([
    ["src/*.ts", "src/a/b.ts"],
    ["src/**", "src"],
    ["**", ".env"],
    ["src/**/*.ts", "src/.cache/a.ts"],
    ["[id]", "[id]"],
    ["work/**", "/work/a"],
  ])("%s does not match %s", (pattern, path) => {
    expect(matcher("path_glob", pattern)(path)).toBe(false);
  });

  it("never lets a path out of the folder that the pattern names, on POSIX and on Windows", () => {
    const pieces = [
      "..",
      "../",
      "..\\",
      "/",
      "\\",
      "./",
      ".",
      "a",
      "src",
      "b.ts",
      "src/",
      "src\\",
      "C:",
      "~/",
      "...",
      " ",
    ];
    const hostile = fc.array(fc.constantFrom(...pieces), { maxLength: 7 }).map((parts) => `src/${parts.join("")}`);
    const isInSrc = matcher("path_glob", "src/**");
    const isInside = (path: string): boolean =>
      posix.resolve("/w", path.replaceAll("\\", "/")).startsWith("/w/src/") &&
      win32.resolve("C:\\w", path).startsWith("C:\\w\\src\\");
    fc.assert(
      fc.property(hostile, (path) => !isInSrc(path) || isInside(path)),
      { numRuns: propertyRuns(2000) },
    );
  });

  it("match what a plain reading of the glob matches, and nothing else", () => {
    // Pieces of globs beside pieces of names, most of which match.
    const texts = ["a", "b", "-", "+", "(", ")", "^", "!", "@", "é", "#", "=", ",", ".a"].map((text) => [text, text]);
    const others = [
      "*:",
      "*:ab",
      "?:a",
      "?:",
      "[ab]:b",
      "[ab]:c",
      "[a-c_]:_",
      "{a,b}:b",
      "{a,}:",
      "{*,b}:x",
      "{a,b}:c",
    ];
    const piece = fc.constantFrom(...texts, ...others.map((pair) => pair.split(":")));
    const joined = (pieces: readonly string[][]) => [
      pieces.map(([glob]) => glob).join(""),
      pieces.map(([, text]) => text).join(""),
    ];
    const segment = fc.oneof(
      { weight: 1, arbitrary: fc.constantFrom(["**", ""], ["**", "a"], ["**", "a/b"], ["**", ".a"]) },
      { weight: 4, arbitrary: fc.array(piece, { minLength: 1, maxLength: 4 }).map(joined) },
    );
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (pairs) => {
        const segments = pairs.map(([glob = ""]) => glob);
        const names = pairs.flatMap(([, name = ""]) => name.split("/")).filter((name) => name !== "");
        const stored = permissionOf("path_glob", segments.join("/"));
        fc.pre(isGiven(stored) && names.length > 0 && !names[0]?.startsWith("-"));
        expect(ToolPermission.matchesPattern(stored, names.join("/"))).toBe(globMatches(segments, names));
      }),
      { numRuns: propertyRuns(1500) },
    );
  });
});

function permissionOf(kind: Kind, value: string): ToolPermission {
  return ToolPermission.parse({
    schema_version: CURRENT_VERSION,
    tool_id: "tool",
    auto_approved: true,
    approval_pattern: { kind, value },
    granted_at: "2026-11-21T10:00:00.000Z",
  });
}

/** Whether a factory would take the pattern. */
function isGiven({ tool_id, approval_pattern }: ToolPermission): boolean {
  try {
    return (
      approval_pattern !== undefined && ToolPermission.patternAutoApproval(tool_id, approval_pattern) !== undefined
    );
  } catch {
    return false;
  }
}

describe("command prefixes", () => {
  it.each([
    ["npm test", "npm test"],
    ["npm test", "  npm   test  "],
    ["npm test --", "npm test -- src/a.test.ts"],
    ["npm run -s", "npm run -s test -s"],
    ["npm test", 'npm test "a b" \'c d\' e"f g"h'],
    ["npm test", "'npm' te\"st\""],
    ["git commit -m", 'git commit -m "Fix the parser; see (3) & #4 — naïve"'],
    ['git commit -m "a b"', "git commit -m 'a b'"],
    ["./gradlew", "./gradlew build"],
    ["git log", "git log HEAD~3..HEAD"],
  ])("%s matches %s", (prefix, command) => {
    expect(matcher("command_prefix", prefix)(command)).toBe(true);
  });

  const hostileCommand = fc
    .array(
      fc.constantFrom(
        ..."npm test'\"\\$`!%^&|;<>(){}[]*?~#=+-_@:,./ \n\t\u00a0é".split(""),
        " ",
        " ",
        "npm",
        "'a;b'",
        '"a|b"',
        "''",
        '""',
      ),
      {
        maxLength: 12,
      },
    )
    .map((pieces) => `npm test ${pieces.join("")}`);

  it.skipIf(process.platform === "win32").each(["sh", "bash"])(
    "what matches is one command with those first words to %s, without options unless they are let through, and nothing else runs",
    (shell) => {
      const stored = ToolPermission.patternAutoApproval("tool", {
        kind: "command_prefix",
        value: "npm test",
        options: "any",
      });
      const commands = fc.sample(hostileCommand, 8_000).filter((one) => ToolPermission.matchesPattern(stored, one));
      expect(commands.length).toBeGreaterThan(100);
      const given = argumentsIn(shell, commands);
      expect(given.map(([program, first]) => `${program} ${first}`)).toEqual(commands.map(() => "npm test"));
      const isTest = matcher("command_prefix", "npm test");
      const hasNoOption = ([, , ...words]: readonly string[]) => words.every((word) => !word.startsWith("-"));
      expect(commands.map(isTest)).toEqual(given.map(hasNoOption));
    },
  );
});

/** The words that a shell makes of each command, run in an empty folder without any program; fails when anything else happens. */
function argumentsIn(shell: string, commands: readonly string[]): readonly (readonly string[])[] {
  const folder = mkdtempSync(join(tmpdir(), "parlance-"));
  try {
    const script = join(folder, "script");
    const calls = commands.map((command) => `show ${command}\n`).join("");
    writeFileSync(script, `PATH=/nowhere\nshow() { printf '%s\\0' "$@"; printf '\\n\\0'; }\n${calls}`);
    const { stdout, stderr, status } = spawnSync(shell, [script], {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 2 ** 27,
    });
    expect({ stderr, status, files: readdirSync(folder) }).toEqual({ stderr: "", status: 0, files: ["script"] });
    return stdout
      .split("\0\n\0")
      .slice(0, -1)
      .map((words) => words.split("\0"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
