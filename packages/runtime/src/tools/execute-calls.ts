/** Executes the calls of a tool request that may run, and answers every one of them. */

import { type ToolAvailabilityContext, type ToolRequestMessage, ToolResultMessage } from "@parlance/builders";
import { type RequestedToolCall, ValidationError } from "@parlance/core";
import { issue } from "@parlance/core/internal";
import { storedMessage } from "../shared/dirty.js";
import type { Operation } from "../shared/operation.js";
import { checkSettings, operationRules, optionalWholeRule, readSettings } from "../shared/settings.js";
import { attemptWork } from "./attempt.js";
import { checkCall, type SoundCall } from "./check-call.js";
import { contextOf } from "./context-of.js";
import { changedTool, notApproved } from "./not-approved.js";
import { isPending, onlyFor, placeOf, readRequest } from "./read-request.js";
import type { ToolRegistry } from "./registry.js";
import { keyOfCall, type ReplayLedger } from "./replay-ledger.js";
import { type Answered, endedResult, NOT_BEGUN, toolError } from "./result.js";
import { type RunSettings, runCall } from "./run-call.js";
import { groupsOf, someAtATime } from "./schedule.js";
import { followSignal } from "./stop.js";
import { errorsRule, type ToolErrorDetail } from "./thrown-error.js";
import { unfinishedOf } from "./unfinished.js";

export interface ExecuteOptions extends Operation {
  readonly registry: ToolRegistry;
  /**
   * Remembers which calls have begun; one that has begun before is not run again, and its result is `interrupted`. Requests that
   * share it are of one conversation: an exclusive call of a later one waits also for tools of an earlier one that did not stop.
   */
  readonly ledger: ReplayLedger;
  /**
   * Which tools may be used now, whatever was decided earlier; given to the tools.
   * @defaultValue `ToolAvailabilityContext.default()`
   */
  readonly context?: ToolAvailabilityContext | undefined;
  /** Stored results of this request: the calls that they answer are not run, and they are given back as they are. */
  readonly results?: readonly ToolResultMessage[] | undefined;
  /**
   * How many safe calls run at a time.
   * @defaultValue 4
   */
  readonly max_concurrency?: number | undefined;
  /**
   * How long a tool without a time of its own may take, in whole milliseconds.
   * @defaultValue 120,000
   */
  readonly default_timeout_ms?: number | undefined;
  /**
   * How many bytes of JSON a tool may give back.
   * @defaultValue 1,048,576
   */
  readonly max_output_bytes?: number | undefined;
  /**
   * What a model and the store are told of an error that a tool throws.
   * @defaultValue `message`: its own words
   */
  readonly errors?: ToolErrorDetail | undefined;
}

/**
 * One result for each call, in the order of the calls. A call runs when its approval holds for exactly what stands there, its tool is in the
 * registry and may be used, its arguments are what the tool takes, and the ledger has not seen it; else its result says why not. Each result
 * is stored by `onDirty` as soon as it is there.
 *
 * An approval is bound to the call with its name and arguments, and to the tool that was shown: one of the same name whose description or
 * parameters are others by now does not run (`tool_changed`). The ledger is bound to the ids of request and call: a copy of an approved
 * message under another id is another request, which whoever copies answers for.
 *
 * When the signal fires, running tools are told and no longer waited for, the others do not begin, and the promise resolves: what had
 * ended is kept, the rest is `cancelled`.
 *
 * @param message Stored with its decisions, as `decideCalls` leaves it.
 * @throws ValidationError before anything runs: wrong settings, a wrong request (`duplicate_call_id`), `calls_pending` while a call is not
 * decided. What `ledger` and `onDirty` throw: no other call begins then, and running tools are called off.
 */
export async function executeCalls(
  message: ToolRequestMessage,
  options: ExecuteOptions,
): Promise<readonly ToolResultMessage[]> {
  readSettings(options, checkOptions);
  const context = contextOf(options.context);
  const request = readRequest(message);
  const calls = request.data.tool_calls;
  const known = resultsOf(request, options.results ?? []);
  refusePending(calls, known);
  const results = calls.map(({ id }) => known.get(id));
  const groups = groupsOf(calls.map(({ name }) => options.registry.get(name)?.concurrency ?? "safe"));
  const settings = settingsOf(options, context);
  const stop = followSignal(options.signal);
  const answer = (at: number): Promise<void> =>
    stop.run(async (signal) => {
      const call = calls[at] as RequestedToolCall;
      results[at] = await storedMessage(await resultOf(request, call, { ...settings, signal }, placeOf(at)), options);
    });
  try {
    for (const group of groups) {
      const left = group.filter((at) => results[at] === undefined);
      await someAtATime(left, options.max_concurrency ?? 4, answer, stop.now);
    }
  } finally {
    stop.end();
  }
  return Object.freeze(results as readonly ToolResultMessage[]);
}

function checkOptions(options: ExecuteOptions): void {
  const { registry, ledger } = options;
  checkSettings([
    [typeof registry?.get === "function", "/registry", "a registry of tools"],
    [typeof ledger?.begin === "function", "/ledger", "a ledger of the calls that have begun"],
    optionalWholeRule("/max_concurrency", options.max_concurrency),
    optionalWholeRule("/default_timeout_ms", options.default_timeout_ms),
    optionalWholeRule("/max_output_bytes", options.max_output_bytes),
    errorsRule(options.errors),
    [options.results === undefined || areResults(options.results), "/results", "a list of tool results"],
    ...operationRules(options),
  ]);
}

function areResults(results: unknown): boolean {
  return Array.isArray(results) && results.every((result) => ToolResultMessage.is(result));
}

/** The first result of each call; those of other requests are nobody's here. */
function resultsOf(
  request: ToolRequestMessage,
  results: readonly ToolResultMessage[],
): ReadonlyMap<string, ToolResultMessage> {
  const own = results.filter(({ data }) => data.request_id?.toLowerCase() === request.id.toLowerCase());
  const first = new Map<string, ToolResultMessage>();
  for (const result of own) if (!first.has(result.data.tool_call_id)) first.set(result.data.tool_call_id, result);
  return first;
}

function refusePending(calls: readonly RequestedToolCall[], known: ReadonlyMap<string, ToolResultMessage>): void {
  const issues = calls.flatMap((call, at) =>
    isPending(call) && !known.has(call.id)
      ? [issue("calls_pending", `${placeOf(at)}/approval/status`, "a decision", "pending")]
      : [],
  );
  if (issues.length > 0) throw new ValidationError(issues);
}

type Settings = RunSettings & Pick<ExecuteOptions, "registry" | "ledger"> & { readonly signal: AbortSignal };

function settingsOf(options: ExecuteOptions, context: ToolAvailabilityContext): Omit<Settings, "signal"> {
  return {
    ...options,
    context,
    default_timeout_ms: options.default_timeout_ms ?? 120_000,
    max_output_bytes: options.max_output_bytes ?? 1_048_576,
    errors: options.errors ?? "message",
    unfinished: unfinishedOf(options.ledger),
  };
}

async function resultOf(
  request: ToolRequestMessage,
  call: RequestedToolCall,
  settings: Settings,
  path: string,
): Promise<ToolResultMessage> {
  const { now, newId } = settings;
  const answered: Answered = {
    request: onlyFor(request, call),
    call_id: call.id,
    surroundings: { ...(now && { now }), ...(newId && { newId }) },
  };
  const changed = changedTool(answered, call, settings.registry);
  // The tool may have run before it was changed.
  if (changed !== undefined) return (await begunBefore(answered, call, settings)) ?? changed;
  const checked = checkCall(call, settings, path);
  if (!checked.ok) return endedResult(answered, checked.status, checked.error);
  return (
    notApproved(answered, call, checked.tool) ??
    (await notBegun(answered, call, checked, settings)) ??
    runCall(answered, checked, settings, path)
  );
}

/** The result of a call that cannot begin any more; undefined for one that begins now. */
async function notBegun(
  answered: Answered,
  call: RequestedToolCall,
  { tool }: SoundCall,
  settings: Settings,
): Promise<ToolResultMessage | undefined> {
  const { signal, unfinished } = settings;
  const isClear = await unfinished.isClearFor(tool, settings);
  if (!isClear && !signal.aborted) return endedResult(answered, "cancelled", STILL_RUNNING);
  return begunBefore(answered, call, settings);
}

/** The result of a call that the ledger does not let begin; undefined for one that it has noted now. */
async function begunBefore(
  answered: Answered,
  call: RequestedToolCall,
  { signal, wait, ledger }: Settings,
): Promise<ToolResultMessage | undefined> {
  const key = keyOfCall(answered.request, call);
  const noted = await attemptWork(undefined, { signal, wait }, async () => ledger.begin(key));
  if (noted.state !== "ended") return endedResult(answered, "cancelled", NOT_BEGUN);
  return noted.value === true ? undefined : endedResult(answered, "interrupted", BEGUN_BEFORE);
}

const STILL_RUNNING = /* @__PURE__ */ toolError(
  "tool_still_running",
  "It had not begun: a tool that was called before it took too long and has not stopped.",
  true,
);
const BEGUN_BEFORE = /* @__PURE__ */ toolError("interrupted", "It had begun earlier and was not run again.", true);
