/** Patterns are read by own code. What it reads is held here against the libraries that many others read commands and globs with. */

import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import picomatch from "picomatch/posix.js";
import parse from "shell-quote/parse.js";
import { expect, it } from "vitest";
import { compileCommandPrefix } from "../../src/permissions/patterns/command-prefix.js";
import { compileSegment } from "../../src/permissions/patterns/segment.js";

/** Pieces of segments as we read them and, with all text escaped, as picomatch does. */
const GLOB_PIECES: readonly (readonly [own: string, theirs: string])[] = [
  ..."ab1Z_é𝒜".split(/(?:)/u).map((text) => [text, text] as const),
  ...".-+()^!@#=, ~|$".split("").map((text) => [text, `\\${text}`] as const),
  ...["*", "?", "[ab]", "[a-c_]", "[b-]", "[.]", "[z-a]", "[0-9]"].map((glob) => [glob, glob] as const),
  ...["{a,b}", "{a,}", "{,*}", "{*,?}", "{?,a*}", "{[ab],b}", "{,}"].map((glob) => [glob, glob] as const),
  ["{.a,b}", "{\\.a,b}"],
  ["{a b,(}", "{a\\ b,\\(}"],
  ["{-,!}", "{\\-,\\!}"],
];

const PICOMATCH = {
  debug: true,
  dot: true,
  fastpaths: false,
  literalBrackets: false,
  noextglob: true,
  nonegate: true,
  strictSlashes: true,
} as const;

const NAME_PIECES = [..."abc1Zz_é.-+()^!@#=, ~[]".split(""), "𝒜", "\ud835", "ab", "a b"];

it("a segment of a glob matches what picomatch matches, except that a dot at the start is matched by a dot alone", () => {
  const pieces = fc.array(fc.constantFrom(...GLOB_PIECES), { minLength: 1, maxLength: 6 });
  const name = fc.array(fc.constantFrom(...NAME_PIECES), { minLength: 1, maxLength: 5 }).map((texts) => texts.join(""));
  const names = fc.array(
    name.filter((text) => !/^\.\.?$/.test(text)),
    { minLength: 10, maxLength: 30 },
  );
  let matched = 0;
  fc.assert(
    fc.property(pieces, names, (given, texts) => {
      const [own, theirs] = [given.map(([glob]) => glob).join(""), given.map(([, glob]) => glob).join("")];
      const matches = compileSegment(own);
      fc.pre(matches !== undefined);
      const regex = picomatch.makeRe(theirs, PICOMATCH);
      const isHidden = own.startsWith(".");
      const expected = texts.map((text) => text.startsWith(".") === isHidden && regex.test(text));
      expect(texts.map(matches)).toEqual(expected);
      matched += expected.filter(Boolean).length;
    }),
    { numRuns: propertyRuns(8000) },
  );
  expect(matched).toBeGreaterThan(500);
});

it("a command that is taken has the words that shell-quote finds in it", () => {
  const texts = [
    ..."a-_=,~:@+./'\"é#(;|<>\\$`!%^&*?{}[]\t\n\u00a0".split(""),
    "b",
    " ",
    " ",
    '"a b"',
    "'c d'",
    '"it\'s"',
  ];
  const commands = fc
    .array(
      fc.oneof({ weight: 2, arbitrary: fc.constantFrom("a", " ", '"', "'", "-", "é") }, fc.constantFrom(...texts)),
      {
        maxLength: 10,
      },
    )
    .map((pieces) => `npm ${pieces.join("")}`);
  let taken = 0;
  fc.assert(
    fc.property(commands, (command) => {
      const compiled = compileCommandPrefix(command, "any");
      fc.pre(compiled.ok);
      // What is taken has no double quote in a word, so that each word can stand between two of them.
      const quoted = parse(command)
        .map((word) => `"${word}"`)
        .join(" ");
      const sameWords = compileCommandPrefix(quoted, "any");
      expect(compiled.ok && compiled.matches(quoted)).toBe(true);
      expect(sameWords.ok && sameWords.matches(command)).toBe(true);
      taken += 1;
    }),
    { numRuns: propertyRuns(8000) },
  );
  expect(taken).toBeGreaterThan(500);
});
