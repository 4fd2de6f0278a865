/** Inference options in the provider's words. */

import type { JsonObject } from "@parlance/core";
import { isBlank } from "../shared/content.js";
import { type OptionTable, optionMembers } from "../shared/options.js";
import type { Prepared } from "../shared/prepare.js";
import type { ReportWriter } from "../shared/report-writer.js";

const TABLE: OptionTable = {
  model: "model",
  max_tokens: "max_tokens",
  temperature: (value, note) => {
    if (value > 1) note("option_rewritten", "rewritten", "the provider's highest temperature is 1");
    return { temperature: Math.min(value, 1) };
  },
  top_p: "top_p",
  top_k: "top_k",
  stop: (value, note) => {
    const texts = value.filter((text) => !isBlank(text));
    if (texts.length < value.length) note("option_rewritten", "rewritten", "the provider refuses blank stop texts");
    return texts.length === 0 ? {} : { stop_sequences: texts };
  },
  reasoning_effort: (value, note) => {
    if (value === "none") return { thinking: { type: "disabled" } };
    if (value === "minimal") note("option_rewritten", "rewritten", "the provider's lowest effort is low");
    return { thinking: { type: "adaptive" }, output_config: { effort: value === "minimal" ? "low" : value } };
  },
  // Said by the tool choice.
  parallel_tool_calls: () => ({}),
  min_p: null,
  seed: null,
  frequency_penalty: null,
  presence_penalty: null,
  repetition_penalty: null,
};

/** What every model of the provider can answer with; the provider takes no request without a limit. */
const DEFAULT_MAX_TOKENS = 4096;

/** The members of the body for the options. */
export function settings({ options, tool_choice }: Prepared, report: ReportWriter): JsonObject {
  const members = optionMembers(options, TABLE, report);
  const fitting = thinks(members) ? thinking(members, tool_choice, report) : members;
  if (fitting.max_tokens !== undefined) return fitting;
  report.add(
    "max_tokens_synthesised",
    "synthesised",
    "/options/max_tokens",
    "the provider wants a limit for the answer",
  );
  return { ...fitting, max_tokens: DEFAULT_MAX_TOKENS };
}

function thinks({ thinking }: JsonObject): boolean {
  return (thinking as JsonObject | undefined)?.type === "adaptive";
}

function thinking(members: JsonObject, choice: Prepared["tool_choice"], report: ReportWriter): JsonObject {
  const isForced = choice === "required" || typeof choice === "object";
  return isForced ? withoutThinking(members, report) : forThinking(members, report);
}

function withoutThinking(members: JsonObject, report: ReportWriter): JsonObject {
  report.add(
    "option_rewritten",
    "rewritten",
    "/options/reasoning_effort",
    "the provider does not think before a call that it is told to make",
  );
  const { thinking: _, ...others } = members;
  return others;
}

/** While it thinks the provider samples in its own way, and refuses wishes. */
function forThinking(members: JsonObject, report: ReportWriter): JsonObject {
  const refused = Object.keys(members).filter(
    (name) => REFUSED_WHILE_THINKING[name]?.(members[name] as number) === true,
  );
  for (const name of refused) {
    report.add(
      "option_dropped",
      "dropped",
      `/options/${name}`,
      "the provider refuses it for an answer that it thinks about",
    );
  }
  return Object.fromEntries(Object.entries(members).filter(([name]) => !refused.includes(name)));
}

const REFUSED_WHILE_THINKING: Readonly<Record<string, (value: number) => boolean>> = {
  temperature: (value) => value !== 1,
  top_k: () => true,
  top_p: (value) => value < 0.95,
};
