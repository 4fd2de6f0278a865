/** The model behind HTTP where its server fails: when it asks again, and what its errors tell. */

import { ChatMessage } from "@parlance/builders";
import { ProviderError } from "@parlance/providers";
import { describe, expect, it } from "vitest";
import { createHttpModel, ModelError } from "../../src/index.js";
import { anthropic, says } from "./answers.js";
import { ask, KEY, SECRET, shown, textOf } from "./asked.js";
import {
  breaksAfter,
  deafUrl,
  hangsAfter,
  neverAnswers,
  plays,
  resets,
  scriptedServer,
  status,
} from "./scripted-server.js";
import { modelAt } from "./turn.js";

describe("Asking again", () => {
  const told: readonly (readonly [string, Parameters<typeof status>, readonly number[]])[] = [
    ["429 with seconds", [429, "", { "retry-after": "7" }], [7000]],
    ["429 with a date", [429, "", { "retry-after": "Sat, 21 Nov 2026 10:00:30 GMT" }], [30_000]],
    ["429 with milliseconds", [429, "", { "retry-after-ms": "25" }], [25]],
    ["503 with a proxy's page", [503, "<html><body>Service Unavailable</body></html>", { "retry-after": "1" }], [1000]],
  ];
  it.each(told)("waits as long as %s says, and then has the answer", async (_, answer, expected) => {
    const server = await scriptedServer(status(...answer), plays(says("Hi.")));
    const now = Date.parse("2026-11-21T10:00:00.000Z");
    const heard = await ask(server.url, { now: () => now });
    expect(heard).toMatchObject({ error: undefined, pauses: expected, warned: ["model_asked_again"] });
    expect(textOf(heard)).toBe("Hi.");
    expect(server.requests[1]?.text).toBe(server.requests[0]?.text);
  });

  it.each([
    ["500", status(500, '{"error":{"message":"oops"}}')],
    ["a reset connection", resets()],
    ["a connection that is closed before the first word", breaksAfter([])],
    ["an answer without anything", plays([])],
  ])("waits longer each time after %s", async (_, play) => {
    const server = await scriptedServer(play, play, plays(says("Hi.")));
    const heard = await ask(server.url);
    expect(textOf(heard)).toBe("Hi.");
    const [first = 0, second = 0] = heard.pauses;
    expect([first >= 375, first <= 500, second >= 750, second <= 1000]).toEqual([true, true, true, true]);
  });

  it("gives up after the third 429", async () => {
    const limited = status(429, '{"error":{"type":"rate_limit_error"}}', { "retry-after": "1" });
    const server = await scriptedServer(limited, limited, limited);
    const { error, pauses } = await ask(server.url);
    expect(pauses).toEqual([1000, 1000]);
    expect(ProviderError.isInstance(error) && error).toMatchObject({
      status: 429,
      retryable: true,
      retry_after_ms: 1000,
    });
    expect(server.requests).toHaveLength(3);
  });

  it("does not wait longer than it may, and says when to ask again", async () => {
    const server = await scriptedServer(status(429, "", { "retry-after": "3600" }));
    const { error, pauses } = await ask(server.url);
    expect(pauses).toEqual([]);
    expect(error).toMatchObject({ retry_after_ms: 3_600_000 });
  });

  it.each([
    [400, false],
    [401, false],
    [404, false],
  ])("does not ask again after %i", async (code, retryable) => {
    const server = await scriptedServer(status(code, '{"error":{"message":"no"}}'));
    const { error } = await ask(server.url);
    expect(error).toMatchObject({ status: code, retryable });
    expect(server.requests).toHaveLength(1);
  });

  it("does not follow a redirection, which would take the conversation elsewhere", async () => {
    const elsewhere = await scriptedServer();
    const server = await scriptedServer(status(307, "", { location: elsewhere.url }));
    const { error } = await ask(server.url);
    expect(error).toMatchObject({ status: 307, retryable: false });
    expect(elsewhere.requests).toEqual([]);
  });

  it("does not ask again once words have come", async () => {
    const server = await scriptedServer(breaksAfter(says("Half").slice(0, 2)));
    const heard = await ask(server.url);
    expect(textOf(heard)).toBe("Half");
    expect(heard.error).toMatchObject({ code: "model_error", reason: "connection_lost", retryable: true });
    expect(heard.pauses).toEqual([]);
  });

  it("asks again when nothing but an error came in a stream", async () => {
    const overloaded =
      'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n';
    const start = anthropic({ texts: ["x"] }).slice(0, 1);
    const server = await scriptedServer(plays([...start, overloaded]), plays(anthropic({ texts: ["Hi."] })));
    expect(textOf(await ask(server.url, { provider: "anthropic" }))).toBe("Hi.");
  });

  it("does not ask again where the server's certificate is refused", async () => {
    const fetch = async (): Promise<never> => {
      throw new TypeError("fetch failed", { cause: { code: "CERT_HAS_EXPIRED" } });
    };
    const { error, pauses } = await ask("https://example.com/v1", { fetch });
    expect([error, pauses]).toMatchObject([{ system_code: "CERT_HAS_EXPIRED", retryable: false }, []]);
  });

  it("asks only once where the caller wants it so", async () => {
    const server = await scriptedServer(status(500));
    expect((await ask(server.url, { max_retries: 0 })).error).toMatchObject({ status: 500 });
  });
});

describe("What goes wrong", () => {
  it("is unreachable where nobody listens", async () => {
    const { error } = await ask(await deafUrl());
    expect(ModelError.isInstance(error) && error).toMatchObject({
      reason: "unreachable",
      system_code: "ECONNREFUSED",
      retryable: true,
      message: "the model's server could not be reached (ECONNREFUSED)",
    });
  });

  it("is cut off where the stream ends without saying why", async () => {
    const server = await scriptedServer(plays(says("Half").slice(0, 2)));
    expect((await ask(server.url)).error).toMatchObject({ reason: "cut_off" });
  });

  it.each([
    ["before the answer", neverAnswers()],
    ["within the answer", hangsAfter(says("Half").slice(0, 2))],
  ])("is a time-out where the server falls silent %s", async (_, play) => {
    const server = await scriptedServer(play);
    const model = createHttpModel({
      provider: "openai",
      base_url: server.url,
      model: "m",
      idle_timeout_ms: 50,
      max_retries: 0,
    });
    const signal = new AbortController().signal;
    const listening = async (): Promise<void> => {
      for await (const _ of model.stream({ messages: [ChatMessage.createUser("x")] }, { signal }));
    };
    await expect(listening()).rejects.toMatchObject({ code: "model_error", reason: "timeout" });
    await server.left();
  });

  it("still has its status where the body of an error never ends", async () => {
    const server = await scriptedServer((response) => {
      response.writeHead(400, { "content-type": "text/html" }).write("<html>");
    });
    const { error } = await ask(server.url, { idle_timeout_ms: 1_000, wait: undefined });
    expect(error).toMatchObject({ status: 400 });
  });

  it("reads no more of an endless error than it has to", async () => {
    const server = await scriptedServer(async (response) => {
      response.writeHead(400);
      const write = () =>
        new Promise((resolve) => response.write("x".repeat(65_536), (error) => resolve(error == null)));
      while (!response.destroyed && (await write()));
    });
    expect((await ask(server.url)).error).toMatchObject({ status: 400 });
    await server.left();
  });

  it("leaves the connection when nobody listens any more", async () => {
    const server = await scriptedServer(hangsAfter(says("Half").slice(0, 2)));
    const signal = new AbortController().signal;
    for await (const event of modelAt(server.url).stream({ messages: [ChatMessage.createUser("x")] }, { signal }))
      if (event.type === "text") break;
    await server.left();
  });

  it("frees the body of a fetch that does not listen to signals", async () => {
    let isFreed = false;
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(says("Half")[1])),
      cancel: () => {
        isFreed = true;
      },
    });
    const model = modelAt("http://localhost", { fetch: async () => new Response(body) });
    const signal = new AbortController().signal;
    for await (const event of model.stream({ messages: [ChatMessage.createUser("x")] }, { signal }))
      if (event.type === "text") break;
    expect(isFreed).toBe(true);
  });

  it.each([
    ["a status", status(400, JSON.stringify({ error: { message: `bad: ${SECRET}`, type: "invalid_request_error" } }))],
    ["a page", status(502, `<html>${SECRET} ${KEY}</html>`)],
    [
      "an error within the stream",
      plays([`data: ${JSON.stringify({ error: { message: SECRET, type: "server_error" } })}\n\n`]),
    ],
    ["a stream that is none", plays([`data: ${SECRET}\n\n`])],
    ["a broken connection", breaksAfter(says(SECRET).slice(0, 2))],
    ["a reset", resets()],
  ])("shows neither content nor key nor address after %s", async (_, play) => {
    const server = await scriptedServer(play);
    const { error, warned } = await ask(server.url, { max_retries: 0 });
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).cause).toBeUndefined();
    for (const secret of [SECRET, KEY, "127.0.0.1", new URL(server.url).port])
      expect(shown(error)).not.toContain(secret);
    expect(warned).toEqual([]);
  });

  it("shows nothing of what a caller's own fetch throws", async () => {
    const thrown = Object.assign(new Error(`failed with ${KEY}`), { cause: new Error(SECRET), code: "MY_FETCH" });
    const fetch = (): Promise<never> => Promise.reject(thrown);
    const { error } = await ask("https://example.com/v1", { fetch, max_retries: 0 });
    expect(error).toMatchObject({ reason: "unreachable", system_code: undefined });
    expect(ModelError.isInstance(error) && error.original).toBe(thrown);
    for (const secret of [SECRET, KEY, "example.com"]) expect(shown(error)).not.toContain(secret);
  });

  it.each([
    [
      "the code",
      {
        get code(): never {
          throw new Error(SECRET);
        },
      },
    ],
    [
      "the cause",
      {
        get cause(): never {
          throw new Error(SECRET);
        },
      },
    ],
    [
      "the code of the cause",
      {
        cause: {
          get code(): never {
            throw new Error(SECRET);
          },
        },
      },
    ],
    [
      "anything",
      new Proxy(
        {},
        {
          get: () => {
            throw new Error(SECRET);
          },
          has: () => {
            throw new Error(SECRET);
          },
        },
      ),
    ],
  ])("shows nothing of what throws once more when it is asked for %s", async (_, thrown) => {
    const fetch = (): Promise<never> => Promise.reject(thrown);
    const { error } = await ask("https://example.com/v1", { fetch, max_retries: 0 });
    expect(error).toMatchObject({ reason: "unreachable", system_code: undefined });
    expect(ModelError.isInstance(error) && error.original).toBe(thrown);
    expect(shown(error)).not.toContain(SECRET);
  });

  it("finds the platform's word beside a cause that throws", async () => {
    const thrown = {
      code: "ECONNREFUSED",
      get cause(): never {
        throw new Error(SECRET);
      },
    };
    const { error } = await ask("https://example.com/v1", { fetch: () => Promise.reject(thrown), max_retries: 0 });
    expect(error).toMatchObject({ reason: "unreachable", system_code: "ECONNREFUSED" });
  });
});
