/** A turn of an agent, beside reading the same answers. */
import { AgentRequest, ToolDefinition } from "@parlance/builders";
import { fromStream } from "@parlance/providers/openai";
import { runAgent } from "@parlance/runtime";
import { createTool } from "@parlance/runtime/tools";
import { piecesOf, streamResponse } from "../exchange/network.js";
import { openaiEvents, openaiStream } from "../exchange/openai-wire.js";
import { longText, type Reply, thoughtAndCalls } from "../exchange/reply.js";
import type { Candidate, Effort } from "../measure.js";
import { type Column, measureColumns } from "./exchange.js";
import type { SuiteResult } from "./suite.js";

const NOTES = `The answers of OpenAI's format above, from a Response to their last event. A turn also checks, decides on, runs and stores every call, tells
every event, keeps what came of an answer that breaks off, and can be called off at any time.`;
const CALLING_ROUNDS = 3;

export function measureTurn(effort: Effort): Promise<SuiteResult> {
  const calls = Array.from({ length: CALLING_ROUNDS }, (_, round) => ownCalls(thoughtAndCalls(), round));
  const columns = [
    columnOf("one answer, text", [longText()]),
    columnOf("three rounds of four calls, then text", [...calls, longText()]),
  ];
  return measureColumns(
    { title: "A turn of an agent", unit: "every event of the answers, read by Parlance", notes: NOTES },
    columns,
    effort,
  );
}

/** Ids that no other round has. */
function ownCalls(reply: Reply, round: number): Reply {
  return { ...reply, calls: reply.calls.map((call) => ({ ...call, id: `${call.id}_${round}` })) };
}

function columnOf(name: string, replies: readonly Reply[]): Column {
  const answers = replies.map((reply) => piecesOf(openaiStream(openaiEvents(reply))));
  const open = (at: number) => fromStream(streamResponse(answers[at] ?? []).body ?? "");
  const candidates: Candidate[] = [
    {
      name: "the events alone",
      run: async () => {
        let events = 0;
        for (const at of answers.keys()) for await (const _ of open(at)) events++;
        return events;
      },
    },
    { name: "parlance: runAgent", run: () => turnOf(open) },
  ];
  return { name, candidates };
}

const PARAMETERS = { type: "object", properties: { path: { type: "string" } }, additionalProperties: true };
const TOOLS = ["edit_file", "run_command"].map((name) =>
  createTool({
    definition: ToolDefinition.create({ name, description: "Does it.", parameters: PARAMETERS, strict: false }),
    traits: { category: "other", risk_level: "safe", capabilities: [] },
    concurrency: "safe",
    execute: () => "done",
  }),
);

async function turnOf(open: (at: number) => ReturnType<typeof fromStream>): Promise<number> {
  let at = 0;
  let events = 0;
  const turn = await runAgent(AgentRequest.simple("Go on."), {
    model: { stream: () => open(at++) },
    tools: TOOLS,
    onEvent: () => {
      events++;
    },
  });
  if (turn.status !== "completed") throw new Error(`the turn is ${turn.status}: ${turn.error?.code}`);
  return events + turn.messages.length;
}
