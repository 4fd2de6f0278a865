/** Waits for work of somebody else's, which may take too long, never end, or be called off. */

import type { Operation } from "../shared/operation.js";
import { withTimeLimit } from "../shared/wait.js";

/** What came of it. */
export type WorkOutcome<Value> =
  | { readonly state: "ended"; readonly value: Value }
  | { readonly state: "too_late" }
  | { readonly state: "cancelled" };

/**
 * Runs work and answers at once when its time is over or the caller calls it off, whether or not the work listens.
 *
 * @param milliseconds How long it may take; undefined for as long as it likes.
 * @throws What the work throws before that.
 */
export async function attemptWork<Value>(
  milliseconds: number | undefined,
  { signal, wait }: Pick<Operation, "signal" | "wait">,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<WorkOutcome<Value>> {
  try {
    const timed = await withTimeLimit(milliseconds, { signal, wait }, work);
    return timed.ended ? { state: "ended", value: timed.value } : TOO_LATE;
  } catch (error) {
    if (signal?.aborted) return CANCELLED;
    throw error;
  }
}

const CANCELLED = { state: "cancelled" } as const;
const TOO_LATE = { state: "too_late" } as const;
