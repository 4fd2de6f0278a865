/** Recorded traffic of the chat-completions dialect: everything is read, and nothing of it is lost. */

import { ChatMessage } from "@parlance/builders";
import type { ChatMessage as AnyChatMessage, AssistantChatMessage, ToolCall } from "@parlance/core";
import { stringifyJson } from "@parlance/core/json";
import { describe, expect, it } from "vitest";
import * as openai from "../../src/openai/index.js";
import { ProviderError } from "../../src/shared/errors/provider-error.js";
import type { Answer, StreamEvent } from "../../src/shared/types.js";
import * as vllm from "../../src/vllm/index.js";
import { isPresent, type Json, objectOf, objectsIn, type Recorded, recordsOf, textIn } from "./records.js";

const PROVIDERS = { openai, vllm };

/** What somebody said, as plain as it can be told. */
interface Said {
  readonly text: string;
  readonly reasoning: string;
  readonly refusal: string;
  readonly calls: readonly (readonly [name: string, argumentsText: string])[];
}

/** A walk over the JSON of a message that knows nothing of the code under test. */
function saidByWire(given: unknown): Said {
  const message = objectOf(given);
  const parts = objectsIn(message.content);
  const own = parts.map((part) => (part.type === "text" ? textIn(part.text) : "")).join("");
  const thought = parts.map((part) => (part.type === "thinking" ? thinkingOf(part) : "")).join("");
  const calls = objectsIn(message.tool_calls).map((call) => objectOf(call.function));
  if (message.function_call) calls.push(objectOf(message.function_call));
  return {
    text: typeof message.content === "string" ? message.content : own,
    reasoning: textIn(message.reasoning) || textIn(message.reasoning_content) || thought,
    refusal: textIn(message.refusal),
    calls: calls.map((call) => [textIn(call.name), blankIsEmpty(textIn(call.arguments))]),
  };
}

function thinkingOf({ thinking }: Json): string {
  return typeof thinking === "string"
    ? thinking
    : objectsIn(thinking)
        .map(({ text }) => textIn(text))
        .join("");
}

function blankIsEmpty(text: string): string {
  return text.trim() === "" ? "{}" : text;
}

/** The same of a message of the contract. */
function saidByMessage(message: AssistantChatMessage | undefined): Said {
  const content = message?.content ?? "";
  const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  const of = (type: string): string =>
    parts.map((part) => (part.type === type && "text" in part ? part.text : "")).join("");
  return {
    text: of("text"),
    reasoning: of("reasoning"),
    refusal: of("refusal"),
    calls: (message?.tool_calls ?? []).map(told),
  };
}

function told({ name, arguments_text, arguments: args }: ToolCall): readonly [string, string] {
  return [name, blankIsEmpty(arguments_text ?? stringifyJson(args))];
}

/** Everything of the first choice that the pieces of a stream add up to; a call begins where an id or a name says so. */
function saidByChunks(chunks: readonly object[]): Said {
  const said = { text: "", reasoning: "", refusal: "", calls: [] as [string, string][] };
  const open = new Map<number, { id: string; at: number }>();
  for (const choice of chunks.flatMap((chunk) => objectsIn(objectOf(chunk).choices))) {
    const delta = objectOf(choice.delta);
    said.text += textIn(delta.content);
    said.reasoning += textIn(delta.reasoning) || textIn(delta.reasoning_content);
    said.refusal += textIn(delta.refusal);
    for (const call of objectsIn(delta.tool_calls)) {
      const [index, id, called] = [Number(call.index ?? 0), textIn(call.id), objectOf(call.function)];
      const known = open.get(index);
      if (known === undefined || (id !== "" && id !== known.id)) {
        open.set(index, { id, at: said.calls.length });
        said.calls.push([textIn(called.name), ""]);
      }
      const at = open.get(index)?.at ?? 0;
      (said.calls[at] as [string, string])[1] += textIn(called.arguments);
    }
  }
  return { ...said, calls: said.calls.map(([name, text]) => [name, blankIsEmpty(text)]) };
}

async function answerOf(events: AsyncIterable<StreamEvent>): Promise<Answer> {
  for await (const event of events) if (event.type === "end") return event.answer;
  throw new Error("the stream has no end");
}

async function* from(pieces: readonly (string | object)[]): AsyncGenerator<string | object, void> {
  yield* pieces;
}

/** Pieces of a few characters, never the same borders. */
function split(text: string): string[] {
  return text.match(/[\s\S]{1,37}/g) ?? [];
}

function isStream(raw: string | undefined): raw is string {
  return raw !== undefined && /^(data|event|id|:)/.test(raw);
}

function dropIds({ message, messages: _, ...rest }: Answer): unknown {
  return { ...rest, message };
}

describe.runIf(isPresent("chat-completions"))("recorded traffic of chat completions", () => {
  it.each(["openai", "vllm"] as const)("nothing that is said in an answer of %s disappears", (name) => {
    const records = recordsOf(`${name}.response`);
    const errors = records.filter((record) => !reads(name, record));
    const errorBodies = records.filter(({ body }) => objectOf(body).error);
    expect(errors.map(({ source }) => source)).toEqual(errorBodies.map(({ source }) => source));
    console.log(`${name}: ${records.length} answers, ${errors.length} of them errors`);
  });

  function reads(name: "openai" | "vllm", { body }: Recorded): boolean {
    try {
      const answer = PROVIDERS[name].fromResponse(body);
      const { choices, usage } = objectOf(body);
      expect(saidByMessage(answer.message)).toEqual(saidByWire(objectsIn(choices)[0]?.message));
      expect(answer.message === undefined || ChatMessage.is(answer.message)).toBe(true);
      expect(answer.usage?.output_tokens).toBe(objectOf(usage).completion_tokens);
      return true;
    } catch (error) {
      if (ProviderError.isInstance(error)) return false;
      throw error;
    }
  }

  it.each(["openai", "vllm"] as const)("every stream of %s gives what its pieces add up to", async (name) => {
    const records = recordsOf(`${name}.stream`);
    let split37 = 0;
    for (const record of records) {
      const { chunks = [] } = record;
      const answer = await answerOf(PROVIDERS[name].fromStream(from(chunks)));
      expect(saidByMessage(answer.message), record.source).toEqual(saidByChunks(chunks));
      if (!isStream(record.raw)) continue;
      const whole = await answerOf(PROVIDERS[name].fromStream(from(split(record.raw))));
      expect(saidByMessage(whole.message), record.source).toEqual(saidByChunks(chunks));
      expect(dropIds(whole), record.source).toEqual(dropIds(answer));
      split37++;
    }
    console.log(`${name}: ${records.length} streams, ${split37} of them as text in small pieces too`);
  });

  it.each(["openai", "vllm"] as const)("every request to %s is read, and its answers say what they said", (name) => {
    const records = recordsOf(`${name}.request`);
    let messages = 0;
    for (const { body, source } of records) {
      const imported = PROVIDERS[name].importRequest(body);
      const { messages: given, tools, functions } = objectOf(body);
      const onWire = objectsIn(given);
      expect(imported.messages.length, source).toBe(onWire.length);
      expect(imported.tools.length).toBe(objectsIn(tools).length + objectsIn(functions).length);
      for (const [at, message] of imported.messages.entries()) {
        if (message.role === "assistant") expect(saidByMessage(message), source).toEqual(saidByWire(onWire[at]));
        else expect(ChatMessage.textOf(message), source).toBe(saidByWire(onWire[at]).text);
        messages++;
      }
    }
    console.log(`${name}: ${records.length} requests with ${messages} messages`);
  });

  it.each(["openai", "vllm"] as const)("every request to %s goes back to it and reads the same again", (name) => {
    const records = recordsOf(`${name}.request`);
    const codes = new Map<string, number>();
    for (const { body, source } of records) {
      const imported = PROVIDERS[name].importRequest(body);
      const { body: written, report } = PROVIDERS[name].toRequest(withModel(imported));
      for (const { code } of report) codes.set(code, (codes.get(code) ?? 0) + 1);
      const again = PROVIDERS[name].importRequest(written);
      const next = PROVIDERS[name].toRequest(withModel(again));
      expect(next.body, source).toEqual(written);
      if (report.length > 0) continue;
      expect(again.messages.map(plain), source).toEqual(imported.messages.map(plain));
      expect(again.tools, source).toEqual(imported.tools);
    }
    console.log(`${name}: reported ${JSON.stringify(Object.fromEntries(codes))}`);
  });
});

/** One text may be a string or a part. */
function plain(message: AnyChatMessage): unknown {
  const { content } = message;
  return {
    ...message,
    content: typeof content === "string" && content !== "" ? [{ type: "text", text: content }] : content,
  };
}

function withModel<Imported extends { readonly options: object }>(imported: Imported): Imported {
  return { ...imported, options: { model: "a-model", ...imported.options } };
}
