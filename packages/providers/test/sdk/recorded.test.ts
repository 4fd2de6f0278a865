/** The official clients and this library, side by side on recorded answers. */

import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as anthropic from "../../src/anthropic/index.js";
import * as ollama from "../../src/ollama/index.js";
import * as openai from "../../src/openai/index.js";
import * as vllm from "../../src/vllm/index.js";
import { anthropicClient } from "./anthropic-client.js";
import { CLIENT_FAULTS } from "./client-faults.js";
import { cutAnywhere, inOnePiece } from "./cuts.js";
import { type Heard, NOTHING } from "./heard.js";
import { ollamaClient } from "./ollama-client.js";
import { openaiClient } from "./openai-client.js";
import * as parlance from "./parlance.js";
import { HAS_RECORDINGS, recordedAnswers, recordedStreams } from "./recordings.js";
import { ReplyServer } from "./server.js";

const SIDES = [
  { name: "openai", client: openaiClient, reader: openai, stream: "text/event-stream" },
  { name: "vllm", client: openaiClient, reader: vllm, stream: "text/event-stream" },
  { name: "ollama", client: ollamaClient, reader: ollama, stream: "application/x-ndjson" },
  { name: "anthropic", client: anthropicClient, reader: anthropic, stream: "text/event-stream" },
] as const;

const AT_ONCE = 8;

let server: ReplyServer;
beforeAll(async () => {
  server = await ReplyServer.start();
});
afterAll(() => server.stop());

if (!HAS_RECORDINGS)
  console.log("recorded answers and the official clients: no recordings beside the checkout, skipped");

describe.runIf(HAS_RECORDINGS).each(SIDES)(
  "the official client and this library, on recordings of $name",
  ({ name, client, reader, stream }) => {
    it("understand the same of every stream", async () => {
      const recordings = recordedStreams(name);
      const found = await differences(recordings, async ({ body }, at) => {
        const { url } = server.serve({ type: stream, pieces: cutAnywhere(body, { seed: at }) });
        return [await parlance.heardStreamed(reader, url), await client.heardStreamed(url)];
      });
      expect(found).toEqual(faultsIn(recordings));
      console.log(`${name}: ${recordings.length} recorded streams, ${Object.keys(found).length} faults of the client`);
    });

    it("understand the same of every whole answer", async () => {
      const recordings = recordedAnswers(name);
      const found = await differences(recordings, async ({ body }) => {
        const { url } = server.serve({ type: "application/json", pieces: inOnePiece(body) });
        return [await parlance.heardWhole(reader, url), await client.heardWhole(url)];
      });
      expect(found).toEqual(faultsIn(recordings));
      console.log(`${name}: ${recordings.length} recorded answers, ${Object.keys(found).length} faults of the client`);
    });
  },
);

/** The members in which the client is known to err, by the source of the recording. */
function faultsIn(recordings: readonly { readonly source: string }[]): Record<string, string> {
  return Object.fromEntries(
    recordings.flatMap(({ source }) => {
      const fault = CLIENT_FAULTS[source];
      return fault === undefined ? [] : [[source, fault.members]];
    }),
  );
}

/** The members that differ, by the source of the recording. */
async function differences<Recording extends { readonly source: string }>(
  recordings: readonly Recording[],
  hear: (recording: Recording, at: number) => Promise<readonly [Heard, Heard]>,
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (let first = 0; first < recordings.length; first += AT_ONCE) {
    const some = recordings.slice(first, first + AT_ONCE);
    const heard = await Promise.all(some.map((recording, at) => hear(recording, first + at)));
    heard.forEach(([ours, theirs], at) => {
      const members = membersThatDiffer(ours, theirs);
      if (members.length > 0) found[some[at]?.source ?? ""] = members.join(" ");
    });
  }
  return found;
}

function membersThatDiffer(ours: Heard, theirs: Heard): readonly string[] {
  const names = [...new Set([...Object.keys(NOTHING), ...Object.keys(ours), ...Object.keys(theirs)])];
  return names.filter((name) => !isDeepStrictEqual(ours[name as keyof Heard], theirs[name as keyof Heard]));
}
