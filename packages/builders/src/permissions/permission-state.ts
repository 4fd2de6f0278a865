/** What can be asked of a permission: whether it still holds, what it covers, how often it was used. */

import * as core from "@parlance/core";
import { replaceMembers } from "@parlance/core/json";
import { countedNoun, type Describe, describer, excerpt, type Fact, shownId } from "../shared/describe.js";
import { patternMatches } from "./patterns/match.js";

type ToolPermission = core.ToolPermission;

/**
 * Whether the permission has run out: from `expires_at` on it no longer holds. A moment that does not exist, such as the 31st of
 * February, has passed.
 *
 * @param now Milliseconds since 1970.
 */
export function isExpired(permission: ToolPermission, now: number = Date.now()): boolean {
  const { expires_at } = permission;
  return expires_at !== undefined && !(now < momentOf(expires_at));
}

/** NaN, which nothing is before, for a moment that does not exist: `Date` would move it into the next month. */
function momentOf(timestamp: core.Timestamp): number {
  const moment = new Date(timestamp);
  const isReal = Number.isFinite(moment.getTime()) && moment.toISOString() === timestamp;
  return isReal ? moment.getTime() : Number.NaN;
}

/** Whether calls run without asking, as far as the pattern lets them: given, and not run out. */
export function isValidPermission(permission: ToolPermission, now: number = Date.now()): boolean {
  return permission.auto_approved && !isExpired(permission, now);
}

/** Whether the permission covers only arguments that match its pattern. */
export function hasPattern(permission: ToolPermission): boolean {
  return permission.approval_pattern !== undefined;
}

/**
 * Whether an argument matches the pattern; every argument does when there is none. It asks for the text alone: whether the
 * permission holds is another question, and where a path leads on a disk with links is known to whoever opens it.
 *
 * `path_glob`: case-sensitive but for the letter of a drive, within the folders that the pattern names; backslashes separate on every platform. A relative
 * pattern matches relative paths only. `command_prefix`: the first words of one plain command. `exact`: the same text.
 */
export function matchesPattern(permission: ToolPermission, value: string): boolean {
  const { approval_pattern } = permission;
  return approval_pattern === undefined || patternMatches(approval_pattern, value);
}

/** The permission with one more use counted, up to 2^53 - 1. */
export function recordUse(permission: ToolPermission): ToolPermission {
  const use_count = Math.min(permission.use_count + 1, Number.MAX_SAFE_INTEGER);
  return core.ToolPermission.parse(replaceMembers(permission, { use_count }));
}

/** `ToolPermission(write_file, runs without asking, path_glob src/*.ts, session, 3 uses)` */
export const describePermission: Describe<ToolPermission> = /* @__PURE__ */ describer(
  "ToolPermission",
  factsOf,
  ({ approval_pattern }) => approval_pattern?.value,
);

function factsOf(permission: ToolPermission): readonly Fact[] {
  const { tool_id, auto_approved, approval_pattern, expires_at, is_persistent, use_count } = permission;
  return [
    shownId(tool_id),
    auto_approved ? "runs without asking" : "asks each time",
    approval_pattern && `${approval_pattern.kind} ${excerpt(approval_pattern.value)}`,
    approval_pattern?.options === "any" && "any options",
    expires_at && `until ${expires_at}`,
    is_persistent ? "persistent" : "session",
    countedNoun(use_count, "use"),
  ];
}
