/** Recorded answers of every provider: every value of theirs is in the answer that is read, or goes without saying. */

import { stringifyJson } from "@parlance/core/json";
import { describe, expect, it } from "vitest";
import * as anthropic from "../../src/anthropic/index.js";
import * as ollama from "../../src/ollama/index.js";
import * as openai from "../../src/openai/index.js";
import { ProviderError } from "../../src/shared/errors/provider-error.js";
import type { Answer, AnswerStream } from "../../src/shared/types.js";
import * as vllm from "../../src/vllm/index.js";
import { leavesOf, lostLeaves } from "./leaves.js";
import { isPresent, objectOf, recordsOf } from "./records.js";

const PROVIDERS = { openai, vllm, ollama, anthropic };
const NAMES = ["openai", "vllm", "ollama", "anthropic"] as const;

/** What an answer is, whether it is over, where its pieces belong, sums of other counts, and counts that were told again. */
const UNSAID = [
  /^(\/\d+)?\/object$/,
  /\/index$/,
  /^(\/\d+)?\/done$/,
  /obfuscation$/,
  /\/usage\/(total|input|output|prompt|completion)_tokens$/,
  /\/usage\/completion_tokens_details\/reasoning_tokens$/,
];

/** Texts that come in pieces, which tests of each provider put together. */
const PIECES = [/\/delta\/(content|reasoning|reasoning_content|refusal|text|thinking|partial_json)$/, /\/arguments$/];
const OLLAMA_PIECES = [/^\/\d+\/message\/(content|thinking)$/, /^\/\d+\/created_at$/];

/** Of two answers behind each other in one stream, the first id and the last end count. */
const OF_ANOTHER_ANSWER = [/^\/\d+\/id$/, /\/message\/id$/, /\/delta\/stop_reason$/];

function hasTwoAnswers(chunks: readonly object[]): boolean {
  const ids = chunks.map(objectOf).map(({ id, message }) => id ?? objectOf(message).id);
  return new Set(ids.filter((id) => id !== undefined && id !== "")).size > 1;
}

function plain(value: unknown): unknown {
  return JSON.parse(stringifyJson(value as never));
}

/** A path alone says what goes without saying here. */
function lost(given: unknown, { report: _, messages: __, ...answer }: Answer, unsaid: readonly RegExp[]): unknown {
  return lostLeaves(plain(given), plain(answer), [], []).filter(({ path }) => !unsaid.some((one) => one.test(path)));
}

async function endOf(stream: AnswerStream): Promise<Answer | undefined> {
  try {
    for await (const event of stream) if (event.type === "end") return event.answer;
  } catch (error) {
    if (!ProviderError.isInstance(error)) throw error;
  }
  return undefined;
}

function answerOf(name: (typeof NAMES)[number], body: unknown): Answer | undefined {
  try {
    return PROVIDERS[name].fromResponse(body);
  } catch (error) {
    if (!ProviderError.isInstance(error)) throw error;
    return undefined;
  }
}

describe.runIf(isPresent("answers of everybody"))("recorded answers", () => {
  it.each(NAMES)("recorded answers of %s are read with everything that they say, or it stays unread", (name) => {
    let values = 0;
    for (const { body, source } of recordsOf(`${name}.response`)) {
      const answer = answerOf(name, body);
      if (answer === undefined) continue;
      expect(lost(body, answer, UNSAID), source).toEqual([]);
      values += leavesOf(plain(body)).length;
    }
    console.log(`${name}: ${values} values of whole answers`);
    expect(values).toBeGreaterThan(0);
  });

  it.each(NAMES)(
    "recorded answers of %s are read with everything that their pieces say, or it stays unread",
    async (name) => {
      const common = [...UNSAID, ...PIECES, ...(name === "ollama" ? OLLAMA_PIECES : [])];
      let values = 0;
      for (const { chunks = [], source } of recordsOf(`${name}.stream`)) {
        const answer = await endOf(PROVIDERS[name].fromStream(chunks));
        if (answer === undefined) continue;
        const unsaid = hasTwoAnswers(chunks) ? [...common, ...OF_ANOTHER_ANSWER] : common;
        expect(lost(chunks, answer, unsaid), source).toEqual([]);
        values += leavesOf(plain(chunks)).length;
      }
      console.log(`${name}: ${values} values of streams`);
      expect(values).toBeGreaterThan(0);
    },
  );
});
