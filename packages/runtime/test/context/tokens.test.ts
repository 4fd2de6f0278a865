/** Counting tokens, by the estimate and by a real tokeniser. */

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { anyCharacter } from "@parlance/sampler";
import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildContext, createTokenizer, estimateTokens } from "../../src/context/index.js";

import { placesOf, text } from "./given.js";
import { SAMPLES } from "./token-samples.js";

const PACKAGES = realpathSync(new URL("../../..", import.meta.url));

/** A word (of `camelCase` each part), digits with the white space before them, white space, line ends, punctuation, and all else. */
const RUN =
  /[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[A-Z]|[ \t]*[0-9]+|[ \t]+|[\r\n]+|[!-/:-@[-`{-~]+|[\u0080-\u07ff]+|[\u0800-\ud7ff\ue000-\uffff]+|[\ud800-\udfff]+|[\s\S]/g;

function estimateByPattern(said: string): number {
  let tokens = 0;
  for (const [run] of said.matchAll(RUN)) tokens += tokensOfRun(run);
  return Math.ceil(tokens);
}

function tokensOfRun(run: string): number {
  const { length } = run;
  if (/[\u0800-\uffff]$/.test(run)) return length;
  if (/[\u0080-\u07ff]$/.test(run)) return (length * 2) / 3;
  const [digits] = /[0-9]+$/.exec(run) ?? [];
  if (digits !== undefined) return Math.ceil(digits.length / 3) + (digits.length < length ? 1 : 0);
  if (/[A-Za-z]$/.test(run)) return length <= 8 ? 1 : 1 + (length - 8) / 4;
  if (/[ \t]$/.test(run)) return length === 1 ? 0 : 1 + length / 80;
  return /[!-~]$/.test(run) ? Math.max(1, length * 0.6) : 1;
}

describe("the estimate", () => {
  it("is near what OpenAI's tokeniser counts, and where it is not, above as a rule", async () => {
    const countTokens = await createTokenizer();
    const counts = Object.entries(SAMPLES).map(([kind, said]) => [kind, estimateTokens(said), countTokens(said)]);
    expect(counts).toEqual([
      ["english", 83, 81],
      ["german", 22, 23],
      ["russian", 58, 34],
      ["chinese", 42, 32],
      ["japanese", 35, 30],
      ["korean", 30, 25],
      ["hindi", 55, 26],
      ["code", 161, 130],
      ["json", 84, 62],
      ["indented_json", 124, 97],
      ["log", 739, 699],
      ["digits", 954, 954],
      ["hex", 432, 456],
      ["base64", 851, 1089],
      ["emoji", 95, 85],
      ["one_letter", 749, 375],
      ["white_space", 14, 16],
      ["nothing", 0, 0],
    ]);
  });

  it.each([
    ["", 0],
    ["a", 1],
    ["internationalization", 4],
    ["camelCaseName", 3],
    ["HTMLElement", 2],
    ["ABC", 1],
    ["A", 1],
    ["aB", 2],
    ["12", 1],
    ["1234", 2],
    [" 1234", 3],
    ["a 1", 3],
    ["a  b", 4],
    [" ", 0],
    ["\t\t  ", 2],
    ["\r\n\r\n", 1],
    ["!", 1],
    ["!!!!!", 3],
    ["\u00e9\u00e9\u00e9", 2],
    ["\u4eba\u4eba", 2],
    ["\ud83d\ude00", 2],
    ["\u0001\u0002", 2],
    ["_", 1],
    ["DELETED\u007f", 2],
  ])("the estimate of %j is %i", (said, tokens) => {
    expect(estimateTokens(said)).toBe(tokens);
  });

  it("is what the kinds of characters are by their patterns", () => {
    const one = fc.constantFrom(
      ..."AZaz09 \t\r\n!/:@[`{~_\u0000\u000b\u007f\u0080\u07ff\u0800\ud7ff\ue000\uffff\ud800\udfff",
    );
    const texts = fc.oneof(
      fc.string({ unit: one, maxLength: 40 }),
      fc.string({ unit: anyCharacter, maxLength: 40 }),
      fc.string({ unit: fc.tuple(one, fc.nat(30)).map(([character, times]) => character.repeat(times)), maxLength: 9 }),
    );
    fc.assert(
      fc.property(texts, (said) => void expect(estimateTokens(said)).toBe(estimateByPattern(said))),
      { numRuns: propertyRuns(5000) },
    );
  });

  it("is a count of any text, however long or odd", () => {
    expect(estimateTokens("\ud800")).toBe(1);
    expect(estimateTokens("\udc00\ud800".repeat(3))).toBe(6);
    expect(estimateTokens("\u0000\u0007\u007f\v")).toBe(4);
    expect(estimateTokens("人".repeat(1_000_000))).toBe(1_000_000);
    expect(estimateTokens("a".repeat(4_000_000))).toBe(999_999);
  });
});

describe("the tokeniser", () => {
  it("counts by the encoding that is asked for", async () => {
    const newer = await createTokenizer({ encoding: "o200k_base" });
    const older = await createTokenizer({ encoding: "cl100k_base" });
    expect([newer("Hello, world!"), older("Hello, world!")]).toEqual([4, 4]);
    expect([newer(SAMPLES.russian), older(SAMPLES.russian)]).toEqual([34, 59]);
    expect(newer("")).toBe(0);
  });

  it("takes the names of special tokens for text, which they are in a message", async () => {
    const countTokens = await createTokenizer();
    expect(countTokens("<|endoftext|>")).toBe(7);
  });

  it("does not stop at words without an end", async () => {
    const countTokens = await createTokenizer();
    const counts = ["a", "人", " ", "!", "\n", "😀"].map((character) => countTokens(character.repeat(50_000)));
    expect(counts).toEqual([6250, 25_000, 782, 3125, 3125, 50_000]);
  });

  it("keeps a budget in place of the estimate", async () => {
    const countTokens = await createTokenizer();
    const messages = [
      text("user", "Hello, world!", 1),
      text("assistant", "Hello, world!", 2),
      text("user", "Hello, world!", 3),
    ];
    const whole = await buildContext(messages, { countTokens });
    const { removed, tokens } = await buildContext(messages, {
      countTokens,
      budget: { max_tokens: 23 },
      logger: { warn: () => {} },
    });
    expect([whole.tokens, removed.length, tokens]).toEqual([24, 1, 8]);
  });

  it("refuses an encoding that there is not", async () => {
    expect(await placesOf(createTokenizer({ encoding: "__proto__" as never }))).toEqual([
      "/encoding: not_allowed_value",
    ]);
  });

  it("says what to install where it is not installed, and nothing else needs it", () => {
    const folder = mkdtempSync(join(tmpdir(), "parlance-context-"));
    try {
      const scope = join(folder, "node_modules", "@parlance");
      mkdirSync(join(scope, "runtime"), { recursive: true });
      for (const part of ["dist", "package.json"])
        cpSync(join(PACKAGES, "runtime", part), join(scope, "runtime", part), { recursive: true });
      for (const name of ["core", "builders", "providers"]) symlinkSync(join(PACKAGES, name), join(scope, name));
      const program = `
        import { buildContext, createTokenizer } from "@parlance/runtime/context";
        const { tokens } = await buildContext([{ role: "user", content: "Hello" }]);
        const error = await createTokenizer().catch((thrown) => thrown);
        console.log(JSON.stringify([tokens, error.code, error.peer, error.message]));`;
      writeFileSync(join(folder, "program.mjs"), program);
      const printed = execFileSync(process.execPath, [join(folder, "program.mjs")], { encoding: "utf8" });
      expect(JSON.parse(printed)).toEqual([
        5,
        "missing_peer",
        "gpt-tokenizer",
        "gpt-tokenizer is needed for this and is not installed: npm install gpt-tokenizer",
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
