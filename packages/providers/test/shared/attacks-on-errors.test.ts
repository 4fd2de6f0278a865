/** Attacks on what errors show: servers that echo a key where a word is expected, and users' names in the places of a report. */

import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import * as anthropic from "../../src/anthropic/index.js";
import { LossyConversionError } from "../../src/index.js";
import * as ollama from "../../src/ollama/index.js";
import * as openai from "../../src/openai/index.js";
import { ProviderError } from "../../src/shared/errors/provider-error.js";
import type { Conversation } from "../../src/shared/types.js";
import * as vllm from "../../src/vllm/index.js";
import { errorOf } from "./given.js";

const PROVIDERS = { openai, vllm, ollama, anthropic };
const NAMES = ["openai", "vllm", "ollama", "anthropic"] as const;

/** Keys and tokens as they are: each of them is one word. */
const SENTINELS = [
  "sk-live-51H8sentinel42",
  "SENTINEL_42",
  "sentinel",
  "xoxb.sentinel-2026",
  "invalid_request_error_sentinel",
  "sentinel.invalid_api_key",
  "INVALID_REQUEST_ERROR sentinel",
  "server_error\n    at sentinel (file:///home/sentinel/app.js:1:2)",
  "server_error\r\u2028Error: sentinel",
  "\u202elenitnes\u202c server_error sentinel",
  "\u001b[2Jserver_error\u0007sentinel",
];

/** Known words with something in them that nobody sees, or that looks like a letter of theirs. */
const LOOK_ALIKES = [
  "server_error\u200b",
  "\ufeffserver_error",
  "server\u00ad_error",
  "\u202eserver_error\u202c",
  "\u2066server_error\u2069",
  "server_error\ufe0f",
  "server_error\u0000",
  "server_error\n",
  " server_error",
  "s\u0435rver_error",
  "\uff53erver_error",
  "to\u212aens",
  "SERVER_ERROR",
  "__proto__",
  "constructor",
];

/** Everything that a log, a console or a reporter of errors would show. */
function shownOf(error: Error): string {
  return [
    error.message,
    error.stack,
    String(error),
    JSON.stringify(error),
    JSON.stringify({ ...error }),
    inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true }),
    inspect(error.cause, { depth: Number.POSITIVE_INFINITY }),
  ].join("\n");
}

async function streamError(name: (typeof NAMES)[number], event: object): Promise<unknown> {
  try {
    for await (const _ of PROVIDERS[name].fromStream([event]));
  } catch (error) {
    return error;
  }
  return undefined;
}

describe.each(NAMES)("a server of %s that echoes a key for the kind of its error", (name) => {
  const { errorFromResponse, fromResponse } = PROVIDERS[name];

  it.each(SENTINELS)("puts it nowhere but into the details: %s", async (sentinel) => {
    const echoes = [{ type: sentinel }, { code: sentinel }, { type: sentinel, code: sentinel }, { status: sentinel }];
    for (const error of echoes) {
      const body = { type: "error", error };
      const errors = [
        errorFromResponse({ status: 401, body }),
        errorFromResponse({ status: 401, body: JSON.stringify([body]) }),
        errorFromResponse({ status: 401, body: { object: "error", ...error } }),
        errorOf(() => fromResponse(body)),
        await streamError(name, body),
      ];
      for (const thrown of errors) {
        if (!ProviderError.isInstance(thrown)) throw new Error("another error was thrown");
        expect(thrown.type === undefined || thrown.type === "error").toBe(true);
        expect(shownOf(thrown)).not.toMatch(/sentinel/i);
        expect(JSON.stringify(thrown.details)).toContain(JSON.stringify(sentinel).slice(1, -1));
      }
    }
  });

  it("is told by the word beside it, where that is a known one", () => {
    const body = { error: { type: "invalid_request_error", code: SENTINELS[0] } };
    expect(errorFromResponse({ status: 400, body }).type).toBe("invalid_request_error");
  });
});

describe.each(NAMES)("a server of %s that disguises the kind of its error", (name) => {
  it.each(LOOK_ALIKES)("shows none: %j", async (word) => {
    for (const error of [{ type: word }, { code: word }, { type: word, code: word, status: word, retry_after: word }]) {
      const body = { type: "error", error };
      const thrown = [
        PROVIDERS[name].errorFromResponse({ status: 400, body }),
        PROVIDERS[name].errorFromResponse({ status: 400, body: { object: "error", ...error } }),
        errorOf(() => PROVIDERS[name].fromResponse(body)),
        await streamError(name, body),
        new ProviderError({ provider: name, status: 400, type: word, details: body }),
      ];
      for (const one of thrown) {
        if (!ProviderError.isInstance(one)) throw new Error("another error was thrown");
        expect([undefined, "error"]).toContain(one.type);
        expect(one.retry_after_ms).toBeUndefined();
        expect(one.message).toMatch(/^[a-z]+ answered with an error( \((error, )?(error|status 400)\))?$/);
        if (word !== "constructor") expect(shownOf(one)).not.toContain(word);
      }
    }
  });
});

describe("the word that an error shows", () => {
  it("is the code where the type is not known", () => {
    const body = { error: { type: SENTINELS[0], code: "context_length_exceeded" } };
    expect(openai.errorFromResponse({ status: 400, body }).message).toBe(
      "openai answered with an error (context_length_exceeded, status 400)",
    );
  });

  it("is not needed to know whether the same request may succeed later", () => {
    const later = (type: string) => openai.errorFromResponse({ status: 200, body: { error: { type } } });
    expect([later("my_engine_overloaded").retryable, later("my_engine_overloaded").type]).toEqual([true, undefined]);
    expect(later("the prompt was: server_error").retryable).toBe(false);
  });

  it("does not take a status that is none", async () => {
    const error = await streamError("ollama", { error: "down", status: 4_111_111_111_111_111 });
    expect([ProviderError.isInstance(error), shownOf(error as Error).includes("4111")]).toEqual([true, false]);
  });
});

describe.each(NAMES)("a status of %s that a fetch of one's own made up", (name) => {
  const { errorFromResponse } = PROVIDERS[name];

  it.each([
    "sk-live-sentinel",
    "404 sentinel",
    "429",
    ["sentinel"],
    { toString: () => "sentinel" },
    null,
    undefined,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    99,
    1000,
    4_111_111_111_111_111,
    404.4111,
    -1,
    4111n,
  ])("is shown nowhere where it is none of HTTP", (status) => {
    const error = errorFromResponse({ status, body: { error: { type: "server_error" } } } as never);
    expect([error.status, error.retryable]).toEqual([undefined, true]);
    expect(error.message).toBe(`${name} answered with an error (server_error)`);
    expect(shownOf(error)).not.toMatch(/sentinel|4111/);
  });

  it.each([100, 404, 999])("is shown where it is one: %i", (status) => {
    const error = errorFromResponse({ status });
    expect([error.status, error.message]).toEqual([status, `${name} answered with an error (status ${status})`]);
  });
});

const SENTINEL = "sk-live-51H8sentinel42";

/** Conversations of which nothing may be lost, with a name of the user's that would be. */
const LOSSY: Readonly<Record<string, Partial<Conversation>>> = {
  "a property": { tools: [tool({ [SENTINEL]: { type: "string", minLength: 2, not: {} } })] },
  "a property that is not a schema": { tools: [tool({ [SENTINEL]: 7 })] },
  "a keyword": { tools: [tool({ a: { type: "string", [SENTINEL]: 1 } }, { [SENTINEL]: 1 })] },
  "a definition": {
    tools: [tool({ a: { $ref: `#/$defs/${SENTINEL}` } }, { $defs: { [SENTINEL]: { [SENTINEL]: 1, not: {} } } })],
  },
  "a pattern of names": { tools: [tool({}, { patternProperties: { [SENTINEL]: { not: {} } } })] },
  "a number for a name": { tools: [tool({ "4111111111111111": { type: "string", not: {} } })] },
  "a member of a tool": { tools: [{ ...tool({}), [SENTINEL]: 1 } as never] },
  "a member of a message": { messages: [{ role: "user", content: "x", [SENTINEL]: 1 } as never] },
  "a member of a part": {
    messages: [{ role: "user", content: [{ type: "text", text: "x", [SENTINEL]: 1 } as never] }],
  },
  "a member of the conversation": { [SENTINEL]: 1 } as never,
  "an option": { options: { [SENTINEL]: 1 } as never },
};

function tool(properties: object, more: object = {}) {
  const parameters = { type: "object", properties, ...more } as never;
  return { name: "t", description: "A tool.", parameters, strict: true };
}

describe.each(NAMES)("a conversion to %s that would not be lossless", (name) => {
  it.each(Object.keys(LOSSY))("shows no name that is the user's: %s", (what) => {
    const options = { model: "claude-sonnet-4-5", max_tokens: 10 };
    const conversation = { messages: [{ role: "user", content: "x" }], ...LOSSY[what] } as Conversation;
    const lossy = { ...conversation, options: { ...options, ...conversation.options } };
    let error: unknown;
    try {
      PROVIDERS[name].toRequest(lossy, { strict: true });
    } catch (thrown) {
      error = thrown;
    }
    // vLLM takes any schema, and where a pattern of names is refused, the place is told by its keyword.
    if (error === undefined)
      return expect([name, what]).toEqual(["vllm", expect.stringMatching(/^a (pro|key|def|pat|num)/)]);
    expect(shownOf(error as Error)).not.toMatch(/sentinel|4111/i);
    expect(LossyConversionError.isInstance(error) && error.report.length).toBeGreaterThan(0);
  });
});

describe("the error of a conversion that would not be lossless", () => {
  it("shows the places that are the contract's, and has all of them in its report", () => {
    const report = [
      "/messages/0/content/1",
      `/tools/0/parameters/properties/${SENTINEL}/minLength`,
      `/options/a~1b`,
    ].map((path) => ({ code: "schema_dropped", action: "dropped", path, reason: "because" }) as const);
    const error = new LossyConversionError(report);
    expect(error.message).toBe(
      "the conversion is not lossless: /messages/0/content/1: schema_dropped; /tools/0/parameters/properties/*/minLength: schema_dropped; /options/*: schema_dropped",
    );
    expect(error.report).toEqual(report);
  });
});
