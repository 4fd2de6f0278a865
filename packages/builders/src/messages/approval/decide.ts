/** Decisions on the calls of a tool request: each gives a new message, and each is final. */

import * as core from "@parlance/core";
import {
  type Issue,
  type Name,
  type RequestedToolCall,
  type Text,
  type ToolApprovalStatus,
  ValidationError,
} from "@parlance/core";
import { issue } from "@parlance/core/internal";
import { replaceMembers } from "@parlance/core/json";
import { parsedDraft } from "../../shared/construct.js";
import { buildResultOf } from "../../shared/field-builder.js";
import { optionsOf } from "../../shared/options.js";
import { type Surroundings, timestamp } from "../../shared/surroundings.js";
import { findCall } from "../find-call.js";
import { hashOf } from "./hash.js";
import { LETS_RUN } from "./status.js";
import { type ShownTool, toolHash } from "./tool-hash.js";

type ToolRequestMessage = core.ToolRequestMessage;

export interface ApprovalDecision extends Surroundings {
  /** Who decided: a user's name or id. */
  readonly decided_by: Name;
  /** Why, in the decider's words; the model may be told. */
  readonly reason?: Text | undefined;
  /** The tool as it was shown to whoever decides: then the decision holds for this definition only. */
  readonly definition?: ShownTool | undefined;
}

export interface RuleApproval extends Surroundings {
  /** The rule that fired; it is recorded as `decided_by`. */
  readonly rule: Name;
  /** Why; the model may be told. */
  readonly reason?: Text | undefined;
  /** The tool as it was shown to whoever decides: then the decision holds for this definition only. */
  readonly definition?: ShownTool | undefined;
}

export interface ApprovalWithdrawal extends Surroundings {
  /** Who or what ended the wait. */
  readonly decided_by?: Name | undefined;
  /** Why; the model may be told. */
  readonly reason?: Text | undefined;
  /** The tool as it was shown to whoever decides: then the decision holds for this definition only. */
  readonly definition?: ShownTool | undefined;
}

/**
 * A person said yes. The approval holds for this call with the name and the arguments that it has now, and for nothing else; with a
 * `definition`, for that tool alone.
 *
 * @returns A new message with the same id and time; what is unknown of it is kept, with every digit.
 * @throws ValidationError: `unknown_call`, `duplicate_call_id`; `already_decided`; `no_decider`; `defect`; `inexact_number` when
 * digits of the arguments or of the definition are lost, so that nobody can know what is approved; or what is wrong with the message.
 */
export function approveCall(
  message: ToolRequestMessage,
  callId: string,
  decision: ApprovalDecision,
): ToolRequestMessage {
  return decided(message, callId, "approved", saidBy("decided_by", decision));
}

/** A rule said yes; otherwise as `approve`. */
export function autoApprove(message: ToolRequestMessage, callId: string, decision: RuleApproval): ToolRequestMessage {
  return decided(message, callId, "auto_approved", saidBy("rule", decision));
}

/** A person or a rule said no; as `approve`, and for every call that is pending, whatever is wrong with it. */
export function denyCall(message: ToolRequestMessage, callId: string, decision: ApprovalDecision): ToolRequestMessage {
  return decided(message, callId, "denied", saidBy("decided_by", decision));
}

/** Nobody decided in time; as `deny`, and nobody has to be named. */
export function expireCall(
  message: ToolRequestMessage,
  callId: string,
  decision?: ApprovalWithdrawal,
): ToolRequestMessage {
  return decided(message, callId, "expired", saidBy("decided_by", optionsOf(decision)));
}

/** The call was withdrawn before a decision; as `expire`. */
export function cancelCall(
  message: ToolRequestMessage,
  callId: string,
  decision?: ApprovalWithdrawal,
): ToolRequestMessage {
  return decided(message, callId, "cancelled", saidBy("decided_by", optionsOf(decision)));
}

/** What a decision says. */
interface Said extends Pick<Surroundings, "now"> {
  readonly decided_by?: unknown;
  readonly reason?: unknown;
  readonly definition?: ShownTool | undefined;
}

/**
 * Reads a decision once; undefined for one that cannot be read.
 *
 * @param decider The member that tells who or what decided.
 */
function saidBy(decider: "decided_by" | "rule", decision: object | undefined): Said | undefined {
  try {
    const { [decider]: decided_by, reason, definition, now } = (decision ?? {}) as Said & { readonly rule?: unknown };
    return {
      decided_by: decided_by ?? undefined,
      reason: reason ?? undefined,
      definition: definition ?? undefined,
      ...(now && { now }),
    };
  } catch {
    return undefined;
  }
}

function decided(
  message: ToolRequestMessage,
  callId: string,
  status: ToolApprovalStatus,
  said: Said | undefined,
): ToolRequestMessage {
  const request = core.ToolRequestMessage.parse(message);
  const found = findCall(request, callId, "/data/tool_calls");
  if (!("call" in found)) throw new ValidationError([found]);
  const { call, at } = found;
  const { hash, tool_hash, issues } = checked(call, at, status, said);
  const approval = replaceMembers(call.approval, {
    status,
    decided_by: said?.decided_by,
    decided_at: timestamp(said),
    reason: said?.reason,
    hash,
    call_id: call.id,
    tool_hash,
  } as Partial<core.ToolApproval>);
  return parsedDraft(core.ToolRequestMessage, withCall(request, at, replaceMembers(call, { approval })), issues);
}

function withCall(request: ToolRequestMessage, at: number, call: RequestedToolCall): ToolRequestMessage {
  const tool_calls = Object.freeze(request.data.tool_calls.map((other, index) => (index === at ? call : other)));
  return replaceMembers(request, { data: replaceMembers(request.data, { tool_calls }) });
}

interface Checked {
  readonly hash: string | undefined;
  readonly tool_hash: string | undefined;
  readonly issues: readonly Issue[];
}

/** These come to pass without anybody who decides. */
const NEEDS_NOBODY: ReadonlySet<ToolApprovalStatus> = /* @__PURE__ */ new Set(["expired", "cancelled"] as const);

/** A refusal needs no hash: where digits are lost there is none. */
function checked(call: RequestedToolCall, at: number, status: ToolApprovalStatus, said: Said | undefined): Checked {
  const place = `/data/tool_calls/${at}`;
  const issues: Issue[] = [];
  const hash = hashIfExact(call);
  const tool_hash = shownHash(said?.definition, `${place}/approval/tool_hash`, issues);
  if (call.approval.status !== "pending")
    issues.push(issue("already_decided", `${place}/approval/status`, "pending", "a decision"));
  if (said === undefined)
    issues.push(issue("not_json_value", `${place}/approval`, "JSON values", "a value that cannot be read"));
  else if (said.decided_by === undefined && !NEEDS_NOBODY.has(status))
    issues.push(issue("no_decider", `${place}/approval/decided_by`, "who or what decided", "nothing"));
  if (LETS_RUN.has(status)) {
    if (call.defect !== undefined) issues.push(issue("defect", `${place}/defect`, "a call without defect", "a defect"));
    if (hash === undefined)
      issues.push(issue("inexact_number", `${place}/arguments`, "arguments with all their digits", "lost digits"));
  }
  return { hash, tool_hash, issues };
}

function hashIfExact(call: RequestedToolCall): string | undefined {
  try {
    return hashOf(call);
  } catch (error) {
    if (ValidationError.isInstance(error)) return undefined;
    throw error;
  }
}

/** @param path The place that issues name: nothing of the definition itself gets into the message. */
function shownHash(definition: ShownTool | undefined, path: string, issues: Issue[]): string | undefined {
  if (definition === undefined) return undefined;
  const shown = buildResultOf(() => toolHash(definition));
  if (shown.ok) return shown.value;
  issues.push(...shown.issues.map((one) => ({ ...one, path })));
  return undefined;
}
