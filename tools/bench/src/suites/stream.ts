/** A streamed answer, from the bytes of the network to the final message. */
import { createParser } from "eventsource-parser";
import { piecesOf, streamResponse } from "../exchange/network.js";
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

const WORDS = {
  title: "Read a stream",
  unit: "JSON.parse of every event alone",
  notes: `All but the first two read the same bytes from a Response, in pieces of up to 1,460 bytes, to the final message; text and arguments are
held against each other at the end. By hand, all else is thrown away. Parlance gives every event as well, keeps the members and digits that
it does not know, checks calls and message, and reports what it mended. The providers' own clients check nothing. The AI SDK checks
every event with zod; for OpenAI only its openai-compatible model reads the reasoning. LangChain's chunks are added up with \`concat\`.`,
};

export function measureStream(effort: Effort): Promise<SuiteResult> {
  const columns = samples().map((sample) => ({ name: sample.column, candidates: candidatesFor(sample) }));
  return measureColumns(WORDS, columns, effort);
}

function candidatesFor({ dialect, events, stream, said }: Sample): Candidate[] {
  const pieces = piecesOf(stream);
  const texts = piecesAsTexts(pieces);
  const readers = PEERS.flatMap(({ name, speaks }) => {
    const read = speaks[dialect]?.readStream;
    return read === undefined ? [] : [reader(name, 1, said, () => read(streamResponse(pieces)))];
  });
  return [
    {
      name: "JSON.parse of every event",
      run: () => events.reduce((sum, data) => sum + (JSON.parse(data) === null ? 0 : 1), 0),
    },
    { name: "eventsource-parser alone, on text", run: () => framed(texts) },
    ...readers,
  ];
}

function piecesAsTexts(pieces: readonly Uint8Array[]): string[] {
  const decoder = new TextDecoder();
  return pieces.map((piece) => decoder.decode(piece, { stream: true }));
}

function framed(texts: readonly string[]): number {
  let length = 0;
  const parser = createParser({ onEvent: ({ data }) => (length += data.length) });
  for (const text of texts) parser.feed(text);
  return length;
}
