/** Answers of Anthropic's Messages API. */

import { type Exchange, type NamedEvent, namedEvents } from "../exchange.js";

const PING: NamedEvent = { type: "ping" };
const STOP: NamedEvent = { type: "message_stop" };

function start(usage: object = { input_tokens: 9, output_tokens: 1 }): NamedEvent {
  return {
    type: "message_start",
    message: {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "a-model",
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage,
    },
  };
}

function block(index: number, content_block: object, ...deltas: readonly object[]): NamedEvent[] {
  return [
    { type: "content_block_start", index, content_block },
    ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ];
}

function text(index: number, ...pieces: readonly string[]): NamedEvent[] {
  return block(index, { type: "text", text: "" }, ...pieces.map((piece) => ({ type: "text_delta", text: piece })));
}

function toolUse(index: number, id: string, name: string, ...pieces: readonly string[]): NamedEvent[] {
  const deltas = pieces.map((partial_json) => ({ type: "input_json_delta", partial_json }));
  return block(index, { type: "tool_use", id, name, input: {} }, ...deltas);
}

function end(stop_reason: string, usage: object = { output_tokens: 5 }): NamedEvent[] {
  return [{ type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage }, STOP];
}

const SEARCH = { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} };
const FOUND = {
  type: "web_search_tool_result",
  tool_use_id: "srvtoolu_1",
  content: [
    { type: "web_search_result", title: "T", url: "https://example.org/", encrypted_content: "abc", page_age: null },
  ],
};

export const ANTHROPIC_EXCHANGES: readonly Exchange[] = [
  {
    title: "a text in many scripts, with pings",
    kind: "stream",
    body: namedEvents([start(), PING, ...text(0, "Grüße, ", "你好 ", "🌍"), PING, ...end("end_turn")]),
    heard: { text: "Grüße, 你好 🌍", finish: "end_turn", usage: { input: 9, output: 5 } },
  },
  {
    title: "signed thinking, a text and two calls",
    kind: "stream",
    body: namedEvents([
      start(),
      ...block(
        0,
        { type: "thinking", thinking: "", signature: "" },
        { type: "thinking_delta", thinking: "I need " },
        { type: "thinking_delta", thinking: "a file." },
        { type: "signature_delta", signature: "c2lnbmF0dXJl" },
      ),
      ...text(1, "Let me look."),
      ...toolUse(2, "toolu_a", "read_file", "", '{"path": ', '"a.txt"}'),
      ...toolUse(3, "toolu_b", "now", ""),
      ...end("tool_use"),
    ]),
    heard: {
      reasoning: "I need a file.",
      proofs: ["c2lnbmF0dXJl"],
      text: "Let me look.",
      calls: [
        { id: "toolu_a", name: "read_file", arguments: { path: "a.txt" } },
        { id: "toolu_b", name: "now", arguments: {} },
      ],
      finish: "tool_use",
      usage: { input: 9, output: 5 },
    },
  },
  {
    title: "two calls whose pieces take turns",
    kind: "stream",
    body: namedEvents([
      start(),
      {
        type: "content_block_start",
        index: 0,
        content_block: { type: "tool_use", id: "toolu_a", name: "f", input: {} },
      },
      {
        type: "content_block_start",
        index: 1,
        content_block: { type: "tool_use", id: "toolu_b", name: "g", input: {} },
      },
      ...[
        [0, '{"a":'],
        [1, '{"b":'],
        [0, "1}"],
        [1, "2}"],
      ].map(([index, partial_json]) => ({
        type: "content_block_delta",
        index,
        delta: { type: "input_json_delta", partial_json },
      })),
      { type: "content_block_stop", index: 0 },
      { type: "content_block_stop", index: 1 },
      ...end("tool_use"),
    ]),
    heard: {
      calls: [
        { id: "toolu_a", name: "f", arguments: { a: 1 } },
        { id: "toolu_b", name: "g", arguments: { b: 2 } },
      ],
      finish: "tool_use",
      usage: { input: 9, output: 5 },
    },
  },
  {
    title: "a call without any piece of arguments",
    kind: "stream",
    body: namedEvents([start(), ...toolUse(0, "toolu_a", "now"), ...end("tool_use")]),
    heard: {
      calls: [{ id: "toolu_a", name: "now", arguments: {} }],
      finish: "tool_use",
      usage: { input: 9, output: 5 },
    },
  },
  {
    title: "thinking that is hidden or left out",
    kind: "stream",
    body: namedEvents([
      start(),
      ...block(0, { type: "redacted_thinking", data: "ZW5jcnlwdGVk" }),
      ...block(
        1,
        { type: "thinking", thinking: "", signature: "" },
        { type: "signature_delta", signature: "c2lnbmF0dXJl" },
      ),
      ...text(2, "Hi."),
      ...end("end_turn"),
    ]),
    heard: {
      proofs: ["ZW5jcnlwdGVk", "c2lnbmF0dXJl"],
      text: "Hi.",
      finish: "end_turn",
      usage: { input: 9, output: 5 },
    },
  },
  {
    title: "a search of the provider's own, and a pause",
    kind: "stream",
    body: namedEvents([
      start(),
      ...text(0, "I search."),
      ...block(1, SEARCH, { type: "input_json_delta", partial_json: '{"query": "x"}' }),
      ...block(2, FOUND),
      ...text(3, "Found it."),
      ...end("pause_turn"),
    ]),
    heard: {
      text: "I search.Found it.",
      others: [{ ...SEARCH, input: { query: "x" } }, FOUND],
      finish: "pause_turn",
      usage: { input: 9, output: 5 },
    },
  },
  {
    title: "tokens from a cache, counted again at the end",
    kind: "stream",
    body: namedEvents([
      start({ input_tokens: 9, cache_creation_input_tokens: 20, cache_read_input_tokens: 300, output_tokens: 1 }),
      ...text(0, "Hi."),
      ...end("end_turn", {
        input_tokens: 10,
        cache_creation_input_tokens: 20,
        cache_read_input_tokens: 300,
        output_tokens: 7,
      }),
    ]),
    heard: { text: "Hi.", finish: "end_turn", usage: { input: 330, output: 7 } },
  },
  {
    title: "events nobody knows yet",
    kind: "stream",
    body: namedEvents([start(), { type: "weather_report", mood: "fair" }, ...text(0, "Hi."), ...end("end_turn")]),
    heard: { text: "Hi.", finish: "end_turn", usage: { input: 9, output: 5 } },
  },
  {
    title: "CRLF and comments",
    kind: "stream",
    body: `: hello\r\n\r\n${namedEvents([start(), ...text(0, "Hi."), ...end("end_turn")], "\r\n")}`,
    heard: { text: "Hi.", finish: "end_turn", usage: { input: 9, output: 5 } },
  },
  {
    title: "arguments that are cut off by the token limit",
    kind: "stream",
    body: namedEvents([start(), ...toolUse(0, "toolu_a", "write_file", '{"text": "once u'), ...end("max_tokens")]),
    heard: {
      calls: [{ id: "toolu_a", name: "write_file", arguments: '{"text": "once u' }],
      finish: "max_tokens",
      usage: { input: 9, output: 5 },
    },
    client: {
      heard: { calls: [{ id: "toolu_a", name: "write_file", arguments: {} }] },
      because: "the client reads as much of cut-off arguments as it can, so that they look whole",
    },
  },
  {
    title: "a refusal",
    kind: "stream",
    body: namedEvents([start(), ...text(0, "I"), ...end("refusal")]),
    heard: { text: "I", finish: "refusal", usage: { input: 9, output: 5 } },
  },
  {
    title: "an error after the beginning",
    kind: "stream",
    body: namedEvents([
      start(),
      ...text(0, "Once upon"),
      { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
    ]),
    heard: { text: "Once upon", usage: { input: 9, output: 1 }, failed: true },
  },
  {
    title: "a stream that breaks off in a text",
    kind: "stream",
    body: namedEvents([start(), ...text(0, "Once upon").slice(0, -1)]),
    heard: { text: "Once upon", usage: { input: 9, output: 1 } },
    client: {
      heard: { failed: true },
      because: "the client throws at the end; here the answer says that it broke off",
    },
  },
  {
    title: "thinking, a text and a call",
    kind: "whole",
    body: JSON.stringify({
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "a-model",
      content: [
        { type: "thinking", thinking: "I need the time.", signature: "c2lnbmF0dXJl" },
        { type: "text", text: "Let me see." },
        { type: "tool_use", id: "toolu_a", name: "now", input: { zone: "UTC" } },
      ],
      stop_reason: "tool_use",
      stop_sequence: null,
      usage: { input_tokens: 9, cache_read_input_tokens: 300, output_tokens: 5 },
    }),
    heard: {
      reasoning: "I need the time.",
      proofs: ["c2lnbmF0dXJl"],
      text: "Let me see.",
      calls: [{ id: "toolu_a", name: "now", arguments: { zone: "UTC" } }],
      finish: "tool_use",
      usage: { input: 309, output: 5 },
    },
  },
];
