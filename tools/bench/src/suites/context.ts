/** What a model is sent of a conversation, beside the least that anybody does with it. */
import { ChatMessage } from "@parlance/core";
import { buildContext } from "@parlance/runtime/context";
import { turnsOf } from "../exchange/turns.js";
import type { Candidate, Effort } from "../measure.js";
import { messageOf } from "../peers/exchange/parlance.js";
import { type Column, measureColumns } from "./exchange.js";
import type { SuiteResult } from "./suite.js";

const LENGTHS = [100, 1000, 10_000] as const;
const SILENT = { warn: (): void => undefined };
const NOTES = `The conversation of a coding agent from above. It is seen to that every call has one result right after it, and every text is counted in tokens
by the estimate; with a budget, what leaves is found, and most of the conversation leaves.`;

export function measureContext(effort: Effort): Promise<SuiteResult> {
  const columns = LENGTHS.map((length) => columnOf(length));
  return measureColumns(
    { title: "Build a context", unit: "JSON.stringify of every message", notes: NOTES },
    columns,
    effort,
  );
}

function columnOf(length: number): Column {
  const messages = turnsOf(length).map((turn) => ChatMessage.parse(messageOf(turn)));
  const tokensOf = async (max_tokens?: number): Promise<number> => {
    const budget = max_tokens === undefined ? {} : { budget: { max_tokens }, logger: SILENT };
    return (await buildContext(messages, budget)).tokens;
  };
  const candidates: Candidate[] = [
    {
      name: "JSON.stringify",
      run: () => messages.reduce((sum, message) => sum + JSON.stringify(message).length, 0),
    },
    { name: "parlance: everything fits", run: () => tokensOf() },
    { name: "parlance: little fits", run: () => tokensOf(length * 20 + 10_000) },
  ];
  return { name: `${length} messages`, candidates };
}
