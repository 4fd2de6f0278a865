/** Servers add members of their own anywhere: each is kept, wherever it stands in a whole answer or in a piece of a stream. */

import { type JsonValue, stringifyJson } from "@parlance/core/json";
import { describe, expect, it } from "vitest";
import { loadProvider } from "../../src/load-provider.js";
import type { ProviderName } from "../../src/shared/provider-names.js";
import type { Answer } from "../../src/shared/types.js";

const CALL = { index: 0, id: "a", type: "function", function: { name: "f", arguments: '{"n":1}' } };
const CUSTOM = { index: 1, id: "b", type: "custom", custom: { name: "shell", input: "ls" } };
const PARTS = [
  { type: "text", text: "Hi." },
  { type: "thinking", thinking: [{ type: "text", text: "Hm." }] },
  { type: "file", file: { id: "f" } },
];
const SAID = { role: "assistant", reasoning: "Hm.", refusal: "No.", audio: { id: "a" }, annotations: [{ type: "x" }] };
const COUNTS = {
  prompt_tokens: 1,
  completion_tokens: 2,
  total_tokens: 3,
  prompt_tokens_details: { cached_tokens: 1 },
  completion_tokens_details: { reasoning_tokens: 1 },
};
const EMPTY_CALL = { function_call: { name: "", arguments: "" } };

const CHAT = [
  { id: "1", choices: [{ index: 0, delta: { ...SAID, content: "Hi." }, finish_reason: null }] },
  { choices: [{ index: 0, delta: { content: PARTS } }] },
  { choices: [{ index: 0, delta: { tool_calls: [CALL, CUSTOM], ...EMPTY_CALL } }] },
  { choices: [{ delta: { function_call: { name: "g", arguments: "{}" } } }, { index: 1, delta: { content: "Two." } }] },
  { choices: [{ index: 0, delta: {}, logprobs: { content: [{ token: "x" }] }, finish_reason: "stop" }], usage: COUNTS },
];
const CHAT_WHOLE = {
  id: "1",
  choices: [
    {
      index: 0,
      message: { ...SAID, content: PARTS, tool_calls: [CALL, CUSTOM], ...EMPTY_CALL },
      finish_reason: "stop",
    },
    { index: 1, message: { content: "Two." } },
  ],
  usage: COUNTS,
};

const OLLAMA_CALL = { id: "a", type: "function", function: { index: 0, name: "f", arguments: {} } };
const OLLAMA = [
  { model: "m", message: { role: "assistant", content: "Hi.", thinking: "Hm." }, done: false },
  { message: { role: "assistant", content: "", tool_calls: [OLLAMA_CALL] }, done: false },
  { message: { role: "assistant", content: "" }, done: true, done_reason: "stop", eval_count: 1 },
];

const BLOCKS = [
  { type: "text", text: "Hi.", citations: [{ type: "page", page: 1 }] },
  { type: "thinking", thinking: "Hm.", signature: "c2ln" },
  { type: "redacted_thinking", data: "b3BhcXVl" },
  { type: "tool_use", id: "a", name: "f", input: {}, caller: { type: "direct" } },
  { type: "server_tool_use", id: "b", name: "web_search", input: { query: "x" } },
  { type: "compaction", content: "S", encrypted_content: "E" },
];
const USAGE = {
  input_tokens: 1,
  output_tokens: 2,
  output_tokens_details: { thinking_tokens: 1 },
  cache_creation: { x: 1 },
};
const ANTHROPIC = [
  { type: "message_start", message: { id: "1", type: "message", role: "assistant", content: [], usage: USAGE } },
  { type: "ping" },
  ...BLOCKS.flatMap((block, index) => [
    { type: "content_block_start", index, content_block: block },
    { type: "content_block_stop", index },
  ]),
  ...[
    [
      { type: "text", text: "" },
      { type: "text_delta", text: "Hi." },
      { type: "citations_delta", citation: { page: 1 } },
    ],
    [
      { type: "thinking", thinking: "" },
      { type: "thinking_delta", thinking: "Hm." },
    ],
    [
      { type: "thinking", thinking: "Hm." },
      { type: "signature_delta", signature: "c2ln" },
    ],
    [
      { type: "tool_use", id: "c", name: "f", input: {} },
      { type: "input_json_delta", partial_json: "{}" },
    ],
    [
      { type: "server_tool_use", id: "d", name: "n", input: {} },
      { type: "input_json_delta", partial_json: "{}" },
    ],
    [
      { type: "compaction", content: null },
      { type: "compaction_delta", content: "S", encrypted_content: "E" },
    ],
    [{ type: "new_block" }, { type: "new_delta", words: "S" }],
    [
      { type: "text", text: "Hi." },
      { type: "new_delta", words: "S" },
    ],
  ].flatMap(([begun, ...deltas], at) => [
    { type: "content_block_start", index: 6 + at, content_block: begun },
    ...deltas.map((delta) => ({ type: "content_block_delta", index: 6 + at, delta })),
    { type: "content_block_stop", index: 6 + at },
  ]),
  { type: "new_event", words: "S" },
  { type: "message_delta", delta: { stop_reason: "end_turn", container: { id: "c" } }, usage: USAGE },
  { type: "message_stop" },
];
const ANTHROPIC_WHOLE = {
  id: "1",
  type: "message",
  role: "assistant",
  content: BLOCKS,
  usage: USAGE,
  stop_reason: "end_turn",
};

const VENDOR = "kept-by-everybody";

/** The value once for each object in it, with a member more there; arguments and inputs of tools are the model's own. */
function* withVendor(value: unknown): Generator<JsonValue> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield { ...value, vendor: VENDOR } as JsonValue;
  for (const [name, member] of Object.entries(value)) {
    for (const changed of withVendor(member))
      yield (Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed }) as JsonValue;
  }
}

async function streamed(name: ProviderName, events: readonly object[]): Promise<Answer> {
  const { fromStream } = await loadProvider(name);
  for await (const event of fromStream(events)) if (event.type === "end") return event.answer;
  throw new Error("no end");
}

function isKept(answer: Answer): boolean {
  const { message, unread } = answer;
  return stringifyJson({ message: message ?? null, unread } as never).includes(VENDOR);
}

describe("a member that a server adds", () => {
  it.each([
    ["openai", CHAT_WHOLE],
    ["vllm", CHAT_WHOLE],
    ["ollama", { ...OLLAMA[2], message: { ...OLLAMA[0]?.message, tool_calls: [OLLAMA_CALL] } }],
    ["anthropic", ANTHROPIC_WHOLE],
  ] as const)("a member that a server adds to any object of a whole answer of %s is kept", async (name, body) => {
    const { fromResponse } = await loadProvider(name);
    const changed = [...withVendor(body)];
    expect(changed.length).toBeGreaterThan(3);
    expect(changed.filter((one) => !isKept(fromResponse(one)))).toEqual([]);
  });

  it.each([
    ["openai", CHAT],
    ["vllm", CHAT],
    ["ollama", OLLAMA],
    ["anthropic", ANTHROPIC],
  ] as const)("a member that a server adds to any object of a stream of %s is kept", async (name, events) => {
    const changed = [...withVendor(events)] as (readonly object[])[];
    expect(changed.length).toBeGreaterThan(6);
    const lost: unknown[] = [];
    for (const one of changed)
      if (!isKept(await streamed(name, one))) lost.push(one.find((event) => JSON.stringify(event).includes(VENDOR)));
    expect(lost).toEqual([]);
  });
});
