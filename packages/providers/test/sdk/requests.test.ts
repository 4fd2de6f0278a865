/** What `toRequest` gives goes through the official clients as it is, and reading stops when the reader does. */

import Anthropic from "@anthropic-ai/sdk";
import { Ollama } from "ollama";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as anthropic from "../../src/anthropic/index.js";
import * as ollama from "../../src/ollama/index.js";
import * as openai from "../../src/openai/index.js";
import type { Conversation } from "../../src/shared/types.js";
import * as vllm from "../../src/vllm/index.js";
import { inOnePiece } from "./cuts.js";
import { dataEvents, type Exchange, lines, namedEvents } from "./exchange.js";
import { type Endpoint, ReplyServer } from "./server.js";
import { ANTHROPIC_EXCHANGES } from "./streams/anthropic.js";
import { OLLAMA_EXCHANGES } from "./streams/ollama.js";
import { OPENAI_EXCHANGES } from "./streams/openai.js";

const CONVERSATION: Conversation = {
  system: "Be brief.",
  messages: [
    {
      role: "user",
      content: [
        { type: "text", text: "What is this? Grüße 🌍" },
        { type: "image", source: { type: "base64", mime_type: "image/png", data: "iVBORw0KGgo=" } },
      ],
    },
    { role: "assistant", content: "I look.", tool_calls: [{ id: "call_1", name: "look_up", arguments: { n: 1.5 } }] },
    { role: "tool", tool_call_id: "call_1", content: "A dot.", is_error: false },
  ],
  tools: [
    {
      name: "look_up",
      description: "Looks things up.",
      parameters: { type: "object", properties: { n: { type: "number" } }, required: ["n"] },
      strict: true,
    },
  ],
  tool_choice: "auto",
  options: { model: "a-model", max_tokens: 100, temperature: 0.5, stop: ["END"] },
};

let server: ReplyServer;
beforeAll(async () => {
  server = await ReplyServer.start();
});
afterAll(() => server.stop());

/** Gives the first whole answer of a list, whatever is asked. */
function answering(exchanges: readonly Exchange[]): Endpoint {
  const body = exchanges.find(({ kind }) => kind === "whole")?.body ?? "";
  return server.serve({ type: "application/json", pieces: inOnePiece(body) });
}

describe("a request body", () => {
  it("arrives as it is, sent by OpenAI's client", async () => {
    const endpoint = answering(OPENAI_EXCHANGES);
    const { body } = openai.toRequest(CONVERSATION);
    await new OpenAI({ apiKey: "none", baseURL: endpoint.url }).chat.completions.create(body);
    expect(endpoint.requests).toEqual([body]);
  });

  it("arrives as it is, sent to vLLM by OpenAI's client", async () => {
    const endpoint = answering(OPENAI_EXCHANGES);
    const { body } = vllm.toRequest(CONVERSATION);
    await new OpenAI({ apiKey: "none", baseURL: endpoint.url }).chat.completions.create({ ...body, model: "a-model" });
    expect(endpoint.requests).toEqual([body]);
  });

  it("arrives as it is, sent by Ollama's client, which writes into what it is given", async () => {
    const endpoint = answering(OLLAMA_EXCHANGES);
    const { body } = ollama.toRequest(CONVERSATION);
    await new Ollama({ host: endpoint.url }).chat({ ...structuredClone(body), stream: false });
    expect(endpoint.requests).toEqual([body]);
  });

  it("arrives as it is, sent by Anthropic's client", async () => {
    const endpoint = answering(ANTHROPIC_EXCHANGES);
    const { body } = anthropic.toRequest(CONVERSATION);
    await new Anthropic({ apiKey: "none", baseURL: endpoint.url }).messages.create(body);
    expect(endpoint.requests).toEqual([body]);
  });
});

const ENDLESS = [
  {
    name: "OpenAI",
    reader: openai,
    type: "text/event-stream",
    piece: dataEvents([{ choices: [{ index: 0, delta: { content: "and so on " } }] }], { end: [] }),
  },
  {
    name: "vLLM",
    reader: vllm,
    type: "text/event-stream",
    piece: dataEvents([{ choices: [{ index: 0, delta: { content: "and so on " } }] }], { end: [] }),
  },
  {
    name: "Ollama",
    reader: ollama,
    type: "application/x-ndjson",
    piece: lines([{ message: { role: "assistant", content: "and so on " }, done: false }]),
  },
  {
    name: "Anthropic",
    reader: anthropic,
    type: "text/event-stream",
    piece: namedEvents([
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "and so on " } },
      { type: "content_block_stop", index: 0 },
    ]),
  },
] as const;

describe.each(ENDLESS)("a stream of $name that would never end", ({ reader, type, piece }) => {
  it("is closed at the server when the reader has enough", async () => {
    const endpoint = server.serve({ type, pieces: endlessly(piece) });
    const { body } = await fetch(endpoint.url, { method: "POST" });
    if (body === null) throw new Error("an answer without a body");
    let texts = 0;
    for await (const event of reader.fromStream(body)) {
      if (event.type === "text") texts += 1;
      if (texts === 3) break;
    }
    await expect.poll(() => endpoint.leftEarly).toBe(1);
    expect(texts).toBe(3);
  });

  it("gives what had arrived before the connection broke", async () => {
    const endpoint = server.serve({ type, pieces: [new TextEncoder().encode(piece)], breaksOff: true });
    const { body } = await fetch(endpoint.url, { method: "POST" });
    if (body === null) throw new Error("an answer without a body");
    const texts: string[] = [];
    const read = async () => {
      for await (const event of reader.fromStream(body)) if (event.type === "text") texts.push(event.text);
    };
    await expect(read()).rejects.toThrow();
    expect(texts).toEqual(["and so on "]);
  });
});

function* endlessly(piece: string): Generator<Uint8Array> {
  const bytes = new TextEncoder().encode(piece);
  for (;;) yield bytes;
}
