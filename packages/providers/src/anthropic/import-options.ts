/** The settings of a request, read into inference options. */

import { InferenceOptions, type JsonValue } from "@parlance/core";
import { frozenJson } from "@parlance/core/json";
import type { Members } from "../shared/answer/unread.js";
import type { ReportWriter } from "../shared/report/report-writer.js";

/** The contract's names of options by the provider's. */
const NAMES: { readonly [wire: string]: keyof InferenceOptions } = {
  model: "model",
  max_tokens: "max_tokens",
  temperature: "temperature",
  top_p: "top_p",
  top_k: "top_k",
  stop_sequences: "stop",
};

type Draft = { -readonly [Name in keyof InferenceOptions]: JsonValue };

/** @param body What is read of it is taken; other settings stay unread. */
export function importOptions(
  body: Members,
  parallel_tool_calls: boolean | undefined,
  report: ReportWriter,
): InferenceOptions {
  const draft: Draft = {};
  for (const [wire, name] of Object.entries(NAMES)) {
    const value = body.any(wire);
    if (value === undefined || value === null) continue;
    if (InferenceOptions.is({ [name]: value })) draft[name] = value;
    else report.add("option_dropped", "dropped", `/${wire}`, "the contract has no such value for this option");
  }
  const effort = importEffort(body, report);
  if (effort !== undefined) draft.reasoning_effort = effort;
  if (parallel_tool_calls !== undefined) draft.parallel_tool_calls = parallel_tool_calls;
  return frozenJson(draft) as InferenceOptions;
}

type Effort = NonNullable<InferenceOptions["reasoning_effort"]>;

/** Thinking and effort are two settings of the provider, and one of the contract. */
function importEffort(body: Members, report: ReportWriter): Effort | undefined {
  const thinking = body.members("thinking");
  const type = thinking?.text("type");
  const said = body.members("output_config")?.text("effort");
  const budget = thinking?.number("budget_tokens");
  if (type === "disabled" && said === undefined) return "none";
  if (type === undefined && said === undefined) return undefined;
  const effort = said === "xhigh" ? "max" : (said ?? effortOf(budget));
  const isTaken = isEffort(effort);
  const tell = (path: string): void =>
    isTaken
      ? report.add("option_rewritten", "rewritten", path, ONE_SETTING)
      : report.add("option_dropped", "dropped", path, ONE_SETTING);
  // An effort beside adaptive thinking is what the contract's own becomes.
  if (said !== undefined && (effort !== said || !isTaken || type === undefined)) tell("/output_config/effort");
  if (type !== undefined && (type !== "adaptive" || said === undefined || !isTaken)) tell("/thinking");
  return isTaken ? effort : undefined;
}

const ONE_SETTING = "the contract has one setting for thinking and effort, with words of its own: the nearest is taken";

function isEffort(word: string): word is Effort {
  return InferenceOptions.is({ reasoning_effort: word });
}

/** Without a budget the provider makes a high effort. */
function effortOf(budget: number | undefined): Effort {
  if (budget === undefined || budget >= 16_384) return "high";
  return budget < 4096 ? "low" : "medium";
}
