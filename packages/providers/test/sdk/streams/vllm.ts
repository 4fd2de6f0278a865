/** Answers of vLLM: the dialect of OpenAI, with reasoning and with ids of its own. */

import { dataEvents, type Exchange } from "../exchange.js";

const HEAD = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "a-model" };
const START = chunk({ role: "assistant", content: "" });

function chunk(delta: object, finish_reason: string | null = null): object {
  return { ...HEAD, choices: [{ index: 0, delta, logprobs: null, finish_reason, token_ids: null }] };
}

function call(id: string, name: string, text: string, index = 0): object {
  return chunk({ tool_calls: [{ index, id, type: "function", function: { name, arguments: text } }] });
}

export const VLLM_EXCHANGES: readonly Exchange[] = [
  {
    title: "reasoning before a text",
    kind: "stream",
    body: dataEvents([
      START,
      chunk({ reasoning: "The user " }),
      chunk({ reasoning: "greets me. 🤔" }),
      chunk({ content: "Hello" }),
      chunk({ content: "!" }),
      { ...HEAD, choices: [{ index: 0, delta: { content: "" }, finish_reason: "stop", stop_reason: 151_645 }] },
      { ...HEAD, choices: [], usage: { prompt_tokens: 9, total_tokens: 20, completion_tokens: 11 } },
    ]),
    heard: {
      reasoning: "The user greets me. 🤔",
      text: "Hello!",
      finish: "stop",
      usage: { input: 9, output: 11 },
    },
  },
  {
    title: "reasoning under its older name",
    kind: "stream",
    body: dataEvents([
      START,
      chunk({ reasoning_content: "Hm" }),
      chunk({ reasoning_content: "m." }),
      chunk({ content: "Yes." }, "stop"),
    ]),
    heard: { reasoning: "Hmm.", text: "Yes.", finish: "stop" },
  },
  {
    title: "calls with ids of 46 characters, counted in every chunk",
    kind: "stream",
    body: dataEvents([
      START,
      call("chatcmpl-tool-0123456789abcdef0123456789abcdef", "read_file", ""),
      chunk({ tool_calls: [{ index: 0, function: { arguments: '{"path": "a.txt"}' } }] }),
      { ...(chunk({}, "tool_calls") as object), usage: { prompt_tokens: 9, total_tokens: 20, completion_tokens: 11 } },
    ]),
    heard: {
      calls: [
        { id: "chatcmpl-tool-0123456789abcdef0123456789abcdef", name: "read_file", arguments: { path: "a.txt" } },
      ],
      finish: "tool_calls",
      usage: { input: 9, output: 11 },
    },
  },
  {
    title: "calls with ids that are made of names",
    kind: "stream",
    body: dataEvents([
      START,
      call("functions.now:0", "now", "{}"),
      call("functions.now:1", "now", '{"zone":"UTC"}', 1),
      chunk({}, "tool_calls"),
    ]),
    heard: {
      calls: [
        { id: "functions.now:0", name: "now", arguments: {} },
        { id: "functions.now:1", name: "now", arguments: { zone: "UTC" } },
      ],
      finish: "tool_calls",
    },
  },
  {
    title: "several whole calls in one chunk",
    kind: "stream",
    body: dataEvents([
      START,
      chunk({
        tool_calls: [
          { index: 0, id: "call_a", type: "function", function: { name: "first", arguments: '{"n":1}' } },
          { index: 1, id: "call_b", type: "function", function: { name: "second", arguments: '{"n":2}' } },
        ],
      }),
      chunk({ content: "" }, "tool_calls"),
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
    title: "an error after the beginning",
    kind: "stream",
    body: dataEvents([
      START,
      chunk({ content: "Once upon" }),
      { error: { message: "EngineCore died.", type: "InternalServerError", param: null, code: 500 } },
    ]),
    heard: { text: "Once upon", failed: true },
  },
  {
    title: "reasoning and a call",
    kind: "whole",
    body: JSON.stringify({
      id: "chatcmpl-1",
      object: "chat.completion",
      created: 1,
      model: "a-model",
      choices: [
        {
          index: 0,
          message: {
            role: "assistant",
            content: null,
            reasoning: "I need the time.",
            tool_calls: [{ id: "functions.now:0", type: "function", function: { name: "now", arguments: "{}" } }],
          },
          logprobs: null,
          finish_reason: "tool_calls",
          stop_reason: null,
        },
      ],
      usage: { prompt_tokens: 9, total_tokens: 20, completion_tokens: 11, prompt_tokens_details: null },
      kv_transfer_params: null,
    }),
    heard: {
      reasoning: "I need the time.",
      calls: [{ id: "functions.now:0", name: "now", arguments: {} }],
      finish: "tool_calls",
      usage: { input: 9, output: 11 },
    },
  },
];
