/** What the factories of chat messages look at before the schema does; what they are given may be anything. */

import type { Issue } from "@parlance/core";
import { duplicateCallIds, frozenWithin, issue } from "@parlance/core/internal";
import { frozenJson } from "@parlance/core/json";
import { unlessThrown } from "../shared/construct.js";
import { MESSAGE_LEVELS } from "../shared/levels.js";

const NONE: readonly Issue[] = [];

/** What is wrong with content that says nothing. */
export function contentIssues(content: unknown): readonly Issue[] {
  return isEmpty(content) ? [issue("too_short", "/content", "content that is not empty", "0 characters")] : NONE;
}

function isEmpty(content: unknown): boolean {
  if (typeof content === "string") return content === "";
  return unlessThrown(() => Array.isArray(content) && content.length > 0 && content.every(isEmptyText)) ?? false;
}

function isEmptyText(part: unknown): boolean {
  const { type, text } = part as { readonly type?: unknown; readonly text?: unknown };
  return type === "text" && text === "";
}

/** Calls with an id that an earlier one of the same message has: nobody could tell what their results answer. */
export function duplicateIds(calls: unknown): readonly Issue[] {
  return unlessThrown(() => duplicateCallIds({ tool_calls: calls })) ?? NONE;
}

/** A list of our own; undefined for none, anything else as it is for the schema to refuse. */
export function ownList(items: unknown): unknown {
  if (items === null || items === undefined) return undefined;
  const list = unlessThrown(() => frozenWithin(items, MESSAGE_LEVELS - 1) ?? frozenJson(items));
  if (list === undefined) return items;
  return Array.isArray(list) && list.length === 0 ? undefined : list;
}
