/** Has a resource summarised by a port that is not relied on. */

import type { McpResourceMessage } from "@parlance/builders";
import { tell } from "@parlance/core/internal";
import type { Operation } from "../shared/operation.js";
import { withTimeLimit } from "../shared/wait.js";

/**
 * Has a resource summarised, by a model or otherwise.
 *
 * @param resource The whole of it. Its content comes from outside and is not to be trusted.
 * @returns Text of at most `max_tokens`; what is more is cut.
 */
export type SummariseResource = (
  resource: McpResourceMessage,
  limits: { readonly max_tokens: number; readonly signal: AbortSignal | undefined },
) => Promise<string>;

interface SummaryOptions extends Pick<Operation, "logger" | "signal"> {
  readonly summarise?: SummariseResource | undefined;
}

/** As long as a text of a message may be. */
const LONGEST_TEXT = 16_777_216;

/**
 * @returns Undefined where there is none; the logger is told.
 * @throws The reason of `signal`.
 */
export async function summaryOf(
  message: McpResourceMessage,
  max_tokens: number,
  { summarise, signal, logger }: SummaryOptions,
): Promise<string | undefined> {
  if (summarise === undefined) return undefined;
  try {
    const timed = await withTimeLimit<unknown>(undefined, { signal }, () => summarise(message, { max_tokens, signal }));
    if (timed.ended && isSummary(timed.value)) return timed.value;
  } catch {
    signal?.throwIfAborted();
  }
  tell(logger, {
    code: "summary_failed",
    path: "/data/contents",
    message: "there is no summary, so the resource is cut",
  });
  return undefined;
}

function isSummary(value: unknown): value is string {
  return typeof value === "string" && value.length <= LONGEST_TEXT && value.trim() !== "";
}
