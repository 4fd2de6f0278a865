/** Decides which calls of a tool request may run: by policy, by permissions, then by asking a person. */

import { ToolAvailabilityContext, ToolPermission, type ToolRequestMessage } from "@parlance/builders";
import { type RequestedToolCall, ValidationError } from "@parlance/core";
import { issue } from "@parlance/core/internal";
import type { Operation } from "../shared/operation.js";
import { checkSettings, functionRule, operationRules, optionalWholeRule, readSettings } from "../shared/settings.js";
import { type AskForApproval, askAbout, type CallToDecide, withdrawnCall } from "./ask.js";
import { attemptWork } from "./attempt.js";
import { checkCall, type SoundCall } from "./check-call.js";
import { contextOf } from "./context-of.js";
import { isPending, placeOf, readRequest } from "./read-request.js";
import type { ToolRegistry } from "./registry.js";
import type { Tool } from "./tool.js";
import { type Verdict, withVerdicts } from "./verdict.js";

/** What a policy says of a call. */
export interface PolicyDecision {
  /** `ask` has somebody asked even where a permission would let the call run. */
  readonly decision: "approve" | "deny" | "ask";
  /** The name of the rule, recorded as who decided: 1 to 256 characters. */
  readonly rule: string;
  /** Why; the model may be told. */
  readonly reason?: string | undefined;
}

/**
 * The application's own rules, asked about each call that could run; undefined leaves it to the permissions of the context. What the
 * context forbids is forbidden before any policy is asked.
 *
 * @param call Frozen; what runs is exactly this.
 */
export type ApprovalPolicy = (
  call: RequestedToolCall,
  tool: Tool,
) => PolicyDecision | undefined | Promise<PolicyDecision | undefined>;

export interface DecideOptions extends Operation {
  readonly registry: ToolRegistry;
  /**
   * Which tools may be used and which of them run without asking.
   * @defaultValue `ToolAvailabilityContext.default()`: all of them, and those that are safe
   */
  readonly context?: ToolAvailabilityContext | undefined;
  readonly policy?: ApprovalPolicy | undefined;
  /** Asks a person. Without it, calls that need one stay pending. */
  readonly ask?: AskForApproval | undefined;
  /**
   * Whether a person sees all calls at once, or each when the one before it is decided and stored.
   * @defaultValue `together`
   */
  readonly asking?: "together" | "one_by_one" | undefined;
  /**
   * How long each question may take, in whole milliseconds; then its calls expire.
   * @defaultValue as long as it takes
   */
  readonly approval_timeout_ms?: number | undefined;
  /** Is told each permission of the session that let calls run, with these uses counted, once the decisions are stored. */
  readonly onPermissionUsed?: ((permission: ToolPermission) => void | Promise<void>) | undefined;
}

/**
 * The request with its pending calls decided. Decisions that are there already are final and stay as they are. What cannot run (no such
 * tool, a defect, arguments that the tool does not take, a tool that the context forbids) is denied without asking anybody. Each step is
 * stored by `onDirty` before the next: first what rules decide, then each answer.
 *
 * Each decision is bound to its call, and to the tool as it is defined now.
 *
 * When the signal fires, the calls that are pending then are `cancelled`, and the promise resolves: a decision that was made is never lost.
 *
 * @returns A new message with the same id and time; the same message when nothing was pending.
 * @throws ValidationError for wrong settings, a wrong request (`duplicate_call_id`) or wrong answers (`unknown_call`, `answered_twice`,
 * `no_decider`); what `policy`, `ask`, `onPermissionUsed` and `onDirty` throw. Nothing is decided by the step that fails.
 */
export async function decideCalls(message: ToolRequestMessage, options: DecideOptions): Promise<ToolRequestMessage> {
  readSettings(options, checkOptions);
  const context = contextOf(options.context);
  const request = readRequest(message);
  const { verdicts, open, used } = await ruled(request, { ...options, context });
  const decided = await withVerdicts(request, verdicts, options);
  for (const permission of used) await options.onPermissionUsed?.(permission);
  return askedOn(decided, open, options);
}

function checkOptions(options: DecideOptions): void {
  const { registry, policy, ask, asking, approval_timeout_ms, onPermissionUsed } = options;
  checkSettings([
    [typeof registry?.get === "function", "/registry", "a registry of tools"],
    functionRule("/policy", policy),
    functionRule("/ask", ask),
    [asking === undefined || asking === "together" || asking === "one_by_one", "/asking", '"together" or "one_by_one"'],
    optionalWholeRule("/approval_timeout_ms", approval_timeout_ms),
    functionRule("/onPermissionUsed", onPermissionUsed),
    ...operationRules(options),
  ]);
}

type InContext = DecideOptions & { readonly context: ToolAvailabilityContext };

interface Ruled {
  readonly verdicts: readonly Verdict[];
  /** What rules leave to a person. */
  readonly open: readonly CallToDecide[];
  readonly used: Iterable<ToolPermission>;
}

/** What needs nobody to be asked, call by call. */
async function ruled(request: ToolRequestMessage, options: InContext): Promise<Ruled> {
  const verdicts: Verdict[] = [];
  const open: CallToDecide[] = [];
  const used = new Map<string, ToolPermission>();
  for (const [at, call] of request.data.tool_calls.entries()) {
    if (!isPending(call)) continue;
    const one = await ruledOne(call, at, options);
    if ("tool" in one) open.push(one);
    else verdicts.push(one);
    if ("permission" in one && one.permission !== undefined)
      used.set(call.name, ToolPermission.recordUse(used.get(call.name) ?? one.permission));
  }
  return { verdicts, open, used: used.values() };
}

type ByPermission = Verdict & { readonly permission?: ToolPermission };

async function ruledOne(call: RequestedToolCall, at: number, options: InContext): Promise<ByPermission | CallToDecide> {
  const checked = checkCall(call, options, placeOf(at));
  if (!checked.ok) {
    const { code, message } = checked.error;
    return { call_id: call.id, outcome: "denied", decided_by: code, reason: message };
  }
  const said = await attemptWork(undefined, options, async () => options.policy?.(call, checked.tool));
  if (said.state !== "ended") return withdrawnCall(call);
  return byPolicy(said.value, call, checked) ?? byPermission(call, checked, options);
}

/** Looked up without making text of what is none: an array of one word would pass for the word. */
const BY_POLICY: ReadonlyMap<unknown, Verdict["outcome"] | "asked"> = /* @__PURE__ */ new Map([
  ["approve", "auto_approved"],
  ["deny", "denied"],
  ["ask", "asked"],
] satisfies readonly (readonly [PolicyDecision["decision"], Verdict["outcome"] | "asked"])[]);

function byPolicy(
  said: PolicyDecision | null | undefined,
  call: RequestedToolCall,
  { tool }: SoundCall,
): Verdict | CallToDecide | undefined {
  if (said === undefined || said === null) return undefined;
  const { decision, rule, reason } = said;
  const outcome = BY_POLICY.get(decision);
  if (outcome === undefined)
    throw new ValidationError([
      issue("not_allowed_value", "/policy/decision", '"approve", "deny" or "ask"', "another value"),
    ]);
  if (outcome === "asked") return Object.freeze({ call, tool, rule });
  return { call_id: call.id, outcome, decided_by: rule, reason, definition: tool.definition };
}

function byPermission(
  call: RequestedToolCall,
  { tool }: SoundCall,
  { context, now }: InContext,
): ByPermission | CallToDecide {
  const decision = ToolAvailabilityContext.decide(context, tool.traits, call.arguments, now?.());
  if (decision.approval === "ask") return Object.freeze({ call, tool, rule: decision.rule });
  const outcome = decision.approval === "auto" ? "auto_approved" : "denied";
  const verdict: Verdict = { call_id: call.id, outcome, decided_by: decision.rule, definition: tool.definition };
  return "permission" in decision ? { ...verdict, permission: decision.permission } : verdict;
}

/** In one go or one by one; each set of answers is stored before the next question. */
async function askedOn(
  request: ToolRequestMessage,
  open: readonly CallToDecide[],
  options: DecideOptions,
): Promise<ToolRequestMessage> {
  const { ask, asking = "together", approval_timeout_ms: timeout_ms, signal } = options;
  const left = [...open];
  let decided = request;
  while (left.length > 0) {
    if (signal?.aborted) {
      const rest = left.map(({ call }) => withdrawnCall(call));
      return withVerdicts(decided, rest, options);
    }
    if (ask === undefined) return decided;
    const question = Object.freeze(left.splice(0, asking === "together" ? left.length : 1));
    const verdicts = await askAbout(question, ask, { ...options, request_id: request.id, timeout_ms });
    decided = await withVerdicts(decided, verdicts, options);
  }
  return decided;
}
