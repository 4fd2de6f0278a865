/** What vLLM's server is like. */

import type { Dialect } from "../chat-completions/dialect.js";
import type { OptionTable } from "../shared/request/options.js";

const OPTIONS: OptionTable = {
  model: "model",
  temperature: "temperature",
  top_p: "top_p",
  top_k: "top_k",
  min_p: "min_p",
  max_tokens: "max_tokens",
  stop: (stops) => (stops.length === 0 ? {} : { stop: stops }),
  seed: "seed",
  frequency_penalty: "frequency_penalty",
  presence_penalty: "presence_penalty",
  repetition_penalty: "repetition_penalty",
  reasoning_effort: "reasoning_effort",
  parallel_tool_calls: "parallel_tool_calls",
};

export const VLLM: Dialect = {
  provider: "vllm",
  prepare: {
    // No rule for ids: the templates of some models want those that they made themselves.
    names: { tool_name: { characters: "a-zA-Z0-9_-", max: 64 } },
    // Templates decide: most of them take one system message at the start, and then roles that alternate.
    merge: "turns",
    // And most of them show the model no ids.
    hasOrderedResults: true,
    system: "first",
  },
  needsModel: false,
  systemRole: () => "system",
  hasOwnRoles: true,
  joinsText: true,
  ownParts: { input_audio: ["data", "format"], audio_url: ["url"], video_url: ["url"] },
  // Under the older name it was dropped without a word for some versions.
  reasoning: "reasoning",
  hasRefusal: false,
  keepsAudio: false,
  refusedInSpeakers: undefined,
  // Any schema is enforced as it is.
  strictTools: undefined,
  wantsProperties: false,
  options: OPTIONS,
  hidesLength: true,
};
