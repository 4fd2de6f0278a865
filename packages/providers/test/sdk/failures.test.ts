/** Answers that are not a success, as the official clients and this library tell of them. */

import Anthropic from "@anthropic-ai/sdk";
import { Ollama } from "ollama";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as anthropic from "../../src/anthropic/index.js";
import * as ollama from "../../src/ollama/index.js";
import * as openai from "../../src/openai/index.js";
import type { ProviderError } from "../../src/shared/errors/provider-error.js";
import * as vllm from "../../src/vllm/index.js";
import { inOnePiece } from "./cuts.js";
import { type Reply, ReplyServer } from "./server.js";

const MESSAGES = [{ role: "user" as const, content: "Hello." }];

const askOpenAi = (url: string) =>
  new OpenAI({ apiKey: "none", baseURL: url, maxRetries: 1, logLevel: "off" }).chat.completions.create({
    model: "a-model",
    messages: MESSAGES,
  });

const SIDES = [
  { name: "OpenAI", ask: askOpenAi, reader: openai, retries: true },
  { name: "vLLM", ask: askOpenAi, reader: vllm, retries: true },
  {
    name: "Ollama",
    ask: (url: string) => new Ollama({ host: url }).chat({ model: "a-model", messages: MESSAGES }),
    reader: ollama,
    retries: false,
  },
  {
    name: "Anthropic",
    ask: (url: string) =>
      new Anthropic({ apiKey: "none", baseURL: url, maxRetries: 1, logLevel: "off" }).messages.create({
        model: "a-model",
        max_tokens: 10,
        messages: MESSAGES,
      }),
    reader: anthropic,
    retries: true,
  },
] as const;

const FAILURES = [
  { status: 400, body: '{"error":{"type":"invalid_request_error","message":"No."}}', retryable: false },
  { status: 429, body: '{"error":{"type":"rate_limit_error","message":"Slow down."}}', retryable: true },
  { status: 503, body: '{"type":"error","error":{"type":"overloaded_error","message":"Busy."}}', retryable: true },
  { status: 502, body: "<html>Bad gateway</html>", type: "text/html", retryable: true },
  { status: 500, body: "{}", headers: { "x-should-retry": "false" }, retryable: false },
] as const;

let server: ReplyServer;
beforeAll(async () => {
  server = await ReplyServer.start();
});
afterAll(() => server.stop());

function replyOf({ body, ...failure }: (typeof FAILURES)[number]): Reply {
  return { type: "application/json", headers: {}, ...failure, pieces: inOnePiece(body) };
}

describe.each(SIDES)("the official client and this library, on failures of $name", ({ ask, reader, retries }) => {
  it.each(FAILURES)("tell of the same status $status, and try again or not", async (failure) => {
    const reply = replyOf(failure);
    const endpoint = server.serve({ ...reply, headers: { "retry-after-ms": "1", ...reply.headers } });
    const theirs: { readonly status?: number; readonly status_code?: number } = await ask(endpoint.url).then(
      () => ({}),
      (error) => error,
    );
    const tries = endpoint.requests.length;
    const response = await fetch(endpoint.url);
    const { status, headers } = response;
    const ours: ProviderError = reader.errorFromResponse({ status, headers, body: await response.text() });
    expect(ours).toMatchObject({ status: failure.status, retryable: failure.retryable, retry_after_ms: 1 });
    expect(theirs.status ?? theirs.status_code).toBe(ours.status);
    if (retries) expect(tries > 1).toBe(ours.retryable);
  });
});
