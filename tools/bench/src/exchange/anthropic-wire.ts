/** A reply as Anthropic sends it, with all the members that stand in its events. */
import type { Reply } from "./reply.js";

const HEAD = {
  model: "claude-sonnet-4-5-20250929",
  id: "msg_01AbCdEfGhIjKlMnOpQrStUv",
  type: "message",
  role: "assistant",
};
const USAGE = {
  input_tokens: 1200,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 1024,
  cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
  output_tokens: 2000,
  service_tier: "standard",
};
const SIGNATURE = "EqQBCkYIBxgCKkBx".repeat(16);

/** The data of each event; its type is its name too. */
export function anthropicEvents(reply: Reply): string[] {
  const blocks = blocksOf(reply).flatMap(([content_block, deltas], index) => [
    { type: "content_block_start", index, content_block },
    ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ]);
  const message = {
    ...HEAD,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...USAGE, output_tokens: 1 },
  };
  const events = [
    { type: "message_start", message },
    { type: "ping" },
    ...blocks,
    { type: "message_delta", delta: { stop_reason: reasonOf(reply), stop_sequence: null }, usage: USAGE },
    { type: "message_stop" },
  ];
  return events.map((event) => JSON.stringify(event));
}

/** What each block begins with, and its deltas. */
function blocksOf({ reasoning, text, calls }: Reply): [object, object[]][] {
  const thinking: [object, object[]] = [
    { type: "thinking", thinking: "", signature: "" },
    [
      ...reasoning.map((piece) => ({ type: "thinking_delta", thinking: piece })),
      { type: "signature_delta", signature: SIGNATURE },
    ],
  ];
  return [
    ...(reasoning.length === 0 ? [] : [thinking]),
    [{ type: "text", text: "" }, text.map((piece) => ({ type: "text_delta", text: piece }))],
    ...calls.map(({ id, name, pieces }): [object, object[]] => [
      { type: "tool_use", id, name, input: {} },
      ["", ...pieces].map((partial_json) => ({ type: "input_json_delta", partial_json })),
    ]),
  ];
}

export function anthropicStream(events: readonly string[]): string {
  return events.map((data) => `event: ${JSON.parse(data).type}\ndata: ${data}\n\n`).join("");
}

export function anthropicBody(reply: Reply): string {
  const { reasoning, text, calls } = reply;
  const content = [
    ...(reasoning.length === 0 ? [] : [{ type: "thinking", thinking: reasoning.join(""), signature: SIGNATURE }]),
    { type: "text", text: text.join("") },
    ...calls.map(({ id, name, pieces }) => ({ type: "tool_use", id, name, input: JSON.parse(pieces.join("")) })),
  ];
  return JSON.stringify({ ...HEAD, content, stop_reason: reasonOf(reply), stop_sequence: null, usage: USAGE });
}

function reasonOf({ calls }: Reply): string {
  return calls.length > 0 ? "tool_use" : "end_turn";
}
