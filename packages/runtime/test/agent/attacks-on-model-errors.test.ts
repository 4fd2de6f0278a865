/** Attacks on what the errors of a model show: a `fetch` that puts a key where the platform has a word. */

import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { ModelError } from "../../src/index.js";
import { modelAt } from "./turn.js";

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

async function faultOf(thrown: unknown): Promise<unknown> {
  const model = modelAt("https://example.com/v1", { fetch: () => Promise.reject(thrown), max_retries: 0 });
  const { signal } = new AbortController();
  try {
    for await (const _ of model.stream({ messages: [{ role: "user", content: "Hi." }] }, { signal }));
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("a fetch that throws a key for a code", () => {
  it.each(["SK_LIVE_SENTINEL_42", "ESENTINEL", "ECONNREFUSED_SENTINEL", "SENTINEL_CERT", "ERR_SENTINEL"])(
    "shows it nowhere: %s",
    async (code) => {
      for (const thrown of [{ code }, new TypeError("fetch failed", { cause: { code } }), { cause: { code } }]) {
        const error = await faultOf(thrown);
        if (!ModelError.isInstance(error)) throw new Error("another error was thrown");
        expect([error.reason, error.system_code]).toEqual(["unreachable", undefined]);
        expect(shownOf(error)).not.toMatch(/sentinel/i);
        expect(error.original).toBe(thrown);
      }
    },
  );

  it("is not asked again where the word is one of certificates, known or not", async () => {
    const retryable = async (code: string) => ((await faultOf({ code })) as ModelError).retryable;
    expect([await retryable("SENTINEL_CERT"), await retryable("SENTINEL")]).toEqual([false, true]);
  });

  it("is told by the platform's words", async () => {
    const error = await faultOf(new TypeError("fetch failed", { cause: { code: "UND_ERR_CONNECT_TIMEOUT" } }));
    expect((error as Error).message).toBe("the model's server could not be reached (UND_ERR_CONNECT_TIMEOUT)");
  });
});
