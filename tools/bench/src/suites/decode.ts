/** Text to a validated message, against `JSON.parse` of the same bytes. */
import { decode, Message } from "@parlance/core";
import type { Corpus } from "../corpus.js";
import type { Candidate, Effort } from "../measure.js";
import { aiSdk, asUiMessage } from "../peers/ai-sdk.js";
import { ordinaryAjv } from "../peers/ajv.js";
import { arktype } from "../peers/arktype.js";
import type { Peer } from "../peers/contract.js";
import { typebox } from "../peers/typebox.js";
import { typia } from "../peers/typia.js";
import { valibot } from "../peers/valibot.js";
import { zod } from "../peers/zod.js";
import { measureByClass, type SuiteResult } from "./suite.js";

/** What the peers do: the verdict, without reading older versions, defaults, unknown parts or exact numbers. */
const VERDICT: Peer = { name: "parlance, verdict alone", accepts: (value) => Message.is(value) };
const PEERS: readonly Peer[] = [VERDICT, typia, typebox, zod, valibot, arktype, ordinaryAjv];
const UNFROZEN = { freeze: false } as const;

export function measureDecode(corpus: Corpus, effort: Effort): Promise<SuiteResult> {
  return measureByClass("Decode", "JSON.parse alone", corpus, decodeCandidates, effort);
}

function decodeCandidates(texts: readonly string[]): Candidate[] {
  const uiTexts = texts.map(asUiMessage);
  return [
    { name: "JSON.parse", run: () => parseAll(texts) },
    { name: "JSON.parse again (noise)", run: () => parseAll(texts) },
    { name: "parlance, not frozen", run: () => countOf(texts, (text) => decode(text, UNFROZEN).type) },
    { name: "parlance, frozen, text kept", run: () => countOf(texts, (text) => decode(text).type) },
    ...PEERS.map((peer) => peerCandidate(peer, texts)),
    peerCandidate(aiSdk, uiTexts),
  ];
}

function peerCandidate(peer: Peer, texts: readonly string[]): Candidate {
  return {
    name: peer.name,
    run: async () => {
      let accepted = 0;
      for (const text of texts) {
        const verdict = peer.accepts(JSON.parse(text));
        if (typeof verdict === "boolean" ? verdict : await verdict) accepted++;
      }
      if (accepted !== texts.length) throw new Error(`${peer.name} refused ${texts.length - accepted} valid messages`);
      return accepted;
    },
  };
}

function parseAll(texts: readonly string[]): number {
  return countOf(texts, (text) => JSON.parse(text).type);
}

function countOf(texts: readonly string[], typeOf: (text: string) => string): number {
  let sum = 0;
  for (const text of texts) sum += typeOf(text).length;
  return sum;
}
