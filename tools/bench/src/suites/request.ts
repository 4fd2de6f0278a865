/** A conversation to the text of a request. */
import { charactersOf } from "../exchange/counts.js";
import { turnsOf } from "../exchange/turns.js";
import type { Candidate, Effort } from "../measure.js";
import { aiSdk, aiSdkCompatible } from "../peers/exchange/ai-sdk.js";
import type { Dialect } from "../peers/exchange/contract.js";
import { langchain } from "../peers/exchange/langchain.js";
import { parlance } from "../peers/exchange/parlance.js";
import { measureColumns } from "./exchange.js";
import type { SuiteResult } from "./suite.js";

const PEERS = [parlance, aiSdk, aiSdkCompatible, langchain];
const LENGTHS = [40, 400];
const NAMES: readonly [Dialect, string][] = [
  ["openai", "OpenAI"],
  ["anthropic", "Anthropic"],
];

const WORDS = {
  title: "Write a request",
  unit: "JSON.stringify of the body alone",
  notes: `Messages in each library's own form to the text of a request; what the requests say is held against each other. Parlance takes plain objects,
checks and copies every message, sees to it that every call has one result, reports every change and freezes the body. The AI SDK's
models take prompts that were checked before, and their time has a short answer in it. LangChain's converters do not look for missing results.`,
};

export async function measureRequest(effort: Effort): Promise<SuiteResult> {
  const columns = [];
  for (const [dialect, name] of NAMES) {
    for (const length of LENGTHS)
      columns.push({ name: `${name}, ${length} messages`, candidates: await candidatesFor(dialect, length) });
  }
  return measureColumns(WORDS, columns, effort);
}

async function candidatesFor(dialect: Dialect, length: number): Promise<Candidate[]> {
  const turns = turnsOf(length);
  const writers = PEERS.flatMap(({ name, speaks }) => {
    const write = speaks[dialect]?.writerOf?.(turns);
    return write === undefined ? [] : [{ name, write }];
  });
  const bodies = await Promise.all(writers.map(async ({ name, write }) => ({ name, text: await write() })));
  assertEqualWork(bodies);
  const body: unknown = JSON.parse(bodies[0]?.text ?? "");
  return [
    { name: "JSON.stringify", run: () => JSON.stringify(body).length },
    ...writers.map(({ name, write }) => ({ name, run: async () => (await write()).length })),
  ];
}

/** @throws Error when somebody says less than others. */
function assertEqualWork(bodies: readonly { readonly name: string; readonly text: string }[]): void {
  const characters = bodies.map(({ name, text }) => ({ name, count: charactersOf(text) }));
  if (new Set(characters.map(({ count }) => count)).size > 1)
    throw new Error(`requests of different length: ${JSON.stringify(characters)}`);
}
