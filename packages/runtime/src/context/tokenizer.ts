/** Counts tokens with a real tokeniser, which is installed by those who want it. */

import { ValidationError } from "@parlance/core";
import { issue } from "@parlance/core/internal";
import { importPeer, loadPeer } from "../shared/optional-peer.js";
import { readSettings } from "../shared/settings.js";
import type { TokenCounter } from "./token-counter.js";

/** `o200k_base`: OpenAI's models since GPT-4o. `cl100k_base`: GPT-4 and GPT-3.5. */
export type TokenizerEncoding = "o200k_base" | "cl100k_base";

export interface TokenizerOptions {
  /** @defaultValue "o200k_base" */
  readonly encoding?: TokenizerEncoding | undefined;
}

const PEER = "gpt-tokenizer";

const MODULES: ReadonlyMap<unknown, string> = new Map([
  ["o200k_base", "gpt-tokenizer/encoding/o200k_base"],
  ["cl100k_base", "gpt-tokenizer/encoding/cl100k_base"],
]);

type Encoding = typeof import("gpt-tokenizer/encoding/o200k_base");

/**
 * A counter that goes by OpenAI's own encodings; for other models it is an estimate as well, the closest there is without asking
 * their servers. Names of special tokens in a text are text. Loads `gpt-tokenizer`, which takes about 100 ms.
 *
 * @throws MissingPeerError when `gpt-tokenizer` is not installed; ValidationError for an encoding that there is not.
 */
export async function createTokenizer(options: TokenizerOptions = {}): Promise<TokenCounter> {
  const encoding = readSettings(options, ({ encoding = "o200k_base" }) => encoding);
  const module = MODULES.get(encoding);
  if (module === undefined)
    throw new ValidationError([
      issue("not_allowed_value", "/encoding", [...MODULES.keys()].join(" or "), typeof encoding),
    ]);
  const { countTokens } = await loadPeer(PEER, () => importPeer<Encoding>(module));
  const asText = { disallowedSpecial: new Set<string>() };
  return (text) => {
    let tokens = 0;
    for (const piece of pieces(text)) tokens += countTokens(piece, asText);
    return tokens;
  };
}

/**
 * Characters of one kind in a row. The tokeniser takes the square of their number in time, so that some 10,000 would take seconds; no word
 * is as long, and a cut costs a token at most.
 */
const LONG_RUN = /[\p{L}\p{M}]{64}|\s{64}|[^\s\p{L}\p{N}]{64}/gu;

function* pieces(text: string): Generator<string> {
  let start = 0;
  for (const { index, 0: run } of text.matchAll(LONG_RUN)) {
    const end = index + run.length;
    yield text.slice(start, end);
    start = end;
  }
  if (start < text.length) yield text.slice(start);
}
