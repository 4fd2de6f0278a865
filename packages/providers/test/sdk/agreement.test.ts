/** The official clients and this library, side by side on the same answers of the same server. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as anthropic from "../../src/anthropic/index.js";
import * as ollama from "../../src/ollama/index.js";
import * as openai from "../../src/openai/index.js";
import * as vllm from "../../src/vllm/index.js";
import { anthropicClient } from "./anthropic-client.js";
import { byteByByte, cutAnywhere, inOnePiece } from "./cuts.js";
import type { Exchange } from "./exchange.js";
import { NOTHING } from "./heard.js";
import { ollamaClient } from "./ollama-client.js";
import { openaiClient } from "./openai-client.js";
import * as parlance from "./parlance.js";
import { ReplyServer } from "./server.js";
import { ANTHROPIC_EXCHANGES } from "./streams/anthropic.js";
import { OLLAMA_EXCHANGES } from "./streams/ollama.js";
import { OPENAI_EXCHANGES } from "./streams/openai.js";
import { VLLM_EXCHANGES } from "./streams/vllm.js";

const SIDES = [
  { name: "OpenAI", client: openaiClient, reader: openai, exchanges: OPENAI_EXCHANGES, stream: "text/event-stream" },
  { name: "vLLM", client: openaiClient, reader: vllm, exchanges: VLLM_EXCHANGES, stream: "text/event-stream" },
  { name: "Ollama", client: ollamaClient, reader: ollama, exchanges: OLLAMA_EXCHANGES, stream: "application/x-ndjson" },
  {
    name: "Anthropic",
    client: anthropicClient,
    reader: anthropic,
    exchanges: ANTHROPIC_EXCHANGES,
    stream: "text/event-stream",
  },
] as const;

const SEEDS = [1, 2, 3, 4];

let server: ReplyServer;
beforeAll(async () => {
  server = await ReplyServer.start();
});
afterAll(() => server.stop());

describe.each(SIDES)(
  "the official client and this library, on answers of $name",
  ({ client, reader, exchanges, stream }) => {
    const streams = exchanges.filter(({ kind }) => kind === "stream");
    const answers = exchanges.filter(({ kind }) => kind === "whole");

    it.each(answers)("understand the same of $title", async (exchange) => {
      const { url } = server.serve({ type: "application/json", pieces: inOnePiece(exchange.body) });
      expect(await parlance.heardWhole(reader, url)).toEqual(expected(exchange));
      expect(await client.heardWhole(url)).toEqual(expectedOfClient(exchange));
    });

    it.each(streams)("understand the same of the stream: $title", async (exchange) => {
      const cuts = [
        inOnePiece(exchange.body),
        byteByByte(exchange.body),
        ...SEEDS.map((seed) => cutAnywhere(exchange.body, { seed })),
      ];
      for (const pieces of cuts) {
        const { url } = server.serve({ type: stream, pieces });
        expect(await parlance.heardStreamed(reader, url)).toEqual(expected(exchange));
        expect(await client.heardStreamed(url)).toEqual(expectedOfClient(exchange));
      }
    });
  },
);

function expected({ heard }: Exchange) {
  return { ...NOTHING, ...heard };
}

function expectedOfClient({ heard, client }: Exchange) {
  return { ...NOTHING, ...heard, ...client?.heard };
}
