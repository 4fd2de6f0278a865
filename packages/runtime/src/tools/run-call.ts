/** Runs one call that may run, and tells what became of it. */

import { type Surroundings, type ToolAvailabilityContext, type ToolResultMessage, timestamp } from "@parlance/builders";
import type { ToolExecution } from "@parlance/core";
import { tell } from "@parlance/core/internal";
import type { Operation } from "../shared/operation.js";
import { attemptWork, type WorkOutcome } from "./attempt.js";
import type { SoundCall } from "./check-call.js";
import { type Answered, endedResult, NOT_BEGUN, outputResult, toolError } from "./result.js";
import { type TellSettings, thrownError } from "./thrown-error.js";
import type { Tool } from "./tool.js";
import type { Unfinished } from "./unfinished.js";

export interface RunSettings extends Operation, TellSettings {
  readonly context: ToolAvailabilityContext;
  readonly default_timeout_ms: number;
  readonly unfinished: Unfinished;
}

/** How a tool ended; nothing that it gives back or throws can be taken for the failure of whoever waits for it. */
type Ended = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly thrown: unknown };

/**
 * @param answered The call.
 * @param path Its place, for warnings.
 * @throws What the caller's `wait` or `now` throws.
 */
export async function runCall(
  answered: Answered,
  { tool, args }: SoundCall,
  settings: RunSettings,
  path: string,
): Promise<ToolResultMessage> {
  const limit = tool.timeout_ms ?? settings.default_timeout_ms;
  const started = timeNow(settings);
  let run: Promise<Ended> | undefined;
  let ended: WorkOutcome<Ended> | undefined;
  try {
    ended = await attemptWork(limit, settings, (signal) => {
      run = execute(tool, args, answered, settings.context, signal);
      return run.then((end) => {
        if (ended !== undefined && end.ok) tell(settings.logger, { ...LATE_RESULT, path });
        return end;
      });
    });
  } finally {
    if (run !== undefined && ended?.state !== "ended") settings.unfinished.add(tool, run);
  }
  if (run === undefined) return endedResult(answered, "cancelled", NOT_BEGUN);
  return resultOf(ended, answered, executionOf(started, settings), limit, settings);
}

const LATE_RESULT = {
  code: "late_result",
  message: "a tool ended after its call had been answered without it; what it gave back is left out",
};

async function execute(
  tool: Tool,
  args: unknown,
  { request, call_id }: Answered,
  context: ToolAvailabilityContext,
  signal: AbortSignal,
): Promise<Ended> {
  try {
    const value: unknown = await tool.execute(
      args,
      Object.freeze({ request_id: request.id, call_id, signal, context }),
    );
    return { ok: true, value };
  } catch (thrown) {
    return { ok: false, thrown };
  }
}

function resultOf(
  ended: WorkOutcome<Ended>,
  answered: Answered,
  execution: ToolExecution,
  limit: number,
  settings: RunSettings,
): ToolResultMessage {
  switch (ended.state) {
    case "ended":
      return ended.value.ok
        ? outputResult(answered, ended.value.value, execution, settings)
        : endedResult(answered, "error", thrownError(ended.value.thrown, settings), execution);
    case "too_late":
      return endedResult(answered, "timeout", toolError("timeout", `It took more than ${limit} ms.`, true), execution);
    case "cancelled":
      return endedResult(answered, "cancelled", CANCELLED, execution);
  }
}

const CANCELLED = /* @__PURE__ */ toolError("cancelled", "It had begun; its effects are unknown.", true);

function timeNow({ now }: Surroundings): number {
  return now === undefined ? Date.now() : now();
}

/** Clocks may go backwards, a run does not. */
function executionOf(started: number, surroundings: Surroundings): ToolExecution {
  const ended = timeNow(surroundings);
  return { duration_ms: Math.max(0, Math.round(ended - started)), completed_at: timestamp({ now: () => ended }) };
}
