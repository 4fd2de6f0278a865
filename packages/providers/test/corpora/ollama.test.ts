/** Recorded traffic of Ollama: everything is read, nothing of it is lost, and its requests can go to every provider. */

import type { AssistantChatMessage, ChatMessage, JsonValue } from "@parlance/core";
import { canonicalJson } from "@parlance/core/json";
import { describe, expect, it } from "vitest";
import * as anthropic from "../../src/anthropic/index.js";
import * as ollama from "../../src/ollama/index.js";
import * as openai from "../../src/openai/index.js";
import { ProviderError } from "../../src/shared/errors/provider-error.js";
import type { Answer, StreamEvent } from "../../src/shared/types.js";
import * as vllm from "../../src/vllm/index.js";
import { isPresent, objectOf, objectsIn, recordsOf, textIn } from "./records.js";

const PROVIDERS = { openai, vllm, ollama, anthropic };

/** What somebody said, as plain as it can be told. */
interface Said {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly string[];
  readonly images: readonly string[];
}

/** A walk over messages of the wire that knows nothing of the code under test. */
function saidOnWire(messages: unknown): Said {
  const said = { text: "", reasoning: "", calls: [] as string[], images: [] as string[] };
  for (const { content, thinking, images, tool_calls } of objectsIn(messages)) {
    said.text += textIn(content);
    said.reasoning += textIn(thinking);
    if (Array.isArray(images)) said.images.push(...images);
    for (const call of objectsIn(tool_calls)) {
      const { name, arguments: args } = objectOf(call.function);
      said.calls.push(`${name} ${canonicalJson(args as JsonValue)}`);
    }
  }
  return said;
}

/** The same over messages of the contract. */
function saidIn(messages: readonly ChatMessage[]): Said {
  const parts = messages.flatMap(({ content = "" }) =>
    typeof content === "string" ? [{ type: "text" as const, text: content }] : content,
  );
  const calls = messages.flatMap((message) => (message as AssistantChatMessage).tool_calls ?? []);
  return {
    text: parts.map((part) => (part.type === "text" ? part.text : "")).join(""),
    reasoning: parts.map((part) => (part.type === "reasoning" ? part.text : "")).join(""),
    calls: calls.map((call) => `${call.name} ${canonicalJson(call.arguments)}`),
    images: parts.flatMap((part) => (part.type === "image" && "data" in part.source ? [part.source.data] : [])),
  };
}

const saidInAnswer = ({ message }: Answer): Said => saidIn(message === undefined ? [] : [message]);

async function answerOf(pieces: readonly (string | object)[]): Promise<Answer> {
  async function* source(): AsyncGenerator<string | object, void> {
    yield* pieces;
  }
  let last: StreamEvent | undefined;
  for await (const event of ollama.fromStream(source())) last = event;
  if (last?.type !== "end") throw new Error("the stream has no end");
  return last.answer;
}

describe.runIf(isPresent("ollama"))("recorded traffic of Ollama", () => {
  it("nothing that is said in an answer disappears", () => {
    const records = recordsOf("ollama.response");
    let errors = 0;
    for (const { body, source } of records) {
      const { error, message, eval_count } = objectOf(body);
      if (error !== undefined) {
        expect(() => ollama.fromResponse(body), source).toThrow(ProviderError);
        errors++;
        continue;
      }
      const answer = ollama.fromResponse(body);
      expect(saidInAnswer(answer), source).toEqual(saidOnWire([message]));
      expect(answer.usage?.output_tokens, source).toBe(eval_count);
    }
    console.log(`ollama: ${records.length} answers, ${errors} of them errors`);
  });

  it("every stream gives what its pieces add up to, also as text in small pieces", async () => {
    const records = recordsOf("ollama.stream");
    let texts = 0;
    for (const { chunks = [], raw, source } of records) {
      const said = saidOnWire(chunks.map((chunk) => objectOf(chunk).message));
      expect(saidInAnswer(await answerOf(chunks)), source).toEqual(said);
      if (raw === undefined) continue;
      expect(saidInAnswer(await answerOf(raw.match(/[\s\S]{1,37}/g) ?? [])), source).toEqual(said);
      texts++;
    }
    console.log(`ollama: ${records.length} streams, ${texts} of them as text in small pieces too`);
  });

  it("every request is read, and comes back as it was but for what the reports say", () => {
    const records = recordsOf("ollama.request");
    for (const { body, source } of records) {
      const imported = ollama.importRequest(body);
      expect(saidIn(imported.messages), source).toEqual(saidOnWire(objectOf(body).messages));
      const again = ollama.toRequest(imported);
      expect(again.report, source).toEqual([]);
      expect(again.body, source).toEqual(expectedOf(body));
    }
    console.log(`ollama: ${records.length} requests`);
  });

  it("every request can go to every provider, and says the same there", () => {
    for (const [name, provider] of Object.entries(PROVIDERS))
      for (const { body, source } of recordsOf("ollama.request")) {
        const imported = ollama.importRequest(body);
        const there = provider.importRequest(provider.toRequest(imported).body);
        expect(saidIn(there.messages), `${name}: ${source}`).toEqual(saidIn(imported.messages));
      }
  });
});

/** Of the members of these requests, those that the contract knows; others, and those that say nothing, do not come back. */
function expectedOf(body: unknown): unknown {
  const { model, messages, tools, options } = objectOf(body);
  const { think: _, ...known } = objectOf(options);
  return {
    model,
    messages: objectsIn(messages).map((message) => ({ content: "", ...message })),
    stream: false,
    ...(objectsIn(tools).length > 0 && { tools }),
    ...(Object.keys(known).length > 0 && { options: known }),
  };
}
