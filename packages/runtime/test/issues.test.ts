/** The page about issues has every code of an issue that is made here. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const SOURCES = join(import.meta.dirname, "../src");
/** Shared by the packages that have settings. */
const RULE_OF_NUMBERS = "../../core/src/errors/whole-number.ts";
const PAGE = readFileSync(join(import.meta.dirname, "../../../docs/issues.md"), "utf8");

/** A code where an issue is made of it, or where it stands between a rule and its place in a table of rules. */
const MADE = /(?:\b(?:issue|wrong)\(\s*|, )"([a-z]+(?:_[a-z]+)+)",\s*(?:[/`]|["'`]\/|\w+[,\]]|"\w+", ["'][^,\n]* )/g;

it("explains every code of an issue that is made here", () => {
  const made = [...readdirSync(SOURCES, { recursive: true, encoding: "utf8" }), RULE_OF_NUMBERS]
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => [...readFileSync(join(SOURCES, file), "utf8").matchAll(MADE)].map(([, code]) => code));
  expect(made).toEqual(
    expect.arrayContaining(["wrong_type", "bad_name", "bad_number", "answered_twice", "not_allowed_value"]),
  );
  expect(made.filter((code) => !PAGE.includes(`\`${code}\``))).toEqual([]);
});
