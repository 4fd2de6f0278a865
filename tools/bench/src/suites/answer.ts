/** A whole answer, from the response of the network to the message. */
import { bodyResponse } from "../exchange/network.js";
import { type Sample, samples } from "../exchange/samples.js";
import type { Candidate, Effort } from "../measure.js";
import { aiSdk, aiSdkCompatible } from "../peers/exchange/ai-sdk.js";
import { byHand } from "../peers/exchange/by-hand.js";
import { clients } from "../peers/exchange/clients.js";
import { langchain } from "../peers/exchange/langchain.js";
import { parlance } from "../peers/exchange/parlance.js";
import { measureColumns, reader } from "./exchange.js";
import type { SuiteResult } from "./suite.js";

const PEERS = [byHand, parlance, clients, aiSdk, aiSdkCompatible, langchain];
/** One alone is too short to be timed. */
const COUNT = 10;

const WORDS = {
  title: "Read an answer",
  unit: "the text of a Response and JSON.parse",
  notes: `The same answers as above, not streamed. Parlance makes a chat message and stored messages with ids and times, all checked and frozen,
and keeps what it does not know; there is no request in its time. The clients, the AI SDK and
LangChain make one each time, and the AI SDK checks the body with zod.`,
};

export function measureAnswer(effort: Effort): Promise<SuiteResult> {
  const columns = samples().map((sample) => ({ name: sample.column, candidates: candidatesFor(sample) }));
  return measureColumns(WORDS, columns, effort);
}

function candidatesFor({ dialect, body, said }: Sample): Candidate[] {
  return PEERS.flatMap(({ name, speaks }) => {
    const read = speaks[dialect]?.readAnswer;
    return read === undefined ? [] : [reader(name, COUNT, said, () => read(bodyResponse(body)))];
  });
}
