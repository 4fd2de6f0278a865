/** Answers of HTTP that are not a success, as typed errors: what they are, whether and when to try again. */

import { parseJson, stringifyJson } from "@parlance/core/json";
import { describe, expect, expectTypeOf, it } from "vitest";
import * as anthropic from "../../src/anthropic/index.js";
import * as ollama from "../../src/ollama/index.js";
import * as openai from "../../src/openai/index.js";
import { ProviderError } from "../../src/shared/errors/provider-error.js";
import type { FailedResponse } from "../../src/shared/types.js";
import * as vllm from "../../src/vllm/index.js";

const PROVIDERS = [
  ["openai", openai],
  ["vllm", vllm],
  ["ollama", ollama],
  ["anthropic", anthropic],
] as const;

function retryAfter(headers: Record<string, string>): number | undefined {
  return openai.errorFromResponse({ status: 429, headers: new Headers(headers) }, { now: () => 10_000 }).retry_after_ms;
}

describe.each(PROVIDERS)("an error of %s", (name, { errorFromResponse }) => {
  it("takes what fetch gives", async () => {
    const response = new Response("Down.", { status: 503, headers: { "Retry-After": "7" } });
    expectTypeOf(response.headers).toExtend<NonNullable<FailedResponse["headers"]>>();
    const { status, headers } = response;
    const error = errorFromResponse({ status, headers, body: await response.text() });
    expect(ProviderError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({
      provider: name,
      status: 503,
      retryable: true,
      retry_after_ms: 7000,
      details: "Down.",
    });
  });

  it.each([
    ["nothing", undefined, undefined],
    ["empty text", "", undefined],
    ["no bytes", new Uint8Array(), undefined],
    ["bytes that are not UTF-8", Uint8Array.of(0x61, 0xff), "a\ufffd"],
    ["JSON that is cut off", '{"error":', '{"error":'],
    ["null", "null", null],
    ["an empty list", [], []],
    ["an error that is a number", { error: 7 }, { error: 7 }],
    [
      "members of other types",
      { error: { type: 1, code: {}, status: [] } },
      { error: { type: 1, code: {}, status: [] } },
    ],
    ["a function", () => 1, undefined],
    [
      "a trap",
      {
        get error(): never {
          throw new Error("my secret");
        },
      },
      undefined,
    ],
  ])("is one whatever the body: %s", (_, body, details) => {
    const error = errorFromResponse({ status: 400, body });
    expect([error.status, error.retryable, error.type, error.retry_after_ms]).toEqual([
      400,
      false,
      undefined,
      undefined,
    ]);
    expect(error.details).toEqual(details);
  });

  it("quotes nothing of the body, and keeps its digits", () => {
    const body = '{"error":{"type":"my secret is long","message":"my secret","n":12345678901234567890}}';
    const error = errorFromResponse({ status: 400, body });
    expect(`${error.message}${error.stack}${JSON.stringify(error)}`).not.toContain("secret");
    expect(stringifyJson(error.details)).toBe(stringifyJson(parseJson(body)));
  });
});

/** Headers of a fetch of one's own. */
const ODD_HEADERS: readonly (readonly [string, unknown])[] = [
  ["throw", { get: () => fail() }],
  ["throw for some names", { get: (name: string) => (name === "retry-after" ? fail() : null) }],
  ["cannot be asked", { "retry-after": "7" }],
  [
    "hide how to ask",
    {
      get get(): never {
        return fail();
      },
    },
  ],
  ["give lists", { get: () => ["7"] }],
  ["give objects", { get: () => ({ toString: fail }) }],
  ["give symbols", { get: () => Symbol("my secret") }],
  ["are null", null],
];

function fail(): never {
  throw new Error("my secret");
}

describe.each(PROVIDERS)("headers of an answer of %s", (name, { errorFromResponse }) => {
  it.each(ODD_HEADERS)("headers that %s cost the error nothing but the time to wait", (_, headers) => {
    const error = errorFromResponse({ status: 503, headers, body: { error: { type: "server_error" } } } as never);
    expect([error.provider, error.status, error.type, error.retryable]).toEqual([name, 503, "server_error", true]);
    expect(error.retry_after_ms).toBeUndefined();
    expect(`${error.message}${error.stack}${JSON.stringify(error)}`).not.toContain("secret");
  });

  it("headers that give numbers say the time to wait", () => {
    const headers = { get: (header: string) => (header === "retry-after" ? 7 : null) };
    expect(errorFromResponse({ status: 503, headers } as never).retry_after_ms).toBe(7000);
  });
});

describe("the time to wait", () => {
  it("is in seconds, in milliseconds, or a time of the clock", () => {
    expect(retryAfter({ "retry-after": "20" })).toBe(20_000);
    expect(retryAfter({ "retry-after": "0.25" })).toBe(250);
    expect(retryAfter({ "retry-after": "20", "retry-after-ms": "300" })).toBe(300);
    expect(retryAfter({ "retry-after": "Thu, 01 Jan 1970 00:00:30 GMT" })).toBe(20_000);
    expect(retryAfter({ "retry-after": "Thu, 01 Jan 1970 00:00:01 GMT" })).toBe(0);
  });

  it("is that of the error itself where headers say none, and no time without an end", () => {
    const told = (body: string) => openai.errorFromResponse({ status: 429, body }).retry_after_ms;
    expect(told('{"error":{"retry_after":2}}')).toBe(2000);
    expect(told('{"error":{"retry_after":1e400}}')).toBeUndefined();
    expect(told('{"error":{"retry_after":1e308}}')).toBeUndefined();
  });

  it.each(["", "soon", "-1", "1e9", "NaN", "Infinity", "9".repeat(400)])("is unknown for %j", (text) => {
    expect(retryAfter({ "retry-after": text, "retry-after-ms": text })).toBeUndefined();
  });
});

describe("trying again", () => {
  it.each([
    [400, undefined, false],
    [401, undefined, false],
    [408, undefined, true],
    [409, undefined, true],
    [429, "rate_limit_error", true],
    [429, "insufficient_quota", false],
    [500, undefined, true],
    [529, "overloaded_error", true],
    [undefined, "overloaded_error", true],
    [undefined, "InternalServerError", true],
    [undefined, "api_error", true],
    [undefined, "invalid_request_error", false],
    [200, "server_error", true],
    [undefined, undefined, false],
  ])("trying again after status %s and the word %s is of use: %s", (status, type, retryable) => {
    expect(new ProviderError({ provider: "openai", status, type }).retryable).toBe(retryable);
  });

  it("is as the server tells, whatever the status", () => {
    const told = (text: string, status: number) =>
      openai.errorFromResponse({ status, headers: new Headers({ "x-should-retry": text }) }).retryable;
    expect([told("true", 400), told("false", 500), told("perhaps", 500), told("perhaps", 400)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});
