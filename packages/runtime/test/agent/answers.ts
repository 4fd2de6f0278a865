/** Streamed answers as the providers write them, piece by piece, so that a test can stop between any two. */

interface WrittenCall {
  readonly id: string;
  readonly name: string;
  /** The JSON text of the arguments, in the pieces in which it comes. */
  readonly pieces: readonly string[];
}

export interface WrittenAnswer {
  readonly texts?: readonly string[];
  readonly calls?: readonly WrittenCall[];
  /** That the answer reached the limit of its tokens. */
  readonly isCut?: boolean;
}

export type Writer = (answer: WrittenAnswer) => readonly string[];

const event = (data: unknown, name?: string): string =>
  `${name === undefined ? "" : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;

const chunk = (delta: object, finish_reason: string | null = null): string =>
  event({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1,
    model: "m",
    choices: [{ index: 0, delta, finish_reason }],
  });

/** Chat Completions, as OpenAI and vLLM stream them. */
export const chatCompletions: Writer = ({ texts = [], calls = [], isCut = false }) => [
  chunk({ role: "assistant", content: "" }),
  ...texts.map((content) => chunk({ content })),
  ...calls.flatMap(({ id, name, pieces }, index) => [
    chunk({ tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] }),
    ...pieces.map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ]),
  chunk({}, isCut ? "length" : calls.length > 0 ? "tool_calls" : "stop"),
  event({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1,
    model: "m",
    choices: [],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  }),
  "data: [DONE]\n\n",
];

const line = (message: object, rest: object = { done: false }): string =>
  `${JSON.stringify({ model: "m", created_at: "2026-11-21T10:00:00.000Z", message: { role: "assistant", content: "", ...message }, ...rest })}\n`;

/** Ollama has no ids, and sends each call whole. */
export const ollama: Writer = ({ texts = [], calls = [], isCut = false }) => [
  ...texts.map((content) => line({ content })),
  ...calls.map(({ name, pieces }) =>
    line({ tool_calls: [{ function: { name, arguments: JSON.parse(pieces.join("")) } }] }),
  ),
  line({}, { done: true, done_reason: isCut ? "length" : "stop", prompt_eval_count: 10, eval_count: 5 }),
];

const named = (data: { readonly type: string } & Record<string, unknown>): string => event(data, data.type);

export const anthropic: Writer = ({ texts = [], calls = [], isCut = false }) => {
  const textBlock =
    texts.length === 0
      ? []
      : [
          named({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
          ...texts.map((text) => named({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } })),
          named({ type: "content_block_stop", index: 0 }),
        ];
  const first = texts.length === 0 ? 0 : 1;
  return [
    named({
      type: "message_start",
      message: {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "m",
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 10, output_tokens: 1 },
      },
    }),
    ...textBlock,
    ...calls.flatMap(({ id, name, pieces }, at) => [
      named({
        type: "content_block_start",
        index: first + at,
        content_block: { type: "tool_use", id, name, input: {} },
      }),
      ...pieces.map((partial_json) =>
        named({
          type: "content_block_delta",
          index: first + at,
          delta: { type: "input_json_delta", partial_json },
        }),
      ),
      named({ type: "content_block_stop", index: first + at }),
    ]),
    named({
      type: "message_delta",
      delta: { stop_reason: isCut ? "max_tokens" : calls.length > 0 ? "tool_use" : "end_turn", stop_sequence: null },
      usage: { output_tokens: 5 },
    }),
    named({ type: "message_stop" }),
  ];
};

/** A whole answer of words, in Chat Completions. */
export const says = (...texts: readonly string[]): readonly string[] => chatCompletions({ texts });

/** An answer that calls tools, in Chat Completions; arguments are JSON texts. */
export const calls = (...list: readonly (readonly [id: string, name: string, text: string])[]): readonly string[] =>
  chatCompletions({ calls: list.map(([id, name, text]) => ({ id, name, pieces: [text] })) });
