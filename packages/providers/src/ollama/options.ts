/** Inference options in Ollama's words. */

import type { InferenceOptions, JsonObject } from "@parlance/core";
import type { OptionTable, OptionWriter } from "../shared/request/options.js";
import type { OllamaThink } from "./wire.js";

type Effort = NonNullable<InferenceOptions["reasoning_effort"]>;

/** The names of the options by the contract's; `model` and `think` stand beside the options on the wire. */
export function optionTable({ model }: InferenceOptions): OptionTable {
  return {
    model: "model",
    temperature: "temperature",
    top_p: "top_p",
    top_k: "top_k",
    min_p: "min_p",
    max_tokens: "num_predict",
    stop: "stop",
    seed: "seed",
    frequency_penalty: "frequency_penalty",
    presence_penalty: "presence_penalty",
    repetition_penalty: "repeat_penalty",
    reasoning_effort: model !== undefined && TAKES_LEVELS.test(model) ? level : onOrOff,
    parallel_tool_calls: null,
  };
}

/** Only these models take a level of thinking in every version of the server; many versions answer 400 for all others. */
const TAKES_LEVELS = /(^|[/_-])gpt-?oss/i;

const LEVELS: { readonly [effort in Effort]: OllamaThink } = {
  none: "low",
  minimal: "low",
  low: "low",
  medium: "medium",
  high: "high",
  max: "high",
};

/** These models think always, and ignore a plain yes or no. */
const level: OptionWriter<Effort> = (value, note): JsonObject => {
  const think = LEVELS[value];
  if (think !== value)
    note("option_rewritten", "rewritten", "this model thinks at a low, medium or high level: the nearest is sent");
  return { think };
};

const onOrOff: OptionWriter<Effort> = (value, note): JsonObject => {
  if (value !== "none") note("option_rewritten", "rewritten", "this model can be told to think, but not how much");
  return { think: value !== "none" };
};
