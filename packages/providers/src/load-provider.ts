/** Gives a provider that is known by name only when the program runs. */

import { ParlanceError } from "@parlance/core";
import { PROVIDER_NAMES, type ProviderName } from "./shared/provider-names.js";
import type { Provider } from "./shared/types.js";

const LOADERS: { readonly [Name in ProviderName]: () => Promise<Provider<object>> } = {
  openai: () => import("./openai/index.js"),
  vllm: () => import("./vllm/index.js"),
  ollama: () => import("./ollama/index.js"),
  anthropic: () => import("./anthropic/index.js"),
};

/**
 * The same functions that the entry of the provider exports, loaded when they are asked for.
 *
 * @throws ParlanceError with the code `unknown_provider` for a name that is not one of `PROVIDER_NAMES`.
 */
export async function loadProvider(name: ProviderName): Promise<Provider<object>> {
  if (!Object.hasOwn(LOADERS, name))
    throw new ParlanceError("unknown_provider", `expected one of ${PROVIDER_NAMES.join(", ")}`);
  return LOADERS[name]();
}
