/** What comes from Ollama, whole and line by line. */

import { ParseError } from "@parlance/core";
import { parseJson, stringifyJson } from "@parlance/core/json";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromResponse, fromStream } from "../../src/ollama/index.js";
import { ProviderError } from "../../src/shared/errors/provider-error.js";
import type { Answer, StreamEvent } from "../../src/shared/types.js";
import { counting, piecesOf } from "../shared/streamed.js";

const HEAD = { model: "qwen3:8b", created_at: "2026-08-07T06:08:11Z" };
const DONE = { done: true, done_reason: "stop", prompt_eval_count: 3, eval_count: 5, eval_duration: 1_361_034_000 };

const line = (message: object, rest: object = { done: false }): object => ({
  ...HEAD,
  message: { role: "assistant", ...message },
  ...rest,
});

async function eventsOf(...pieces: readonly (string | Uint8Array | object)[]): Promise<readonly StreamEvent[]> {
  const events: StreamEvent[] = [];
  for await (const event of fromStream(piecesOf(...pieces), counting())) events.push(event);
  return events;
}

async function answerOf(...pieces: readonly (string | Uint8Array | object)[]): Promise<Answer> {
  const last = (await eventsOf(...pieces)).at(-1);
  if (last?.type !== "end") throw new Error("the stream has no end");
  return last.answer;
}

async function errorOf(...pieces: readonly (string | object)[]): Promise<ProviderError> {
  try {
    await eventsOf(...pieces);
  } catch (error) {
    if (ProviderError.isInstance(error)) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("an answer", () => {
  it("keeps the digits of arguments and of what is unread", () => {
    const answer = fromResponse(
      '{"message":{"role":"assistant","content":"","tool_calls":[{"id":"a","function":{"name":"f","arguments":{"n":12345678901234567890}}}]},"done":true,"done_reason":"stop","big":1e400}',
    );
    expect(stringifyJson(answer.message)).toContain('"arguments":{"n":12345678901234567890}');
    expect(stringifyJson(answer.unread)).toBe('{"big":1e400}');
  });

  it.each([
    ["stop", "stop", { content: "Hi." }],
    ["length", "length", { content: "Hi" }],
    ["stop", "tool_calls", { content: "", tool_calls: [{ function: { name: "f", arguments: {} } }] }],
    ["load", "unknown", { content: "" }],
  ] as const)("an answer that is done for %s ends by %s", (done_reason, finish, message) => {
    const { finish_reason, provider_finish_reason } = fromResponse(line(message, { ...DONE, done_reason }));
    expect([finish_reason, provider_finish_reason]).toEqual([finish, done_reason]);
  });

  it("an answer that says nothing has no message", () => {
    const { message, messages } = fromResponse(line({ content: "" }, { done: true, done_reason: "load" }));
    expect([message, messages]).toEqual([undefined, []]);
  });

  it("an answer of the wrong form is read as far as it goes, and the rest is kept", () => {
    const answer = fromResponse({ message: { content: 7, tool_calls: "none" }, done: "yes", eval_count: -1 });
    expect(answer.message).toBeUndefined();
    expect(answer.unread).toEqual({ done: "yes", eval_count: -1, message: { content: 7, tool_calls: "none" } });
  });

  it("an answer with a call that names no tool shows a call that cannot be executed", () => {
    const { message, messages } = fromResponse(
      line(
        {
          content: "",
          tool_calls: [{ function: { name: 7 } }, { function: { arguments: { n: 1 } } }, { function: null }],
        },
        DONE,
      ),
      counting(),
    );
    expect(message?.tool_calls?.map(({ defect }) => defect)).toEqual(["truncated", "truncated"]);
    expect(messages).toHaveLength(1);
  });

  it("an answer that is not a JSON object is refused without being quoted", () => {
    for (const given of ["s3cret", "[1]", "", '{"a":']) expect(() => fromResponse(given)).toThrow(ParseError);
  });

  it("an answer that is an error throws one that quotes nothing and has everything", () => {
    for (const error of ["model 's3cret' not found", { message: "s3cret", type: "not_found" }]) {
      const thrown = errorIn(() => fromResponse({ error }));
      expect(`${thrown} ${thrown.stack} ${JSON.stringify(thrown)}`).not.toContain("s3cret");
      expect(thrown.details).toEqual(error);
      expect(thrown.provider).toBe("ollama");
    }
  });
});

function errorIn(run: () => unknown): ProviderError {
  try {
    run();
  } catch (error) {
    if (ProviderError.isInstance(error)) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("a stream", () => {
  it("a stream in the middle of which an error comes keeps what came with it and before it", async () => {
    const error = await errorOf(line({ content: "So " }), { ...line({ content: "far" }), error: "s3cret" });
    expect(error.partial?.message?.content).toBe("So far");
    expect(error.message).toBe("ollama answered with an error");
  });

  it("is over with the line that says so, and not before", async () => {
    const answer = await answerOf(line({ content: "a" }), line({ content: "b" }, DONE), line({ content: "c" }));
    expect(answer.message?.content).toBe("ab");
  });

  it("has one call for each that came, whatever their indexes", async () => {
    const call = (index: number, n: number) =>
      line({ content: "", tool_calls: [{ function: { index, name: "f", arguments: { n } } }] });
    const { message } = await answerOf(call(0, 1), call(0, 2), call(7, 3), line({ content: "" }, DONE));
    expect(message?.tool_calls?.map((one) => one.arguments)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });

  it("stops its source when nobody listens any more", async () => {
    let stopped = false;
    async function* endless() {
      try {
        for (;;) yield line({ content: "a" });
      } finally {
        stopped = true;
      }
    }
    for await (const event of fromStream(endless())) if (event.type === "text") break;
    expect(stopped).toBe(true);
  });
});

const saying = fc.record(
  {
    thinking: fc.string({ unit: "grapheme" }),
    content: fc.string({ unit: "grapheme" }),
    tool_calls: fc.array(
      fc.record({
        id: fc.uuid(),
        function: fc.record({
          index: fc.constant(0),
          name: fc.constantFrom("f", "a.b"),
          arguments: fc.dictionary(fc.string(), fc.jsonValue()),
        }),
      }),
      { maxLength: 2 },
    ),
  },
  { requiredKeys: ["content"] },
);

describe("any answer", () => {
  it("is the same streamed, however the bytes are cut, as it is whole", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(saying, { maxLength: 5 }),
        fc.array(fc.nat(400), { maxLength: 8 }),
        async (sayings, cuts) => {
          const lines = [...sayings.map((one) => line(one)), line({ content: "" }, DONE)];
          const bytes = new TextEncoder().encode(lines.map((one) => `${JSON.stringify(one)}\n`).join(""));
          const borders = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b), bytes.length];
          const pieces = borders.slice(1).map((border, at) => bytes.slice(borders[at], border));
          const whole = line(
            {
              content: sayings.map(({ content }) => content).join(""),
              thinking: sayings.map(({ thinking = "" }) => thinking).join(""),
              tool_calls: sayings.flatMap(({ tool_calls = [] }) => tool_calls),
            },
            DONE,
          );
          const [streamed, read] = [await answerOf(...pieces), fromResponse(JSON.stringify(whole), counting())];
          expect(parseJson(stringifyJson(streamed))).toEqual(parseJson(stringifyJson(read)));
        },
      ),
    );
  });
});
