/** Refusals that take the same time whatever is outside of the workspace, so that nobody finds out by a clock. */

import { setImmediate } from "node:timers/promises";
import { type Wait, waitByTimer } from "../shared/wait.js";
import { FileAccessError } from "./file-access-error.js";

/** Refusals come at multiples of this, in milliseconds: looking takes a small part of it. */
const SLOT = 10;

/** Does work; where that is refused because it leads out of the workspace, the refusal waits for its time. */
export async function refusingEvenly<Value>(
  { signal, wait = waitByTimer }: { readonly signal: AbortSignal; readonly wait?: Wait | undefined },
  work: () => Promise<Value>,
): Promise<Value> {
  const begun = performance.now();
  try {
    return await work();
  } catch (error) {
    const isOutside = FileAccessError.isInstance(error) && error.code === "outside_workspace";
    if (isOutside) await nextSlot(begun, signal, wait);
    throw error;
  }
}

/** Timers count whole milliseconds from some time before they are set: the rest is passed by looking at the clock. */
async function nextSlot(begun: number, signal: AbortSignal, wait: Wait): Promise<void> {
  const passed = performance.now() - begun;
  const end = begun + SLOT * Math.ceil(passed / SLOT);
  const coarse = Math.floor(end - performance.now()) - 1;
  if (coarse >= 1) await wait(coarse, signal);
  while (performance.now() < end) await setImmediate(undefined, { signal });
}
