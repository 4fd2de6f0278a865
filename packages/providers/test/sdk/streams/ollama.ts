/** Answers of Ollama's own `/api/chat`. */

import { type Exchange, lines } from "../exchange.js";

const HEAD = { model: "a-model", created_at: "2026-01-01T00:00:00.123456789Z" };
const END = {
  done: true,
  total_duration: 4_883_583_458,
  eval_duration: 4_709_213_000,
  prompt_eval_count: 9,
  eval_count: 5,
};

function line(message: object): object {
  return { ...HEAD, message: { role: "assistant", content: "", ...message }, done: false };
}

function last(done_reason: string): object {
  return { ...line({}), ...END, done_reason };
}

export const OLLAMA_EXCHANGES: readonly Exchange[] = [
  {
    title: "a text in many scripts",
    kind: "stream",
    body: lines([line({ content: "Grüße, " }), line({ content: "你好 " }), line({ content: "🌍" }), last("stop")]),
    heard: { text: "Grüße, 你好 🌍", finish: "stop", usage: { input: 9, output: 5 } },
  },
  {
    title: "thinking before a text",
    kind: "stream",
    body: lines([line({ thinking: "Hm" }), line({ thinking: "m." }), line({ content: "Yes." }), last("stop")]),
    heard: { reasoning: "Hmm.", text: "Yes.", finish: "stop", usage: { input: 9, output: 5 } },
  },
  {
    title: "whole calls with ids, on lines of their own",
    kind: "stream",
    body: lines([
      line({ tool_calls: [{ id: "call_a", function: { index: 0, name: "read_file", arguments: { path: "a.txt" } } }] }),
      line({ tool_calls: [{ id: "call_b", function: { index: 1, name: "now", arguments: {} } }] }),
      last("stop"),
    ]),
    heard: {
      calls: [
        { id: "call_a", name: "read_file", arguments: { path: "a.txt" } },
        { id: "call_b", name: "now", arguments: {} },
      ],
      finish: "stop",
      usage: { input: 9, output: 5 },
    },
  },
  {
    title: "calls without ids, all of index 0",
    kind: "stream",
    body: lines([
      line({ tool_calls: [{ function: { index: 0, name: "first", arguments: { n: 1 } } }] }),
      line({ tool_calls: [{ function: { index: 0, name: "second", arguments: { n: [1.5, null, "é"] } } }] }),
      last("stop"),
    ]),
    heard: {
      calls: [
        { name: "first", arguments: { n: 1 } },
        { name: "second", arguments: { n: [1.5, null, "é"] } },
      ],
      finish: "stop",
      usage: { input: 9, output: 5 },
    },
  },
  {
    title: "a text that the token limit ends",
    kind: "stream",
    body: lines([line({ content: "Once upon" }), last("length")]),
    heard: { text: "Once upon", finish: "length", usage: { input: 9, output: 5 } },
  },
  {
    title: "an end without a reason and without a last line break, as older servers have it",
    kind: "stream",
    body: `${lines([line({ content: "Hi." })])}${JSON.stringify({ ...line({}), ...END })}`,
    heard: { text: "Hi.", usage: { input: 9, output: 5 } },
  },
  {
    title: "lines that end in CRLF",
    kind: "stream",
    body: lines([line({ content: "Hi." }), last("stop")]).replaceAll("\n", "\r\n"),
    heard: { text: "Hi.", finish: "stop", usage: { input: 9, output: 5 } },
  },
  {
    title: "an error on a line of its own",
    kind: "stream",
    body: lines([line({ content: "Once upon" }), { error: "an error was encountered while running the model" }]),
    heard: { text: "Once upon", failed: true },
  },
  {
    title: "a stream that breaks off",
    kind: "stream",
    body: lines([line({ content: "Once upon" })]),
    heard: { text: "Once upon" },
    client: {
      heard: { failed: true },
      because: "the client throws at the end; here the answer says that it broke off",
    },
  },
  {
    title: "thinking, a text and a call",
    kind: "whole",
    body: JSON.stringify({
      ...last("stop"),
      message: {
        role: "assistant",
        content: "Let me see.",
        thinking: "I need the time.",
        tool_calls: [{ id: "call_a", function: { index: 0, name: "now", arguments: { zone: "UTC" } } }],
      },
    }),
    heard: {
      reasoning: "I need the time.",
      text: "Let me see.",
      calls: [{ id: "call_a", name: "now", arguments: { zone: "UTC" } }],
      finish: "stop",
      usage: { input: 9, output: 5 },
    },
  },
];
