/** An answer of the chat-completions dialect is the same whole and streamed, however its pieces are cut and mixed. */

import { anyCharacter } from "@parlance/sampler";
import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as openai from "../../src/openai/index.js";
import * as vllm from "../../src/vllm/index.js";
import { counting, outcomeOf } from "../shared/streamed.js";

interface Said {
  readonly content: string;
  readonly reasoning: string;
  readonly refusal: string;
  readonly calls: readonly { readonly name: string; readonly text: string; readonly hasId: boolean }[];
  readonly finish: string;
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
}

const argumentsText = fc.oneof(
  fc
    .dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 })
    .map((args) => JSON.stringify(args)),
  fc.constantFrom("", " ", "{", '{"a":1', "[]", "null", '{"n":12345678901234567890}'),
  fc.string({ maxLength: 8 }),
);

const answers: fc.Arbitrary<Said> = fc.record({
  content: fc.string({ unit: anyCharacter, maxLength: 20 }),
  reasoning: fc.string({ maxLength: 10 }),
  refusal: fc.constantFrom("", "No."),
  calls: fc.array(fc.record({ name: fc.constantFrom("add", "now"), text: argumentsText, hasId: fc.boolean() }), {
    maxLength: 3,
  }),
  finish: fc.constantFrom("stop", "length", "tool_calls", "content_filter", "function_call", "new_reason"),
  usage: fc.record({ prompt_tokens: fc.nat(99), completion_tokens: fc.nat(99) }),
});

const HEAD = { id: "chatcmpl-1", model: "a-model" };

function wholeOf({ content, reasoning, refusal, calls, finish, usage }: Said): object {
  const tool_calls = calls.map(({ name, text, hasId }, index) => ({
    ...(hasId && { id: `call_${index}` }),
    type: "function",
    function: { name, arguments: text },
  }));
  const message = { role: "assistant", content, reasoning, refusal, tool_calls };
  return { ...HEAD, choices: [{ index: 0, message, finish_reason: finish }], usage };
}

/** The pieces of each text in their order, those of different texts mixed. */
function streamOf({ content, reasoning, refusal, calls, finish, usage }: Said, sizes: readonly number[]): string {
  const queues: object[][] = [
    cut(content, sizes).map((piece) => ({ content: piece })),
    cut(reasoning, sizes).map((piece) => ({ reasoning: piece })),
    cut(refusal, sizes).map((piece) => ({ refusal: piece })),
  ];
  const asked = calls.flatMap(({ name, text, hasId }, index) => [
    {
      tool_calls: [
        { index, ...(hasId && { id: `call_${index}` }), type: "function", function: { name, arguments: "" } },
      ],
    },
    ...cut(text, sizes).map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ]);
  queues.push(asked);
  const deltas: object[] = [];
  for (let at = 0; queues.some((queue) => queue.length > 0); at++) {
    const next =
      queues[(sizes[at % sizes.length] as number) % queues.length]?.shift() ??
      queues.find((queue) => queue.length > 0)?.shift();
    deltas.push(next as object);
  }
  const chunks = [
    { ...HEAD, choices: [{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }] },
    ...deltas.map((delta) => ({ ...HEAD, choices: [{ index: 0, delta, finish_reason: null }], usage: null })),
    { ...HEAD, choices: [{ index: 0, delta: {}, finish_reason: finish }] },
    { ...HEAD, choices: [], usage },
  ];
  return chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("");
}

function cut(text: string, sizes: readonly number[]): readonly string[] {
  const pieces: string[] = [];
  for (let from = 0, at = 0; from < text.length; at++) {
    const size = 1 + (sizes[at % sizes.length] as number);
    pieces.push(text.slice(from, from + size));
    from += size;
  }
  return pieces;
}

describe.each([
  ["openai", openai],
  ["vllm", vllm],
])("an answer of %s", (_, { fromResponse, fromStream }) => {
  it("is the same whole and streamed", async () => {
    const sizes = fc.array(fc.nat(7), { minLength: 1, maxLength: 12 });
    const property = fc.asyncProperty(answers, sizes, fc.boolean(), async (said, cuts, isDone) => {
      const text = streamOf(said, cuts) + (isDone ? "data: [DONE]\n\n" : "");
      const pieces = cut(text, cuts);
      const { answer, error } = await outcomeOf(fromStream(pieces, counting()));
      expect(error).toBeUndefined();
      expect(answer).toEqual(fromResponse(wholeOf(said), counting()));
    });
    await fc.assert(property, { numRuns: propertyRuns(120) });
  });
});
