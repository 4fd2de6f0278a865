/** How much harm a tool can do, and the order of it. */

import * as core from "@parlance/core";
import { RISK_LEVEL_VALUES } from "../generated/enum-values.gen.js";
import { extendCompanion } from "../shared/companion.js";

export type RiskLevel = core.RiskLevel;

/** 0 for `safe` up to 4 for `critical`; NaN, which compares as neither more nor less, for anything else. */
function rank(level: RiskLevel): number {
  return Object.hasOwn(RISK_LEVEL_VALUES, level) ? RISK_LEVEL_VALUES[level] : Number.NaN;
}

/** Below zero when `a` is the lesser risk, above when it is the greater: the way `sort` takes it. */
function compare(a: RiskLevel, b: RiskLevel): number {
  return rank(a) - rank(b);
}

export const RiskLevel: core.Companion<RiskLevel> & {
  readonly Safe: "safe";
  readonly Low: "low";
  readonly Medium: "medium";
  readonly High: "high";
  readonly Critical: "critical";
  readonly rank: typeof rank;
  readonly compare: typeof compare;
} = /* @__PURE__ */ extendCompanion(core.RiskLevel, {
  Safe: "safe",
  Low: "low",
  Medium: "medium",
  High: "high",
  Critical: "critical",
  rank,
  compare,
});
