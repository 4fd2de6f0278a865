/** What OpenAI's servers are like. */

import type { Dialect } from "../chat-completions/dialect.js";
import type { OptionTable } from "../shared/request/options.js";
import { OPENAI_STRICT } from "../shared/strict/rules.js";

/** More are refused. */
const MAX_STOPS = 4;

const OPTIONS: OptionTable = {
  model: "model",
  temperature: "temperature",
  top_p: "top_p",
  top_k: null,
  min_p: null,
  // Reasoning models refuse the older `max_tokens`.
  max_tokens: "max_completion_tokens",
  stop: (stops, note) => {
    if (stops.length > MAX_STOPS) note("option_rewritten", "rewritten", "the provider takes four texts at most");
    return stops.length === 0 ? {} : { stop: stops.slice(0, MAX_STOPS) };
  },
  seed: "seed",
  frequency_penalty: "frequency_penalty",
  presence_penalty: "presence_penalty",
  repetition_penalty: null,
  reasoning_effort: "reasoning_effort",
  parallel_tool_calls: "parallel_tool_calls",
};

/** Models that have `developer` messages in place of `system` messages. */
const REASONING_MODEL = /^(o\d|gpt-5(?!-chat))/;

export const OPENAI: Dialect = {
  provider: "openai",
  prepare: {
    names: {
      tool_name: { characters: "a-zA-Z0-9_-", max: 64 },
      call_id: { characters: "a-zA-Z0-9_-", max: 40 },
    },
    merge: "calls",
    system: "in_place",
  },
  needsModel: true,
  systemRole: (model) => (model !== undefined && REASONING_MODEL.test(model) ? "developer" : "system"),
  hasOwnRoles: false,
  joinsText: false,
  ownParts: { input_audio: ["data", "format"], file: [] },
  reasoning: undefined,
  hasRefusal: true,
  keepsAudio: true,
  refusedInSpeakers: /[\s<|\\/>]/g,
  strictTools: OPENAI_STRICT,
  wantsProperties: true,
  options: OPTIONS,
  hidesLength: false,
};
