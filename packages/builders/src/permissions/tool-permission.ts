/** Standing permissions to use a tool: the ways to give one. */

import type { Issue, PermissionPattern } from "@parlance/core";
import * as core from "@parlance/core";
import { issue, issuesAt } from "@parlance/core/internal";
import { extendCompanion } from "../shared/companion.js";
import { constructOwn } from "../shared/construct.js";
import type { Describe } from "../shared/describe.js";
import { buildResultOf } from "../shared/field-builder.js";
import { optionsOf } from "../shared/options.js";
import { type Surroundings, timestampOf } from "../shared/surroundings.js";
import { patternIssues } from "./patterns/match.js";
import {
  describePermission,
  hasPattern,
  isExpired,
  isValidPermission,
  matchesPattern,
  recordUse,
} from "./permission-state.js";
import { restoreStored } from "./restore-stored.js";

export type ToolPermission = core.ToolPermission;

/**
 * Every call of the tool runs without asking until the session ends.
 *
 * @param toolId 1 to 256 characters.
 * @throws ValidationError
 */
function sessionAutoApproval(toolId: string, surroundings?: Surroundings): ToolPermission {
  return granted(grant(toolId, surroundings));
}

/**
 * As `sessionAutoApproval`, and in later sessions too.
 *
 * @throws ValidationError
 */
function persistentAutoApproval(toolId: string, surroundings?: Surroundings): ToolPermission {
  return granted({ ...grant(toolId, surroundings), isPersistent: true });
}

/**
 * Calls whose arguments match the pattern run without asking until the session ends.
 *
 * @param pattern `path_glob` such as `src/*.ts`, `command_prefix` such as `npm test`, or `exact`; `matchesPattern` has the rules.
 * @throws ValidationError, with the code `unsafe_pattern` for one that could never match or that shells and file systems read in
 * different ways.
 */
function patternAutoApproval(toolId: string, pattern: PermissionPattern, surroundings?: Surroundings): ToolPermission {
  const found: Issue[] = [];
  return granted({ ...grant(toolId, surroundings), pattern: checkedPattern(pattern, found), found });
}

/**
 * Every call of the tool runs without asking for a while, at most until the session ends.
 *
 * @param durationMs Milliseconds, more than 0.
 * @throws ValidationError
 */
function timeLimitedAutoApproval(toolId: string, durationMs: number, surroundings?: Surroundings): ToolPermission {
  const given = grant(toolId, surroundings);
  const found: Issue[] = [];
  return granted({ ...given, end: endOf(given.now, durationMs, found), found });
}

/**
 * Every call of the tool runs without asking by a rule of the application, in later sessions too: for safe tools.
 *
 * @throws ValidationError
 */
function systemGranted(toolId: string, surroundings?: Surroundings): ToolPermission {
  return granted({ ...grant(toolId, surroundings), isPersistent: true, grantedBy: "system" });
}

interface Grant {
  readonly toolId: string;
  readonly now: number;
  readonly isPersistent: boolean;
  readonly grantedBy: core.ToolPermission["granted_by"];
  readonly pattern?: PermissionPattern;
  readonly end?: string;
  readonly found: Issue[];
}

/** A person's grant for the session, without any restriction. */
function grant(toolId: string, surroundings: Surroundings | undefined): Grant {
  const clock = optionsOf(surroundings)?.now;
  const now = clock === undefined ? Date.now() : clock();
  return { toolId, now, isPersistent: false, grantedBy: "user", found: [] };
}

function granted({ toolId, now, isPersistent, grantedBy, pattern, end, found }: Grant): ToolPermission {
  const granted_at = momentOf(now, "/granted_at", found);
  const draft = {
    schema_version: core.CURRENT_VERSION,
    tool_id: toolId,
    auto_approved: true,
    ...(pattern && { approval_pattern: pattern }),
    granted_at,
    ...(end !== undefined && { expires_at: end }),
    is_persistent: isPersistent,
    use_count: 0,
    granted_by: grantedBy,
  };
  return constructOwn(core.ToolPermission, draft, found);
}

/** A pattern that is missing is refused here: the contract would read the permission as one for every call. */
function checkedPattern(pattern: PermissionPattern, found: Issue[]): PermissionPattern {
  const read = buildResultOf(() => core.PermissionPattern.parse(pattern));
  const issues = read.ok ? patternIssues(read.value) : issuesAt("/approval_pattern", read.issues);
  found.push(...issues);
  return read.ok ? read.value : NOTHING;
}

/** Stands for what was refused, so that not even a lost refusal could make a permission without a pattern. */
const NOTHING: PermissionPattern = { kind: "exact", value: "\0" };

function endOf(now: number, durationMs: number, found: Issue[]): string {
  if (Number.isFinite(durationMs) && durationMs > 0) return momentOf(now + durationMs, "/expires_at", found);
  found.push(issue("not_allowed_value", "/expires_at", "a duration of more than 0 milliseconds", "another one"));
  return "";
}

function momentOf(milliseconds: number, path: string, found: Issue[]): string {
  const moment = buildResultOf(() => timestampOf(milliseconds));
  if (moment.ok) return moment.value;
  found.push(...issuesAt(path, moment.issues));
  return "";
}

export const ToolPermission: core.RootCompanion<ToolPermission> & {
  readonly sessionAutoApproval: typeof sessionAutoApproval;
  readonly persistentAutoApproval: typeof persistentAutoApproval;
  readonly patternAutoApproval: typeof patternAutoApproval;
  readonly timeLimitedAutoApproval: typeof timeLimitedAutoApproval;
  readonly systemGranted: typeof systemGranted;
  readonly isExpired: typeof isExpired;
  readonly isValid: typeof isValidPermission;
  readonly hasPattern: typeof hasPattern;
  readonly matchesPattern: typeof matchesPattern;
  readonly recordUse: typeof recordUse;
  readonly restoreStored: typeof restoreStored;
  readonly describe: Describe<ToolPermission>;
} = /* @__PURE__ */ extendCompanion(core.ToolPermission, {
  sessionAutoApproval,
  persistentAutoApproval,
  patternAutoApproval,
  timeLimitedAutoApproval,
  systemGranted,
  isExpired,
  isValid: isValidPermission,
  hasPattern,
  matchesPattern,
  recordUse,
  restoreStored,
  describe: describePermission,
});
