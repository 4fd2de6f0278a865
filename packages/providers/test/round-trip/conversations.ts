/** Random conversations of everything that a chat message, a tool and an option can say, with calls and results as programs have them. */

import { ToolCall } from "@parlance/builders";
import { ChatMessage as Chat, type ChatMessage, type InferenceOptions, ToolDefinition } from "@parlance/core";
import { parseJson } from "@parlance/core/json";
import fc from "fast-check";
import type { Conversation } from "../../src/shared/types.js";

const words = fc.constantFrom("Rain.", "Two\n\nparagraphs", " and more ", "👍", '{"a":1}', "näh");
const NAMES = ["read_file", "a.b", "a_b", "näh", "n".repeat(70), "1 2"] as const;
const PNG = "iVBORw0KGgoAAAANSUhEUg==";

const text = words.map((said) => ({ type: "text", text: said }));
const image = fc.constantFrom(
  { type: "image", source: { type: "base64", mime_type: "image/png", data: PNG }, detail: "high" },
  { type: "image", source: { type: "base64", mime_type: "image/png", data: PNG } },
  { type: "image", source: { type: "base64", mime_type: "image/tiff", data: PNG } },
  { type: "image", source: { type: "url", url: "https://example.org/a.png" } },
  { type: "image", source: { type: "file_path", path: "a.png" } },
);
const reasoning = fc.constantFrom(
  { type: "reasoning", text: "Hm." },
  { type: "reasoning", text: "Signed.", provider_state: [state("anthropic", "signature", "c2ln")] },
  { type: "reasoning", text: "", provider_state: [state("anthropic", "redacted_thinking", "ZGF0YQ==")] },
  { type: "reasoning", text: "Elsewhere.", provider_state: [state("other", "signature", "c2ln")] },
  {
    type: "reasoning",
    text: "Both.",
    provider_state: [state("other", "phase", "x"), state("anthropic", "signature", "c2ln")],
  },
);
function state(provider: string, kind: string, value: string): object {
  return { provider, kind, value };
}

const refusal = words.map((said) => ({ type: "refusal", text: said }));
const unknown = fc.constant({ type: "audio_of_the_future", data: "AA" });
const content = (...parts: fc.Arbitrary<object>[]): fc.Arbitrary<unknown> =>
  fc.oneof(words, fc.constantFrom("", " "), fc.array(fc.oneof(text, ...parts), { minLength: 1, maxLength: 4 }));
const speaker = fc.option(fc.constantFrom("ann", "An n"), { nil: undefined });

/** Their texts, so that every digit and every defect is one that a model can write. */
const argumentsText = fc.oneof(
  fc.constantFrom(
    "{}",
    '{"at":12345678901234567890,"x":1.10}',
    '{ "a" : [ 1, {"b":null} ] }',
    '{"a":',
    "oops",
    "[1]",
    "",
  ),
  fc
    .dictionary(fc.constantFrom("a", "b", "__proto__"), fc.jsonValue({ maxDepth: 3 }))
    .map((value) => JSON.stringify(value)),
);

/** How the call ended: with a result, with none, or with one that comes only after the user has spoken. */
const ending = fc.constantFrom("answered", "failed", "open", "late");
const call = fc.record({ name: fc.constantFrom(...NAMES), args: argumentsText, ending, said: content(image) });

const turn = fc.oneof(
  fc.record({ role: fc.constant("system"), content: content(), name: speaker }).map(alone),
  fc.record({ role: fc.constant("user"), content: content(image, unknown), name: speaker }).map(alone),
  fc
    .record({ role: fc.constant("assistant"), content: content(reasoning, refusal, unknown), name: speaker })
    .map(alone),
  fc
    .record({
      said: fc.option(content(reasoning)),
      calls: fc.array(call, { minLength: 1, maxLength: 3 }),
      isPlaced: fc.boolean(),
    })
    .map(asked),
  fc.constant([{ role: "tool", tool_call_id: "nobody's", content: "Who asked?", is_error: false }]),
);

type Draft = Readonly<Record<string, unknown>>;

function alone({ name, ...message }: Draft): readonly Draft[] {
  return [name === undefined ? message : { ...message, name }];
}

interface Asked {
  readonly said: unknown;
  readonly calls: readonly Draft[];
  /** Whether the calls stand among the words. */
  readonly isPlaced: boolean;
}

/** A call before each of the words, as long as there are calls. */
function amongWords(said: readonly object[], calls: readonly Draft[]): readonly object[] {
  return said.flatMap((part, at) => (at < calls.length ? [{ type: "call_place", call: at }, part] : [part]));
}

/** Ids are told apart later. */
function asked({ said, calls, isPlaced }: Asked): readonly Draft[] {
  const content = isPlaced && Array.isArray(said) ? amongWords(said, calls) : said;
  const answer = { role: "assistant", ...(content === null ? {} : { content }), tool_calls: calls };
  const of = (ending: string): Draft[] =>
    calls.flatMap((one, at) =>
      one.ending === ending ? [{ role: "tool", call: at, content: one.said, is_error: ending === "failed" }] : [],
    );
  const late = of("late");
  return [
    answer,
    ...of("answered"),
    ...of("failed"),
    ...(late.length > 0 ? [{ role: "user", content: "Well?" }] : []),
    ...late,
  ];
}

const IDS = [
  (at: number) => `call_${at}`,
  (at: number) => `functions.now:${at}`,
  (at: number) => `call_${at}_${"0".repeat(60)}`,
];

/** Gives every call an id of its own, and its result the same; and every speaker a name of their own. */
function identified(turns: readonly (readonly Draft[])[]): ChatMessage[] {
  let count = 0;
  return turns.flatMap((messages, place) => {
    const first = count;
    const id = (at: number): string => (IDS[(first + at) % IDS.length] as (at: number) => string)(first + at);
    return messages.map(({ tool_calls, call, ...draft }, at) => {
      const message = draft.name === undefined ? draft : { ...draft, name: `${draft.name}${place}${at}` };
      if (typeof call === "number") return Chat.parse({ ...message, tool_call_id: id(call) });
      if (tool_calls === undefined) return Chat.parse(message);
      const calls = (tool_calls as readonly Draft[]).map(({ name, args }, index) =>
        ToolCall.fromText(id(index), name as string, args as string),
      );
      count += calls.length;
      const content = Array.isArray(message.content)
        ? message.content.map((part) => withId(part, id))
        : message.content;
      return Chat.parse({ ...message, ...(content === undefined ? {} : { content }), tool_calls: calls });
    });
  });
}

function withId(part: Draft, id: (at: number) => string): Draft {
  return part.type === "call_place" ? { type: "call_place", tool_call_id: id(part.call as number) } : part;
}

const SCHEMAS = [
  '{"type":"object","properties":{"path":{"type":"string"}},"required":["path"],"additionalProperties":false}',
  '{"type":"object","properties":{"n":{"type":"integer","maximum":12345678901234567890},"o":{"type":"object","properties":{}}}}',
  '{"type":"object","properties":{}}',
];
const tool = fc
  .record({ name: fc.constantFrom(...NAMES), strict: fc.boolean(), schema: fc.constantFrom(...SCHEMAS) })
  .map(({ name, strict, schema }) =>
    ToolDefinition.parse({ name, description: `Does ${name}.`, parameters: parseJson(schema), strict }),
  );

const options = fc.record(
  {
    temperature: fc.constantFrom(0, 0.5, 1.5),
    top_p: fc.constant(0.9),
    top_k: fc.constant(40),
    min_p: fc.constant(0.1),
    max_tokens: fc.constantFrom(1, 500),
    stop: fc.constantFrom(["END"], ["a", "b", "c", "d", "e"]),
    seed: fc.constant(7),
    frequency_penalty: fc.constant(0.5),
    presence_penalty: fc.constant(-0.5),
    repetition_penalty: fc.constant(1.1),
    reasoning_effort: fc.constantFrom("none", "minimal", "low", "medium", "high", "max"),
    parallel_tool_calls: fc.boolean(),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<InferenceOptions>;

export const anyConversation: fc.Arbitrary<Conversation> = fc
  .record({
    turns: fc.array(turn, { maxLength: 6 }),
    system: fc.option(words, { nil: undefined }),
    tools: fc.uniqueArray(tool, { maxLength: 3, selector: ({ name }) => name }),
    choice: fc.constantFrom("auto", "none", "required", "named", undefined),
    options,
  })
  .map(({ turns, system, tools, choice, options: given }) => {
    const [first] = tools;
    const tool_choice = first === undefined ? undefined : choice === "named" ? { name: first.name } : choice;
    return {
      messages: [{ role: "user", content: "Hello." }, ...identified(turns)],
      ...(system !== undefined && { system }),
      tools,
      ...(tool_choice !== undefined && { tool_choice: tool_choice as "auto" }),
      options: { ...given, model: "a-model" },
    };
  });
