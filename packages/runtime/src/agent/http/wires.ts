/** How each provider's API is reached over HTTP. */

import type { ProviderName } from "@parlance/providers";

interface Wire {
  /** After the base URL. */
  readonly path: string;
  /** @param key Absent for servers that want none. */
  headers(key: string | undefined): Readonly<Record<string, string>>;
}

/** The version of the API whose format is spoken; the provider wants it named. */
const ANTHROPIC_VERSION = "2023-06-01";

export const WIRES: Readonly<Record<ProviderName, Wire>> = {
  openai: { path: "/chat/completions", headers: bearer },
  vllm: { path: "/chat/completions", headers: bearer },
  ollama: { path: "/api/chat", headers: bearer },
  anthropic: {
    path: "/v1/messages",
    headers: (key) => ({ "anthropic-version": ANTHROPIC_VERSION, ...(key === undefined ? {} : { "x-api-key": key }) }),
  },
};

function bearer(key: string | undefined): Readonly<Record<string, string>> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}
