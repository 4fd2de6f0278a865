/** Asks a person about calls, and takes no answer that could be one to something else. */

import { type RequestedToolCall, type Uuid, ValidationError } from "@parlance/core";
import { isJsonObject, issue, tell, typeName } from "@parlance/core/internal";
import { frozenJson } from "@parlance/core/json";
import type { Operation } from "../shared/operation.js";
import { attemptWork, type WorkOutcome } from "./attempt.js";
import type { Tool } from "./tool.js";
import type { Verdict } from "./verdict.js";

/** A call as it is shown to a person: frozen, and what runs is exactly this. */
export interface CallToDecide {
  readonly call: RequestedToolCall;
  readonly tool: Tool;
  /** Why somebody is asked: `risk_level`, or the rule that the policy named. */
  readonly rule: string;
}

/** What a person said to one call. */
export interface ApprovalAnswer {
  readonly call_id: string;
  readonly decision: "approve" | "deny";
  /** The person's name or id: 1 to 256 characters. */
  readonly decided_by: string;
  /** Why, in the person's words; the model may be told. */
  readonly reason?: string | undefined;
}

/**
 * Shows calls to a person and resolves to the answers, at most one for each call; a call without one expires.
 *
 * @param asking Its signal fires when the time is over or the caller calls it off: nobody listens to answers any more.
 */
export type AskForApproval = (
  calls: readonly CallToDecide[],
  asking: { readonly request_id: Uuid; readonly signal: AbortSignal },
) => readonly ApprovalAnswer[] | Promise<readonly ApprovalAnswer[]>;

/**
 * What was said to each of some calls.
 *
 * @throws ValidationError for answers that cannot be read, to calls that were not asked about, or twice to one; then nothing is decided.
 * What `ask` throws.
 */
export async function askAbout(
  calls: readonly CallToDecide[],
  ask: AskForApproval,
  {
    request_id,
    timeout_ms,
    ...operation
  }: Operation & { readonly request_id: Uuid; readonly timeout_ms?: number | undefined },
): Promise<readonly Verdict[]> {
  let answered: WorkOutcome<unknown> | undefined;
  answered = await attemptWork(timeout_ms, operation, async (signal) => {
    const answers: unknown = await ask(calls, Object.freeze({ request_id, signal }));
    if (answered !== undefined) tell(operation.logger, LATE_ANSWER);
    return answers;
  });
  switch (answered.state) {
    case "ended":
      return verdictsOf(answered.value, calls);
    case "too_late":
      return calls.map(({ call }) => undecided(call));
    case "cancelled":
      return calls.map(({ call }) => withdrawnCall(call));
  }
}

const LATE_ANSWER = {
  code: "late_answer",
  path: "/data/tool_calls",
  message: "an answer that came after its time or after the work was called off decides nothing",
};

/** Nobody decided in time. */
function undecided({ id }: RequestedToolCall): Verdict {
  return { call_id: id, outcome: "expired", reason: "Nobody decided." };
}

/** Called off before a decision. */
export function withdrawnCall({ id }: RequestedToolCall): Verdict {
  return { call_id: id, outcome: "cancelled" };
}

function verdictsOf(given: unknown, calls: readonly CallToDecide[]): readonly Verdict[] {
  const answers = frozenJson(given);
  if (!Array.isArray(answers))
    throw new ValidationError([issue("wrong_type", "/answers", "a list of answers", typeName(answers))]);
  const open = new Map<unknown, "asked" | "answered">(calls.map(({ call }) => [call.id, "asked"]));
  const issues = answers.flatMap((answer: unknown, at) => {
    const found = answerIssues(answer, open, `/answers/${at}`);
    open.set(callIdOf(answer), "answered");
    return found;
  });
  if (issues.length > 0) throw new ValidationError(issues);
  const said = new Map((answers as readonly ApprovalAnswer[]).map((answer) => [answer.call_id, answer]));
  return calls.map((asked) => {
    const answer = said.get(asked.call.id);
    return answer === undefined ? undecided(asked.call) : verdictOf(answer, asked);
  });
}

function callIdOf(answer: unknown): unknown {
  return typeof answer === "object" && answer !== null && "call_id" in answer ? answer.call_id : undefined;
}

function answerIssues(answer: unknown, open: ReadonlyMap<unknown, "asked" | "answered">, path: string) {
  if (!isJsonObject(answer)) return [issue("wrong_type", path, "an answer", typeName(answer))];
  const { call_id, decision, decided_by, reason } = answer as { readonly [Name in keyof ApprovalAnswer]?: unknown };
  const rules: readonly (readonly [holds: boolean, code: string, member: string, expected: string])[] = [
    [open.has(call_id), "unknown_call", "call_id", "the id of a call that was asked about"],
    [open.get(call_id) !== "answered", "answered_twice", "call_id", "one answer to each call"],
    [decision === "approve" || decision === "deny", "not_allowed_value", "decision", '"approve" or "deny"'],
    [typeof decided_by === "string" && decided_by !== "", "no_decider", "decided_by", "who decided"],
    [reason === undefined || reason === null || typeof reason === "string", "wrong_type", "reason", "a text"],
  ];
  return rules
    .filter(([holds]) => !holds)
    .map(([, code, member, expected]) => issue(code, `${path}/${member}`, expected, "another value"));
}

function verdictOf({ call_id, decision, decided_by, reason }: ApprovalAnswer, { tool }: CallToDecide): Verdict {
  const outcome = decision === "approve" ? "approved" : "denied";
  return { call_id, outcome, decided_by, reason: reason ?? undefined, definition: tool.definition };
}
