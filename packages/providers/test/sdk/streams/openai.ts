/** Answers of OpenAI and of servers that say they speak as it does. */

import { dataEvents, type Exchange } from "../exchange.js";

const HEAD = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "a-model" };
const START = chunk({ role: "assistant", content: "", refusal: null });
const USAGE = { ...HEAD, choices: [], usage: { prompt_tokens: 9, completion_tokens: 5, total_tokens: 14 } };

function chunk(delta: object, finish_reason: string | null = null, more: object = {}): object {
  return { ...HEAD, choices: [{ index: 0, delta, logprobs: null, finish_reason }], usage: null, ...more };
}

function calls(...pieces: readonly object[]): object {
  return chunk({ tool_calls: pieces });
}

export const OPENAI_EXCHANGES: readonly Exchange[] = [
  {
    title: "text in many scripts, in pieces",
    kind: "stream",
    body: dataEvents([
      START,
      chunk({ content: "Grüße " }, null, { obfuscation: "aB3" }),
      chunk({ content: "an alle: 你好, " }),
      chunk({ content: "🌍👩‍🚀." }),
      chunk({}, "stop"),
      USAGE,
    ]),
    heard: { text: "Grüße an alle: 你好, 🌍👩‍🚀.", finish: "stop", usage: { input: 9, output: 5 } },
  },
  {
    title: "two calls beside each other after a text",
    kind: "stream",
    body: dataEvents([
      START,
      chunk({ content: "Let me look." }),
      calls({ index: 0, id: "call_a", type: "function", function: { name: "read_file", arguments: "" } }),
      calls({ index: 0, function: { arguments: '{"path":' } }),
      calls({ index: 0, function: { arguments: '"a.txt"}' } }),
      calls({ index: 1, id: "call_b", type: "function", function: { name: "now", arguments: "" } }),
      calls({ index: 1, function: { arguments: "{}" } }),
      chunk({}, "tool_calls"),
      USAGE,
    ]),
    heard: {
      text: "Let me look.",
      calls: [
        { id: "call_a", name: "read_file", arguments: { path: "a.txt" } },
        { id: "call_b", name: "now", arguments: {} },
      ],
      finish: "tool_calls",
      usage: { input: 9, output: 5 },
    },
  },
  {
    title: "calls whose fragments take turns, with ids and names that are null later",
    kind: "stream",
    body: dataEvents([
      chunk({ role: "assistant", content: null }),
      calls(
        { index: 0, id: "call_a", type: "function", function: { name: "first", arguments: '{"n":' } },
        { index: 1, id: "call_b", type: "function", function: { name: "second", arguments: '{"n":' } },
      ),
      calls({ index: 1, id: null, function: { name: null, arguments: "2}" } }),
      calls({ index: 0, id: null, function: { name: null, arguments: "1}" } }),
      chunk({}, "tool_calls"),
    ]),
    heard: {
      calls: [
        { id: "call_a", name: "first", arguments: { n: 1 } },
        { id: "call_b", name: "second", arguments: { n: 2 } },
      ],
      finish: "tool_calls",
    },
  },
  {
    title: "a call without arguments",
    kind: "stream",
    body: dataEvents([
      START,
      calls({ index: 0, id: "call_a", type: "function", function: { name: "now", arguments: "" } }),
      chunk({}, "tool_calls"),
    ]),
    heard: { calls: [{ id: "call_a", name: "now", arguments: {} }], finish: "tool_calls" },
  },
  {
    title: "arguments that are cut off by the token limit",
    kind: "stream",
    body: dataEvents([
      START,
      calls({
        index: 0,
        id: "call_a",
        type: "function",
        function: { name: "write_file", arguments: '{"text":"once u' },
      }),
      chunk({}, "length"),
    ]),
    heard: { calls: [{ id: "call_a", name: "write_file", arguments: '{"text":"once u' }], finish: "length" },
  },
  {
    title: "arguments that are not an object",
    kind: "stream",
    body: dataEvents([
      START,
      calls({ index: 0, id: "call_a", type: "function", function: { name: "say", arguments: "{'text': 'hi'}" } }),
      chunk({}, "tool_calls"),
    ]),
    heard: { calls: [{ id: "call_a", name: "say", arguments: "{'text': 'hi'}" }], finish: "tool_calls" },
  },
  {
    title: "a refusal",
    kind: "stream",
    body: dataEvents([
      chunk({ role: "assistant", content: null, refusal: "" }),
      chunk({ refusal: "I cannot " }),
      chunk({ refusal: "help with that." }),
      chunk({}, "stop"),
    ]),
    heard: { refusal: "I cannot help with that.", finish: "stop" },
  },
  {
    title: "a text that the content filter ends",
    kind: "stream",
    body: dataEvents([START, chunk({ content: "Once upon" }), chunk({}, "content_filter")]),
    heard: { text: "Once upon", finish: "content_filter" },
  },
  {
    title: "CRLF, comments, empty lines, and no [DONE]",
    kind: "stream",
    body: `: keep-alive\r\n\r\n${dataEvents([START, chunk({ content: "Hi" })], { newline: "\r\n", end: [] })}: PROCESSING\r\n\r\n\r\n${dataEvents([chunk({ content: "!" }, "stop")], { newline: "\r\n", end: [] })}`,
    heard: { text: "Hi!", finish: "stop" },
  },
  {
    title: "an event whose data stands on several lines",
    kind: "stream",
    body: `${dataEvents([START, chunk({ content: "Hi" })], { end: [] })}data: ${JSON.stringify(chunk({}, "stop"), null, 1).replaceAll("\n", "\ndata: ")}\n\ndata: [DONE]\n\n`,
    heard: { text: "Hi", finish: "stop" },
  },
  {
    title: "several choices, of which the first counts",
    kind: "stream",
    body: dataEvents([
      { ...HEAD, choices: [{ index: 1, delta: { role: "assistant", content: "No" }, finish_reason: null }] },
      { ...HEAD, choices: [{ index: 0, delta: { role: "assistant", content: "Ye" }, finish_reason: null }] },
      { ...HEAD, choices: [{ index: 1, delta: { content: "pe" }, finish_reason: "stop" }] },
      { ...HEAD, choices: [{ index: 0, delta: { content: "s" }, finish_reason: "stop" }] },
    ]),
    heard: { text: "Yes", finish: "stop" },
  },
  {
    title: "calls that share an index",
    kind: "stream",
    body: dataEvents([
      START,
      calls({ index: 0, id: "call_a", type: "function", function: { name: "first", arguments: '{"n":1}' } }),
      calls({ index: 0, id: "call_b", type: "function", function: { name: "second", arguments: '{"n":2}' } }),
      chunk({}, "tool_calls"),
    ]),
    heard: {
      calls: [
        { id: "call_a", name: "first", arguments: { n: 1 } },
        { id: "call_b", name: "second", arguments: { n: 2 } },
      ],
      finish: "tool_calls",
    },
    client: {
      heard: { calls: [{ id: "call_b", name: "second", arguments: '{"n":1}{"n":2}' }] },
      because: "the client tells calls apart by index alone, and Ollama's older servers give every call the index 0",
    },
  },
  {
    title: "a call without an id",
    kind: "stream",
    body: dataEvents([
      START,
      calls({ index: 0, type: "function", function: { name: "now", arguments: "{}" } }),
      chunk({}, "tool_calls"),
    ]),
    heard: { calls: [{ name: "now", arguments: {} }], finish: "tool_calls" },
  },
  {
    title: "a call without a type",
    kind: "stream",
    body: dataEvents([
      START,
      calls({ index: 0, id: "call_a", function: { name: "now", arguments: "{}" } }),
      chunk({}, "tool_calls"),
    ]),
    heard: { calls: [{ id: "call_a", name: "now", arguments: {} }], finish: "tool_calls" },
    client: {
      heard: { failed: true },
      because: "the client throws for a call without a type, which some servers leave out",
    },
  },
  {
    title: "a text without a role",
    kind: "stream",
    body: dataEvents([chunk({ content: "Hi." }), chunk({}, "stop")]),
    heard: { text: "Hi.", finish: "stop" },
    client: {
      heard: { failed: true },
      because: "the client throws for a message without a role, which some servers leave out",
    },
  },
  {
    title: "a stream that ends without a reason",
    kind: "stream",
    body: dataEvents([START, chunk({ content: "Once upon" })], { end: [] }),
    heard: { text: "Once upon" },
    client: {
      heard: { failed: true },
      because: "the client throws at the end; here the answer says that it broke off, and its calls are truncated",
    },
  },
  {
    title: "an error after the beginning",
    kind: "stream",
    body: dataEvents([
      START,
      chunk({ content: "Once upon" }),
      { error: { message: "The server had an error.", type: "server_error", param: null, code: null } },
    ]),
    heard: { text: "Once upon", failed: true },
  },
  {
    title: "a text",
    kind: "whole",
    body: JSON.stringify({
      ...HEAD,
      object: "chat.completion",
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: "Grüße 🌍", refusal: null, annotations: [] },
          logprobs: null,
          finish_reason: "stop",
        },
      ],
      usage: { prompt_tokens: 9, completion_tokens: 5, total_tokens: 14 },
    }),
    heard: { text: "Grüße 🌍", finish: "stop", usage: { input: 9, output: 5 } },
  },
  {
    title: "calls",
    kind: "whole",
    body: JSON.stringify({
      ...HEAD,
      object: "chat.completion",
      choices: [
        {
          index: 0,
          message: {
            role: "assistant",
            content: null,
            tool_calls: [
              { id: "call_a", type: "function", function: { name: "read_file", arguments: '{"path":"a.txt"}' } },
              { id: "call_b", type: "function", function: { name: "now", arguments: "" } },
            ],
          },
          finish_reason: "tool_calls",
        },
      ],
    }),
    heard: {
      calls: [
        { id: "call_a", name: "read_file", arguments: { path: "a.txt" } },
        { id: "call_b", name: "now", arguments: {} },
      ],
      finish: "tool_calls",
    },
  },
];
