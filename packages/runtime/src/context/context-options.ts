/** What a context is built with, and whether it can be. */

import { type Issue, type Timestamp, ToolDefinition, type Uuid, ValidationError } from "@parlance/core";
import { issue, issuesAt, typeName } from "@parlance/core/internal";
import type { Operation } from "../shared/operation.js";
import { brokenRules, operationRules, readSettings, wholeRule } from "../shared/settings.js";
import type { SessionState } from "./session-state.js";
import { estimateTokens, type TokenCounter } from "./token-counter.js";

/** How many tokens a conversation may have; plain data. */
export interface TokenBudget {
  /** The most that the model takes, a whole number of at least 0. The system text and the tools count too. */
  readonly max_tokens: number;
  /**
   * The part of it that is kept free for the answer.
   * @defaultValue 0
   */
  readonly reserve?: number | undefined;
}

/**
 * Makes the instructions that fit the session.
 *
 * @param state Where the session is after the last message.
 * @param system The instructions that were given.
 */
export type UpdateSystem = (
  state: SessionState,
  system: string,
  context: { readonly signal: AbortSignal },
) => string | Promise<string>;

export interface ContextOptions extends Pick<Operation, "signal" | "logger"> {
  /** The instructions; they are never left out. */
  readonly system?: string | undefined;
  /** Called once, also when no control was found. What it throws ends the build; `signal` ends one that does not come to an end. */
  readonly updateSystem?: UpdateSystem | undefined;
  /** The tools that the model is offered; they are never left out. */
  readonly tools?: readonly ToolDefinition[] | undefined;
  /**
   * Leaves out what does not fit.
   * @defaultValue everything stays
   */
  readonly budget?: TokenBudget | undefined;
  /** @defaultValue `estimateTokens` */
  readonly countTokens?: TokenCounter | undefined;
  /**
   * When resources, files and images were last used, by the id of their message; what is not here was last used when it came.
   */
  readonly accessed?: ReadonlyMap<Uuid, Timestamp> | undefined;
  /**
   * On whose side a resource of an MCP server stands. Its content is from outside: as `system` it has the weight of the instructions.
   * @defaultValue "user"
   */
  readonly mcp_as?: "user" | "system" | undefined;
}

/** The options in a form that can be worked with. */
export interface ContextSettings {
  readonly system: string;
  readonly updateSystem: UpdateSystem | undefined;
  readonly tools: readonly ToolDefinition[];
  /** What is left for the conversation; undefined without a budget. */
  readonly available: number | undefined;
  readonly countTokens: TokenCounter;
  /** By ids in lower case. */
  readonly accessed: ReadonlyMap<Uuid, Timestamp>;
  readonly mcp_as: "user" | "system";
}

/** @throws ValidationError that lists everything wrong with the options. */
export function settingsOfContext(options: ContextOptions): ContextSettings {
  return readSettings(options, checkedSettings);
}

function checkedSettings(options: ContextOptions): ContextSettings {
  const issues: Issue[] = [...brokenRules(operationRules(options))];
  const settings: ContextSettings = {
    system: typed(options.system ?? "", "string", "/system", issues),
    updateSystem: functionOf(options.updateSystem, "/updateSystem", issues),
    tools: toolsOf(options.tools ?? [], issues),
    available: availableOf(options.budget ?? undefined, issues),
    countTokens: functionOf(options.countTokens, "/countTokens", issues) ?? estimateTokens,
    accessed: accessedOf(options.accessed ?? new Map(), issues),
    mcp_as: sideOf(options.mcp_as ?? "user", issues),
  };
  if (issues.length > 0) throw new ValidationError(issues);
  return settings;
}

function typed<Value>(value: Value, type: string, path: string, issues: Issue[]): Value {
  if (typeof value !== type) issues.push(issue("wrong_type", path, type, typeName(value)));
  return value;
}

function functionOf<Value>(value: Value | null | undefined, path: string, issues: Issue[]): Value | undefined {
  return value === undefined || value === null ? undefined : typed(value, "function", path, issues);
}

function toolsOf(tools: Iterable<unknown>, issues: Issue[]): readonly ToolDefinition[] {
  if (!Array.isArray(tools)) {
    issues.push(issue("wrong_type", "/tools", "array", typeName(tools)));
    return [];
  }
  return tools.flatMap((tool, index) => {
    const result = ToolDefinition.safeParse(tool);
    if (result.ok) return [result.value];
    issues.push(...issuesAt(`/tools/${index}`, result.error.issues));
    return [];
  });
}

function availableOf(budget: TokenBudget | undefined, issues: Issue[]): number | undefined {
  if (budget === undefined) return undefined;
  const { max_tokens, reserve } = typed(budget, "object", "/budget", issues);
  const kept = reserve ?? 0;
  const broken = brokenRules([
    wholeRule("/budget/max_tokens", max_tokens, { least: 0 }),
    wholeRule("/budget/reserve", kept, { least: 0 }),
  ]);
  issues.push(...broken);
  if (broken.length === 0 && kept > max_tokens)
    issues.push(issue("reserve_over_budget", "/budget/reserve", "at most max_tokens", "more"));
  return max_tokens - kept;
}

/** The one form of times in the contract. */
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

function accessedOf(accessed: unknown, issues: Issue[]): ReadonlyMap<Uuid, Timestamp> {
  const times = new Map<Uuid, Timestamp>();
  if (!(accessed instanceof Map)) {
    issues.push(issue("wrong_type", "/accessed", "Map", typeName(accessed)));
    return times;
  }
  for (const [id, time] of accessed) {
    if (typeof id !== "string") issues.push(issue("wrong_type", "/accessed", "ids", typeName(id)));
    else if (typeof time !== "string" || !TIMESTAMP.test(time))
      issues.push(issue("wrong_type", "/accessed", "times by id", typeName(time)));
    else times.set(id.toLowerCase(), time);
  }
  return times;
}

function sideOf(side: unknown, issues: Issue[]): "user" | "system" {
  if (side === "user" || side === "system") return side;
  issues.push(issue("not_allowed_value", "/mcp_as", '"user" or "system"', typeName(side)));
  return "user";
}
