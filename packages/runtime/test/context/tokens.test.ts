/** Counting tokens, by the estimate and by a real tokeniser. */

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildContext, createTokenizer, estimateTokens } from "../../src/context/index.js";
import { placesOf, text } from "./given.js";
import { SAMPLES } from "./token-samples.js";

const PACKAGES = realpathSync(new URL("../../..", import.meta.url));

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
      for (const part of ["dist/context", "dist/shared", "package.json"])
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
