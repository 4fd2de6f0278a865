/** What the factories of chat messages look at before the schema does; what they are given may be anything. */

import type { Issue } from "@parlance/core";
import { issue } from "@parlance/core/internal";
import { owned } from "../shared/owned.js";
import { ownJson } from "../shared/settle.js";

const NONE: readonly Issue[] = [];

/** What is wrong with content that says nothing. */
export function contentIssues(content: unknown): readonly Issue[] {
  return isEmpty(content) ? [issue("too_short", "/content", "content that is not empty", "0 characters")] : NONE;
}

function isEmpty(content: unknown): boolean {
  if (typeof content === "string") return content === "";
  return within(() => Array.isArray(content) && content.length > 0 && content.every(isEmptyText)) ?? false;
}

function isEmptyText(part: unknown): boolean {
  const { type, text } = part as { readonly type?: unknown; readonly text?: unknown };
  return type === "text" && text === "";
}

/** Calls with an id that an earlier one of the same message has: nobody could tell what their results answer. */
export function duplicateIds(calls: unknown): readonly Issue[] {
  return (
    within(() => (Array.isArray(calls) && calls.length > 1 ? calls.flatMap(duplicateId(new Set())) : NONE)) ?? NONE
  );
}

function duplicateId(seen: Set<unknown>): (call: unknown, at: number) => readonly Issue[] {
  return (call, at) => {
    const { id } = call as { readonly id?: unknown };
    const isNew = typeof id !== "string" || !seen.has(id);
    seen.add(id);
    return isNew ? NONE : [issue("duplicate_call_id", `/tool_calls/${at}/id`, "an id of its own", "an earlier id")];
  };
}

/** A list of our own with items of our own; undefined for none, anything else as it is for the schema to refuse. */
export function ownList(items: unknown): unknown {
  if (items === null || items === undefined) return undefined;
  const list = within(() => (Array.isArray(items) ? ownItems(items) : items));
  if (list === undefined) return items;
  return list === EMPTY ? undefined : list;
}

const EMPTY: readonly unknown[] = /* @__PURE__ */ Object.freeze([]);

function ownItems(items: readonly unknown[]): readonly unknown[] {
  if (items.length === 0) return EMPTY;
  const list: unknown[] = [];
  for (const item of items) list.push(ownJson(item));
  return owned(list);
}

/** Undefined when what is read throws, which only accessors and proxies do; the schema's verdict then tells of them. */
function within<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
