/** The replies that are measured, as each dialect sends them. */
import type { Dialect } from "../peers/exchange/contract.js";
import { anthropicBody, anthropicEvents, anthropicStream } from "./anthropic-wire.js";
import { type Said, saidOf } from "./counts.js";
import { openaiBody, openaiEvents, openaiStream } from "./openai-wire.js";
import { longText, type Reply, thoughtAndCalls } from "./reply.js";

export interface Sample {
  readonly column: string;
  readonly dialect: Dialect;
  /** What everybody has to have read at the end. */
  readonly said: Said;
  /** The JSON of each event of the stream. */
  readonly events: readonly string[];
  readonly stream: string;
  /** The same reply when it is not streamed. */
  readonly body: string;
}

const WIRES = {
  openai: { events: openaiEvents, stream: openaiStream, body: openaiBody },
  anthropic: { events: anthropicEvents, stream: anthropicStream, body: anthropicBody },
} as const;

export function samples(): Sample[] {
  const dialects: readonly [Dialect, string][] = [
    ["openai", "OpenAI"],
    ["anthropic", "Anthropic"],
  ];
  return dialects.flatMap(([dialect, name]) => [
    sampleOf(`${name}, text`, dialect, longText()),
    sampleOf(`${name}, reasoning and calls`, dialect, thoughtAndCalls()),
  ]);
}

function sampleOf(column: string, dialect: Dialect, reply: Reply): Sample {
  const wire = WIRES[dialect];
  const events = wire.events(reply);
  const said = saidOf(
    reply.text.join(""),
    reply.calls.map(({ pieces }) => pieces.join("")),
  );
  return { column, dialect, said, events, stream: wire.stream(events), body: wire.body(reply) };
}
