/** What a produced request has to keep to besides its published schema, by provider. */

import type { ProviderName } from "../../src/shared/types.js";
import { anthropicFaults } from "./anthropic.js";
import { openAiFaults, vllmFaults } from "./chat-completions.js";
import { ollamaFaults } from "./ollama.js";
import type { Fault, JsonRecord } from "./rules.js";

/** Everything that is wrong with a request; nothing when it is fine. */
export const PROFILES: { readonly [Name in ProviderName]: (body: JsonRecord) => readonly Fault[] } = {
  openai: openAiFaults,
  vllm: vllmFaults,
  ollama: ollamaFaults,
  anthropic: anthropicFaults,
};
