/** The page about reports has every code that there is, and no other. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { expectClauses } from "./told.js";

const SOURCES = fileURLToPath(new URL("../src", import.meta.url));
const PAGE = readFileSync(new URL("../../../docs/conversion-reports.md", import.meta.url), "utf8");

function sourceTexts(): readonly string[] {
  return readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(join(SOURCES, file), "utf8"));
}

/** `code action`, wherever the two stand side by side in the source. */
function madeCodes(): readonly string[] {
  const found = sourceTexts().flatMap((text) =>
    [...text.matchAll(/"([a-z]+(?:_[a-z]+)+)",\s*"(dropped|rewritten|merged|synthesised)"/g)].map(
      ([, code, action]) => `${code} ${action}`,
    ),
  );
  return [...new Set(found)].sort();
}

/** The same of the rows of its tables. */
function explainedCodes(): readonly string[] {
  return [...PAGE.matchAll(/^\| `([a-z_]+)` +\| (\w+) +\| \S/gm)].map(([, code, action]) => `${code} ${action}`).sort();
}

describe("the page about reports", () => {
  it("explains every code with its action, and none that is not made", () => {
    const made = madeCodes();
    expect(made.length).toBeGreaterThan(60);
    expect(explainedCodes()).toEqual(made);
  });
});

describe("the page about issues", () => {
  it("explains every code of an issue that is made here", () => {
    const made = sourceTexts().flatMap((text) =>
      [...text.matchAll(/(?:\bissue\(\s*|\brefuseValue\(\s*|\bcode: )"([a-z]+(?:_[a-z]+)+)"/g)].map(
        ([, code]) => code as string,
      ),
    );
    const page = readFileSync(new URL("../../../docs/issues.md", import.meta.url), "utf8");
    expect(made.length).toBeGreaterThan(20);
    const reported = madeCodes().map((one) => one.split(" ")[0]);
    expect(made.filter((code) => !page.includes(`\`${code}\``) && !reported.includes(code))).toEqual([]);
  });
});

describe("a reason", () => {
  const entry = { code: "name_mapped", action: "rewritten", path: "/tools/0/name" } as const;

  it.each(["the provider has none", "half of a pair is replaced by U+FFFD: UTF-8 has none", "it has 3.5 of them"])(
    "is a clause: %s",
    (reason) => expectClauses([{ ...entry, reason }]),
  );

  it.each(["The provider has none", "the provider has none.", "one thing. another", "", "two\nlines"])(
    "is not a sentence: %j",
    (reason) => expect(() => expectClauses([{ ...entry, reason }])).toThrow(),
  );
});
