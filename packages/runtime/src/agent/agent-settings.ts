/** What a turn takes from its caller, and the checks that it makes sense. */

import type { ToolAvailabilityContext } from "@parlance/builders";
import * as core from "@parlance/core";
import { type AgentRequest, type InvalidMessage, type Issue, type Message, ValidationError } from "@parlance/core";
import { issue } from "@parlance/core/internal";
import { settingsOfContext, type TokenBudget } from "../context/context-options.js";
import type { TokenCounter } from "../context/token-counter.js";
import type { Operation } from "../shared/operation.js";
import {
  brokenRules,
  functionRule,
  iterableRule,
  operationRules,
  optionalWholeRule,
  readSettings,
  type SettingRule,
  unlessRefused,
} from "../shared/settings.js";
import type { DecideOptions } from "../tools/decide-calls.js";
import type { ExecuteOptions } from "../tools/execute-calls.js";
import { createToolRegistry, type ToolRegistry } from "../tools/registry.js";
import { createReplayLedger, type ReplayLedger } from "../tools/replay-ledger.js";
import { errorsRule } from "../tools/thrown-error.js";
import type { Tool } from "../tools/tool.js";
import type { Model, ModelEvent } from "./model.js";

/** How calls are decided on. Without `ask`, calls that somebody would have to be asked about are denied. */
type Deciding = Pick<DecideOptions, "policy" | "ask" | "asking" | "approval_timeout_ms" | "onPermissionUsed">;

type Executing = Pick<ExecuteOptions, "max_concurrency" | "default_timeout_ms" | "max_output_bytes" | "errors">;

export interface AgentSettings extends Operation, Deciding, Executing {
  readonly model: Model;
  /**
   * What the model may call, as far as the request allows it.
   * @defaultValue none
   */
  readonly tools?: Iterable<Tool> | undefined;
  /** For requests that have none of their own. */
  readonly system_prompt?: string | undefined;
  /** For requests that have none of their own. */
  readonly tool_context?: ToolAvailabilityContext | undefined;
  /**
   * For requests that say nothing of it: how many rounds of model and tools the turn may take.
   * @defaultValue 16
   */
  readonly max_iterations?: number | undefined;
  /**
   * What the model takes: of a longer conversation the model is sent as much as fits, and the messages of the turn keep all.
   * @defaultValue everything is sent
   */
  readonly budget?: TokenBudget | undefined;
  /** @defaultValue `estimateTokens` of `@parlance/runtime/context` */
  readonly countTokens?: TokenCounter | undefined;
  /**
   * Keeps calls from running twice.
   * @defaultValue one in memory, which knows nothing of an earlier process
   */
  readonly ledger?: ReplayLedger | undefined;
  /**
   * Goes on with a turn that ended early, in another process perhaps: what `onDirty` was told of it, oldest first, as `decodeHistory`
   * gives it. Of messages with the same id the last one counts; a record that a crash tore is left out, and the logger told. Needs the turn's `ledger`, and the same request. With a last message of the model's own words the turn is
   * over: without that message the model is asked again, where it was cut off, or where the process may have ended between storing the
   * words of an answer and the calls that came with them.
   */
  readonly messages?: Iterable<Message | InvalidMessage> | undefined;
  /** Is told what the model says as it comes; the turn goes on when it is done. */
  readonly onEvent?: ((event: ModelEvent) => void | Promise<void>) | undefined;
}

/** A request and settings that were checked, and what follows from both. */
export interface TurnPlan {
  readonly request: AgentRequest;
  readonly settings: AgentSettings;
  readonly system: string | undefined;
  readonly registry: ToolRegistry;
  readonly context: ToolAvailabilityContext | undefined;
  readonly max_iterations: number;
  readonly ledger: ReplayLedger;
  readonly signal: AbortSignal;
}

const MAX_ITERATIONS = 16;

/** @throws ValidationError for an invalid request, and with everything that is wrong with the settings. */
export function planTurn(given: AgentRequest, settings: AgentSettings): TurnPlan {
  const request = core.AgentRequest.parse(given);
  const issues = readSettings(settings, settingIssues);
  if (issues.length > 0) throw new ValidationError(issues);
  return {
    request,
    settings,
    system: request.system_prompt ?? settings.system_prompt,
    // What a model calls although it was offered nothing does not run.
    registry: createToolRegistry(request.enable_tools ? (settings.tools ?? []) : []),
    context: request.tool_context ?? settings.tool_context,
    max_iterations: request.max_iterations ?? settings.max_iterations ?? MAX_ITERATIONS,
    ledger: settings.ledger ?? createReplayLedger(),
    signal: settings.signal ?? new AbortController().signal,
  };
}

function settingIssues(settings: AgentSettings): readonly Issue[] {
  const { budget, countTokens, ledger, messages } = settings;
  const issues = [...brokenRules([...ownRules(settings), ...callRules(settings)])];
  if (messages !== undefined && ledger === undefined)
    issues.push(issue("missing_property", "/ledger", "the ledger of the turn", "nothing"));
  unlessRefused("", issues, () => settingsOfContext({ budget, countTokens }));
  return issues;
}

function ownRules(settings: AgentSettings): readonly SettingRule[] {
  const { model, system_prompt, tool_context, ledger } = settings;
  return [
    [typeof model?.stream === "function", "/model", "a model"],
    [system_prompt === undefined || typeof system_prompt === "string", "/system_prompt", "a text"],
    [tool_context === undefined || core.ToolAvailabilityContext.is(tool_context), "/tool_context", "a context"],
    [ledger === undefined || typeof ledger.begin === "function", "/ledger", "a ledger"],
    optionalWholeRule("/max_iterations", settings.max_iterations),
    functionRule("/onEvent", settings.onEvent),
    iterableRule("/tools", settings.tools ?? []),
    iterableRule("/messages", settings.messages ?? []),
    ...operationRules(settings),
  ];
}

/** What calls are decided and run by is looked at before the model has made any. */
function callRules(settings: AgentSettings): readonly SettingRule[] {
  const { asking } = settings;
  return [
    functionRule("/policy", settings.policy),
    functionRule("/ask", settings.ask),
    [asking === undefined || asking === "together" || asking === "one_by_one", "/asking", '"together" or "one_by_one"'],
    optionalWholeRule("/approval_timeout_ms", settings.approval_timeout_ms),
    functionRule("/onPermissionUsed", settings.onPermissionUsed),
    optionalWholeRule("/max_concurrency", settings.max_concurrency),
    optionalWholeRule("/default_timeout_ms", settings.default_timeout_ms),
    optionalWholeRule("/max_output_bytes", settings.max_output_bytes),
    errorsRule(settings.errors),
  ];
}
