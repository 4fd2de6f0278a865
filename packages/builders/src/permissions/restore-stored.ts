/** Reads a stored set of permissions: what was meant for one session does not come back in the next. */

import * as core from "@parlance/core";
import { type Issue, type ToolPermission, ValidationError } from "@parlance/core";
import { issue } from "@parlance/core/internal";
import { buildResultOf } from "../shared/field-builder.js";

export interface RestoredPermissions {
  /** Those that outlive a session, in their order; some may have run out since. */
  readonly permissions: readonly ToolPermission[];
  readonly dropped: readonly DroppedPermission[];
}

/** A record that was not restored. */
export type DroppedPermission =
  | { readonly reason: "session_only"; readonly index: number; readonly permission: ToolPermission }
  | { readonly reason: "invalid"; readonly index: number; readonly issues: readonly Issue[] };

/**
 * The permissions of a stored set that hold in a new session, and which do not come back and why. It never throws for a record:
 * a broken one is dropped like any other.
 *
 * @param stored Permissions, or what a JSON parser gave for them.
 * @throws ValidationError when it is not a list at all.
 */
export function restoreStored(stored: Iterable<unknown>): RestoredPermissions {
  if (typeof stored?.[Symbol.iterator] !== "function") throw new ValidationError([NO_LIST]);
  const permissions: ToolPermission[] = [];
  const dropped: DroppedPermission[] = [];
  for (const [index, record] of [...stored].entries()) {
    const read = buildResultOf(() => core.ToolPermission.parse(record));
    if (!read.ok) dropped.push(Object.freeze({ reason: "invalid", index, issues: read.issues }));
    else if (read.value.is_persistent) permissions.push(read.value);
    else dropped.push(Object.freeze({ reason: "session_only", index, permission: read.value }));
  }
  return Object.freeze({ permissions: Object.freeze(permissions), dropped: Object.freeze(dropped) });
}

const NO_LIST: Issue = /* @__PURE__ */ issue("wrong_type", "", "a list of permissions", "another value");
