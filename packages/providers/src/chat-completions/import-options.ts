/** The settings of a request that somebody else made, as inference options. */

import { InferenceOptions, type JsonValue } from "@parlance/core";
import { frozenJson } from "@parlance/core/json";
import type { Members } from "../shared/answer/unread.js";
import type { ReportWriter } from "../shared/report/report-writer.js";

/** The contract's names of options by those of the servers; where two say the same the first one counts. */
const NAMES: { readonly [wire: string]: keyof InferenceOptions } = {
  model: "model",
  temperature: "temperature",
  top_p: "top_p",
  top_k: "top_k",
  min_p: "min_p",
  max_completion_tokens: "max_tokens",
  max_tokens: "max_tokens",
  stop: "stop",
  seed: "seed",
  random_seed: "seed",
  frequency_penalty: "frequency_penalty",
  presence_penalty: "presence_penalty",
  repetition_penalty: "repetition_penalty",
  reasoning_effort: "reasoning_effort",
  parallel_tool_calls: "parallel_tool_calls",
};

type Draft = { -readonly [Name in keyof InferenceOptions]: JsonValue };

export function importOptions(body: Members, report: ReportWriter): InferenceOptions {
  const draft: Draft = {};
  for (const [wire, name] of Object.entries(NAMES)) {
    const value = listed(name, body.any(wire));
    if (value === undefined || value === draft[name]) continue;
    if (draft[name] === undefined && InferenceOptions.is({ [name]: value })) draft[name] = value;
    else report.add("option_dropped", "dropped", `/${wire}`, "the contract has no such value of this option");
  }
  return frozenJson(draft) as InferenceOptions;
}

/** One text is a list of one. */
function listed(name: keyof InferenceOptions, value: JsonValue | undefined): JsonValue | undefined {
  return name === "stop" && typeof value === "string" ? [value] : value;
}
