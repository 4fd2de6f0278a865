/** How each provider's API is reached over HTTP. */

import { ValidationError } from "@parlance/core";
import { issue } from "@parlance/core/internal";
import type { ProviderName } from "@parlance/providers";

interface Wire {
  /** After the base URL, that of streamed answers; `{model}` stands for the name of the model, where it belongs there. */
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

/**
 * Where a request goes.
 *
 * @param base_url Without a slash at its end.
 * @throws ValidationError with the code `bad_model` for a name that cannot stand in a path, where the provider wants it there.
 */
export function urlOf({ path }: Wire, base_url: string, model: string): string {
  return base_url + path.replace("{model}", () => segmentOf(model));
}

/** One step of a path, whatever is in it. */
function segmentOf(model: string): string {
  // The empty name and those of dots alone lead elsewhere, also when they are encoded.
  if (/^\.{0,2}$/.test(model))
    throw new ValidationError([
      issue("bad_model", "/options/model", "a name that can stand in a path", "a step of it"),
    ]);
  return encodeURIComponent(model.replace(/\p{Surrogate}/gu, "\ufffd"));
}
