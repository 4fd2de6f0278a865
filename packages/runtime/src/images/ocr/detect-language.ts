/** The language of a text that was read, where that can be told. */

import type { Logger } from "@parlance/core";
import { tell } from "@parlance/core/internal";
import { MissingPeerError } from "../../shared/missing-peer-error.js";
import { importPeer, loadPeer } from "../../shared/optional-peer.js";

/** How much likelier than the next the likeliest language has to be: short texts look like several. */
const LEAST_LEAD = 0.1;

/** A BCP 47 tag; undefined when it is not sure, or when nobody can tell, which the logger is told. Never throws: the text is what counts. */
export async function detectLanguage(text: string, logger: Logger | undefined): Promise<string | undefined> {
  try {
    const { eld } = await loadPeer("eld", () => importPeer<Peer>("eld/extrasmall"));
    return likeliest(eld.detect(text));
  } catch (error) {
    const [code, message] = MissingPeerError.isInstance(error) ? [error.code, error.message] : FAILED;
    tell(logger, { code, message, path: "/data/recognition/ocr/language" });
    return undefined;
  }
}

const FAILED = ["language_unknown", "finding out the language of the text that was read failed"] as const;

type Peer = typeof import("eld/extrasmall");
type Detected = ReturnType<Peer["eld"]["detect"]>;

function likeliest(detected: Detected): string | undefined {
  const [first = 0, second = 0] = Object.values(detected.getScores()).sort((one, other) => other - one);
  const isSure = detected.isReliable() && first - second >= LEAST_LEAD;
  return isSure && detected.language !== "" ? detected.language : undefined;
}
