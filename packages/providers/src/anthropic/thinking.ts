/** How much a model is to think, in the provider's words, as far as the rest of the request lets it think at all. */

import type { JsonObject } from "@parlance/core";
import { partsOf } from "../shared/conversation/content.js";
import type { OptionWriter } from "../shared/request/options.js";
import type { Prepared } from "../shared/request/prepare.js";
import { thinkingOf } from "./models.js";
import { isReturnable } from "./reasoning-state.js";

type Effort = NonNullable<Prepared["options"]["reasoning_effort"]>;

/** The least that the provider lets a model think; the answer has to have room besides. */
const LEAST_BUDGET = 1024;

const BUDGETS: Readonly<Record<Exclude<Effort, "none">, number>> = {
  minimal: LEAST_BUDGET,
  low: 2048,
  medium: 8192,
  high: 16_384,
  max: 24_576,
};

const DISABLED: JsonObject = { thinking: { type: "disabled" } };

/** Nothing for models that cannot think; older ones are told a number of tokens instead of an effort. */
export function effortWriter(prepared: Prepared): OptionWriter<Effort> {
  const way = thinkingOf(prepared.options.model ?? "");
  return (effort, note) => {
    if (effort === "none") return way === "never" ? {} : DISABLED;
    if (way === "never") {
      note("option_dropped", "dropped", "this model does not think");
      return {};
    }
    if (isForced(prepared)) {
      note("option_rewritten", "rewritten", "the provider does not think before a call that it is told to make");
      return way === "budget" ? DISABLED : { ...DISABLED, output_config: { effort: wordFor(effort, "high") } };
    }
    if (way === "budget") return budgetMembers(effort, prepared, note);
    if (effort === "minimal") note("option_rewritten", "rewritten", "the provider's lowest effort is low");
    return { thinking: { type: "adaptive" }, output_config: { effort: wordFor(effort, "max") } };
  };
}

function isForced({ tool_choice }: Prepared): boolean {
  return tool_choice === "required" || typeof tool_choice === "object";
}

/** @param most The provider takes no greater effort than a high one from a model that is not to think. */
function wordFor(effort: Exclude<Effort, "none">, most: "high" | "max"): string {
  if (effort === "minimal") return "low";
  return effort === "max" ? most : effort;
}

/** At most half of what the answer may have is for thinking. */
function budgetMembers(
  effort: Exclude<Effort, "none">,
  prepared: Prepared,
  note: Parameters<OptionWriter>[1],
): JsonObject {
  const { max_tokens: limit = Number.POSITIVE_INFINITY } = prepared.options;
  if (limit <= LEAST_BUDGET) {
    note("option_dropped", "dropped", "this model thinks with at least 1024 tokens, which the limit does not leave it");
    return DISABLED;
  }
  if (!canThinkOn(prepared)) {
    note("option_dropped", "dropped", "this model goes on thinking only in a turn that began with signed reasoning");
    return DISABLED;
  }
  note("option_rewritten", "rewritten", "this model is told a number of tokens to think with, and no effort");
  const budget_tokens = Math.max(LEAST_BUDGET, Math.min(BUDGETS[effort], Math.floor(limit / 2)));
  return { thinking: { type: "enabled", budget_tokens } };
}

/** Whether the turn that the answer goes on with, at the end or before the last results, begins with signed reasoning. */
function canThinkOn({ messages }: Prepared): boolean {
  const isAssistants = messages.map(({ message }) => message.role === "assistant");
  const last = isAssistants.lastIndexOf(true);
  const after = messages.slice(last + 1);
  const isOver = last < 0 || (after.length > 0 && after.every(({ message }) => message.role !== "tool"));
  const first = messages[isAssistants.lastIndexOf(false, last) + 1]?.message;
  const [part] = partsOf(first?.content);
  return isOver || (part?.type === "reasoning" && isReturnable(part));
}
