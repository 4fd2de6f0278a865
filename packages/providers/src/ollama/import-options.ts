/** The settings of a request of `/api/chat`, read into inference options. */

import { InferenceOptions, type JsonValue } from "@parlance/core";
import { frozenJson } from "@parlance/core/json";
import type { Members } from "../shared/answer/unread.js";
import { dropRest, presentMembersOf } from "../shared/import/values.js";
import type { ReportWriter } from "../shared/report/report-writer.js";

/** The contract's names of options by Ollama's. */
const NAMES: { readonly [wire: string]: keyof InferenceOptions } = {
  temperature: "temperature",
  top_p: "top_p",
  top_k: "top_k",
  min_p: "min_p",
  num_predict: "max_tokens",
  stop: "stop",
  seed: "seed",
  frequency_penalty: "frequency_penalty",
  presence_penalty: "presence_penalty",
  repeat_penalty: "repetition_penalty",
};

type Draft = { -readonly [Name in keyof InferenceOptions]: JsonValue };

/** @param body What is read of it is taken; other settings stay unread. */
export function importOptions(body: Members, report: ReportWriter): InferenceOptions {
  const options = presentMembersOf(body.object("options") ?? {});
  const draft: Draft = {};
  const model = body.text("model") ?? "";
  if (model !== "") draft.model = model;
  for (const [wire, name] of Object.entries(NAMES)) {
    const value = listed(name, options.any(wire));
    if (value === undefined) continue;
    if (InferenceOptions.is({ [name]: value })) draft[name] = value;
    else
      report.add(
        "option_dropped",
        "dropped",
        `/options/${wire}`,
        "the value is none that the contract has for this option",
      );
  }
  dropRest(options, "/options", report);
  importThink(draft, body, report);
  return frozenJson(draft) as InferenceOptions;
}

/** One text is a list of one. */
function listed(name: keyof InferenceOptions, value: JsonValue | undefined): JsonValue | undefined {
  return name === "stop" && typeof value === "string" ? [value] : value;
}

function importThink(draft: Draft, body: Members, report: ReportWriter): void {
  const think = body.any("think");
  if (think === undefined) return;
  const effort = think === false ? "none" : think === true ? "medium" : think;
  if (!InferenceOptions.is({ reasoning_effort: effort }))
    report.add("option_dropped", "dropped", "/think", "the value is none that the contract has for this option");
  else draft.reasoning_effort = effort;
  if (think === true)
    report.add("option_rewritten", "rewritten", "/think", "thinking without a level is read as a medium one");
}
