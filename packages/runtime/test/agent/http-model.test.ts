/** The model behind HTTP: what it sends, when it asks again, and what its errors tell. */

import { inspect } from "node:util";
import { ChatMessage } from "@parlance/builders";
import { ValidationError } from "@parlance/core";
import { ProviderError } from "@parlance/providers";
import { describe, expect, it } from "vitest";
import { createHttpModel, type HttpModelOptions, ModelError, type ModelEvent } from "../../src/index.js";
import { anthropic, says } from "./answers.js";
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
import { impatience, modelAt, warnings } from "./turn.js";

it("gives reasoning back under the name that the server reads, and refuses any other name", async () => {
  const sent: string[] = [];
  const options = {
    provider: "openai",
    base_url: "https://models.example",
    model: "m",
    fetch: async (_: string, { body }: { body: string }) => {
      sent.push(body);
      return { ok: false, status: 400, headers: new Headers(), body: null };
    },
  } as const;
  const said = ChatMessage.createAssistant([
    { type: "reasoning", text: "Hm." },
    { type: "text", text: "Yes." },
  ]);
  const model = createHttpModel({ ...options, reasoning_member: "reasoning_content" });
  const { signal } = new AbortController();
  const asking = async (): Promise<void> => {
    for await (const _ of model.stream({ messages: [ChatMessage.createUser("Well?"), said] }, { signal }));
  };
  await expect(asking()).rejects.toMatchObject({ status: 400 });
  expect(JSON.parse(sent[0] ?? "").messages[1]).toEqual({
    role: "assistant",
    content: "Yes.",
    reasoning_content: "Hm.",
  });
  expect(() => createHttpModel({ ...options, reasoning_member: "content" as "reasoning" })).toThrow(
    "/reasoning_member",
  );
});

const SECRET = "the secret question";
const KEY = "sk-very-secret-key";

interface Heard {
  readonly events: readonly ModelEvent[];
  readonly error: unknown;
  readonly pauses: readonly number[];
  readonly warned: readonly string[];
}

/** Asks one question and hears the answer to its end or fault. */
async function ask(url: string, options: Partial<HttpModelOptions> = {}): Promise<Heard> {
  const { wait, pauses } = impatience();
  const { logger, list } = warnings();
  const model = modelAt(url, { wait, logger, api_key: KEY, ...options });
  const events: ModelEvent[] = [];
  let error: unknown;
  try {
    const conversation = { messages: [ChatMessage.createUser(SECRET)] };
    for await (const event of model.stream(conversation, { signal: new AbortController().signal })) events.push(event);
  } catch (thrown) {
    error = thrown;
  }
  return { events, error, pauses, warned: list.map(({ code }) => code) };
}

const textOf = ({ events }: Heard): string => events.map((event) => (event.type === "text" ? event.text : "")).join("");

/** Everything that a log would show of an error. */
function shown(error: unknown): string {
  return [
    inspect(error, { depth: 10, showHidden: true }),
    String(error),
    JSON.stringify(error),
    (error as Error).stack,
  ].join();
}

describe("A key", () => {
  const nobody = async (): Promise<never> => {
    throw new Error("no network");
  };
  const warned = async (url: string, options: Partial<HttpModelOptions> = {}): Promise<readonly string[]> =>
    (await ask(url, { fetch: nobody, max_retries: 0, ...options })).warned;

  it.each([
    ["http://192.168.1.7:8000/v1", {}],
    ["http://models.example", {}],
    ["http://localhost.example", {}],
    ["http://127.0.0.1.example", {}],
    ["http://[2001:db8::1]", {}],
    ["HTTP://models.example", { provider: "anthropic" }],
    ["http://models.example", { api_key: undefined, headers: { "X-Api-Key": KEY } }],
    ["http://models.example", { api_key: undefined, headers: { Authorization: KEY } }],
  ] as const)("that goes to another machine by http is warned of: %s", async (url, options) => {
    expect(await warned(url, options)).toEqual(["open_key"]);
  });

  it.each([
    ["https://models.example", {}],
    ["http://localhost:11434", {}],
    ["http://models.localhost", {}],
    ["http://127.0.0.1", {}],
    ["http://127.1.2.3:80", {}],
    ["http://[::1]:8000/v1", {}],
    ["http://[::ffff:127.0.0.1]", {}],
    ["http://models.example", { api_key: undefined, headers: { "X-Team": "blue" } }],
  ] as const)("that stays on this machine, or is hidden, or is none, is not: %s", async (url, options) => {
    expect(await warned(url, options)).toEqual([]);
  });

  it("is warned of once for each address and listener, without the key or the address", async () => {
    const { logger, list } = warnings();
    const again = { logger, fetch: nobody, max_retries: 0 };
    for (const url of ["http://a.example/v1", "http://a.example/v1", "http://a.example/v2", "http://b.example"])
      await ask(url, again);
    expect(list).toEqual([
      {
        code: "open_key",
        path: "/base_url",
        message:
          "a key is sent to another machine by http, so that others on the way can read it; https keeps it secret",
      },
      expect.objectContaining({ code: "open_key" }),
    ]);
    expect(await warned("http://a.example/v1")).toEqual(["open_key"]);
  });
});

describe("What is sent", () => {
  it("has the key as a bearer's, and the caller's own headers in place of others", async () => {
    const server = await scriptedServer(plays(says("Hi.")));
    await ask(`${server.url}/v1/`, {
      headers: { "X-Team": "blue", "Content-Type": "application/json; charset=utf-8" },
    });
    expect(server.requests[0]).toMatchObject({
      path: "/v1/chat/completions",
      headers: {
        authorization: `Bearer ${KEY}`,
        "x-team": "blue",
        "content-type": "application/json; charset=utf-8",
      },
    });
  });

  it("has the key as Anthropic wants it, and the version of the format", async () => {
    const server = await scriptedServer(plays(anthropic({ texts: ["Hi."] })));
    await ask(server.url, { provider: "anthropic" });
    expect(server.requests[0]?.headers).toMatchObject({ "x-api-key": KEY, "anthropic-version": "2023-06-01" });
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  it("keeps every digit of numbers", async () => {
    const server = await scriptedServer(plays(says("Hi.")));
    const { parseJson } = await import("@parlance/core/json");
    const call = parseJson('{"id":"c1","name":"f","arguments":{"n":12345678901234567890}}') as never;
    const messages = [ChatMessage.createUser("x"), ChatMessage.createAssistant(null, [call])];
    for await (const _ of modelAt(server.url).stream({ messages }, { signal: new AbortController().signal }));
    expect(server.requests[0]?.text).toContain("12345678901234567890");
  });
});

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

  it("does not show the key in the model", () => {
    expect(inspect(modelAt("http://localhost", { api_key: KEY }), { depth: 10, showHidden: true })).not.toContain(KEY);
  });
});

it("refuses wrong options all at once, and shows neither key nor address", () => {
  const options = {
    provider: "cohere",
    base_url: "https://user:pass@example.com/v1?key=abc",
    model: "",
    api_key: `${KEY}\n`,
    headers: { "bad name": "x", ok: "line\nbreak" },
    max_retries: -1,
    max_retry_delay_ms: 0,
    idle_timeout_ms: 1.5,
  } as never;
  let error: unknown;
  try {
    createHttpModel(options);
  } catch (thrown) {
    error = thrown;
  }
  expect(ValidationError.isInstance(error) && error.issues.map(({ path, code }) => `${path} ${code}`)).toEqual([
    "/provider not_allowed_value",
    "/model not_allowed_value",
    "/max_retries bad_number",
    "/max_retry_delay_ms bad_number",
    "/idle_timeout_ms bad_number",
    "/base_url bad_base_url",
    "/api_key bad_header",
    "/headers/* bad_header",
    "/headers/* bad_header",
  ]);
  for (const secret of [KEY, "pass", "abc", "example.com", "bad name"]) expect(shown(error)).not.toContain(secret);
});

it.each([
  "localhost:11434",
  "ftp://host",
  "http://host/?key=abc",
  "http://host/#abc",
  "http://ann@host",
  "http://:pw@host",
  "",
])("refuses the base URL %j", (base_url) => {
  expect(() => modelAt(base_url)).toThrow(ValidationError);
});
