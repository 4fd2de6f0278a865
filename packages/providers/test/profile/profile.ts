/** What a produced request has to keep to besides its published schema, by provider. */

import type { ProviderName } from "../../src/shared/provider-names.js";
import { anthropicFaults } from "./anthropic.js";
import { openAiFaults, vllmFaults } from "./chat-completions.js";
import { ollamaFaults } from "./ollama.js";
import type { Fault, JsonRecord, ProfileOptions } from "./rules.js";

type Profile = (body: JsonRecord, options?: ProfileOptions) => readonly Fault[];

/** Everything that is wrong with a request; nothing when it is fine. */
export const PROFILES: { readonly [Name in ProviderName]: Profile } = {
  openai: openAiFaults,
  vllm: vllmFaults,
  ollama: ollamaFaults,
  anthropic: anthropicFaults,
};
