/** Inference options in the provider's words. */

import type { JsonObject } from "@parlance/core";
import { isBlank } from "../shared/conversation/content.js";
import type { ReportWriter } from "../shared/report/report-writer.js";
import { type OptionTable, optionMembers } from "../shared/request/options.js";
import type { Prepared } from "../shared/request/prepare.js";
import { takesBothSamplings, takesSampling } from "./models.js";
import { effortWriter } from "./thinking.js";

const TABLE: Omit<OptionTable, "reasoning_effort"> = {
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
export function settings(prepared: Prepared, report: ReportWriter): JsonObject {
  const table: OptionTable = { ...TABLE, reasoning_effort: effortWriter(prepared) };
  const members = withoutRefused(optionMembers(prepared.options, table, report), report);
  if (members.max_tokens !== undefined) return members;
  report.add(
    "max_tokens_synthesised",
    "synthesised",
    "/options/max_tokens",
    "the provider wants a limit for the answer",
  );
  const { budget_tokens = 0 } = (members.thinking ?? {}) as { readonly budget_tokens?: number };
  return { ...members, max_tokens: DEFAULT_MAX_TOKENS + budget_tokens };
}

/** Without the wishes for sampling that the model, or the model while it thinks, answers with 400. */
function withoutRefused(members: JsonObject, report: ReportWriter): JsonObject {
  const model = String(members.model);
  const isThinking = members.thinking !== undefined && (members.thinking as JsonObject).type !== "disabled";
  const refused = new Map<string, string>();
  for (const [name, value] of Object.entries(members)) {
    if (!takesSampling(model) && REFUSED_BY_NEWER[name]?.(value as number) === true)
      refused.set(name, "this model samples in its own way, and refuses wishes");
    else if (isThinking && REFUSED_WHILE_THINKING[name]?.(value as number) === true)
      refused.set(name, "the provider refuses it for an answer that it thinks about");
  }
  const hasTemperature = members.temperature !== undefined && !refused.has("temperature");
  if (members.top_p !== undefined && hasTemperature && !takesBothSamplings(model))
    refused.set("top_p", "this model takes a temperature or this, and not both");
  for (const [name, reason] of refused) report.add("option_dropped", "dropped", `/options/${name}`, reason);
  return Object.fromEntries(Object.entries(members).filter(([name]) => !refused.has(name)));
}

/** By option, which values are refused. */
type Refused = Readonly<Record<string, (value: number) => boolean>>;

/** As `MessageCreateParams` of the provider's SDK says of the models after 4.6. */
const REFUSED_BY_NEWER: Refused = {
  temperature: (value) => value !== 1,
  top_k: () => true,
  top_p: (value) => value < 0.99,
};

const REFUSED_WHILE_THINKING: Refused = {
  temperature: (value) => value !== 1,
  top_k: () => true,
  top_p: (value) => value < 0.95,
};
