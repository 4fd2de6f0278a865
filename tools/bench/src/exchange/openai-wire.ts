/** A reply as OpenAI Chat Completions sends it, with all the members that stand in its events. */
import type { Reply } from "./reply.js";

const HEAD = {
  id: "chatcmpl-CeYk3YFQ0a1b2c3d4e5f6g7h8i9j0",
  object: "chat.completion.chunk",
  created: 1_763_720_000,
  model: "gpt-5.2-2025-12-11",
  service_tier: "default",
  system_fingerprint: "fp_a1b2c3d4e5",
};
const USAGE = {
  prompt_tokens: 1200,
  completion_tokens: 2000,
  total_tokens: 3200,
  prompt_tokens_details: { cached_tokens: 1024, audio_tokens: 0 },
  completion_tokens_details: {
    reasoning_tokens: 300,
    audio_tokens: 0,
    accepted_prediction_tokens: 0,
    rejected_prediction_tokens: 0,
  },
};

/** The data of each event. */
export function openaiEvents({ reasoning, text, calls }: Reply): string[] {
  const deltas: object[] = [
    { role: "assistant", content: "", refusal: null },
    ...reasoning.map((reasoning_content) => ({ reasoning_content })),
    ...text.map((content) => ({ content })),
    ...calls.flatMap(({ id, name, pieces }, index) => [
      { tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] },
      ...pieces.map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]),
  ];
  const chunks = deltas.map((delta, at) => chunk(delta, null, at));
  return [
    ...chunks,
    chunk({}, calls.length > 0 ? "tool_calls" : "stop", chunks.length),
    JSON.stringify({ ...HEAD, choices: [], usage: USAGE, obfuscation: "" }),
  ];
}

function chunk(delta: object, finish_reason: string | null, at: number): string {
  const choices = [{ index: 0, delta, logprobs: null, finish_reason }];
  return JSON.stringify({ ...HEAD, choices, usage: null, obfuscation: "kX0aQ9sLw2".slice(at % 10) });
}

export function openaiStream(events: readonly string[]): string {
  return `${events.map((data) => `data: ${data}\n\n`).join("")}data: [DONE]\n\n`;
}

export function openaiBody({ reasoning, text, calls }: Reply): string {
  const message = {
    role: "assistant",
    content: text.join(""),
    ...(reasoning.length === 0 ? {} : { reasoning_content: reasoning.join("") }),
    refusal: null,
    annotations: [],
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map(({ id, name, pieces }) => ({
            id,
            type: "function",
            function: { name, arguments: pieces.join("") },
          })),
        }),
  };
  const finish_reason = calls.length > 0 ? "tool_calls" : "stop";
  const choices = [{ index: 0, message, logprobs: null, finish_reason }];
  return JSON.stringify({ ...HEAD, object: "chat.completion", choices, usage: USAGE });
}
