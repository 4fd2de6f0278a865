/** What became of a turn. */

import type { Message, ParlanceError } from "@parlance/core";
import type { Answer, Report, Usage } from "@parlance/providers";
import type { Removal } from "../context/trim.js";

/**
 * - `completed`: the model is done; the `finish_reason` of its last answer says how
 * - `iteration_limit`: the model would go on, and may not
 * - `cancelled`: it was called off
 * - `failed`: the model gave no whole answer; `error` says why, and often whether asking again may help
 */
export type AgentTurnStatus = "completed" | "iteration_limit" | "cancelled" | "failed";

/** One request to the model. */
export interface AgentRound {
  /** What the request did not say as the conversation that was sent does. */
  readonly report: Report;
  /** What the conversation was sent without, for the budget; paths are places in the history with the turn's messages after it. */
  readonly removed: readonly Removal[];
  /** Absent when none came; one that broke off is what had come. */
  readonly answer?: Answer;
}

export interface AgentTurn {
  readonly status: AgentTurnStatus;
  /**
   * The messages of the turn, oldest first: what the user said, then answers of the model, each request for tools followed by one result
   * for each call, in the order of the calls.
   */
  readonly messages: readonly Message[];
  /** Absent unless the turn failed. */
  readonly error?: ParlanceError;
  readonly rounds: readonly AgentRound[];
  /** Of all rounds together, as far as the provider tells. */
  readonly usage: Usage;
}

export function usageOf(rounds: readonly AgentRound[]): Usage {
  const sum: { -readonly [Name in keyof Usage]: number } = {};
  for (const { answer } of rounds) {
    for (const [name, tokens] of Object.entries(answer?.usage ?? {}))
      sum[name as keyof Usage] = (sum[name as keyof Usage] ?? 0) + tokens;
  }
  return Object.freeze(sum);
}
