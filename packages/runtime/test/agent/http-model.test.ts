/** The model behind HTTP: what it sends, what it keeps to itself, and which options it refuses. */

import { inspect } from "node:util";
import { ChatMessage } from "@parlance/builders";
import { ValidationError } from "@parlance/core";
import { describe, expect, it } from "vitest";
import { createHttpModel, type HttpModelOptions } from "../../src/index.js";
import { anthropic, says } from "./answers.js";
import { ask, KEY, shown } from "./asked.js";
import { plays, scriptedServer } from "./scripted-server.js";
import { modelAt, warnings } from "./turn.js";

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
  ] as const)("a key that goes to another machine by http is warned of: %s", async (url, options) => {
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
  ] as const)(
    "a key that stays on this machine, or is hidden, or is none, is not warned of: %s",
    async (url, options) => {
      expect(await warned(url, options)).toEqual([]);
    },
  );

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

  it("does not show the key in the model", () => {
    expect(inspect(modelAt("http://localhost", { api_key: KEY }), { depth: 10, showHidden: true })).not.toContain(KEY);
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
