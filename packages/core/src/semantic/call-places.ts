/** The places of calls among what a model said: each is that of a call of the same answer, and a call has one. */

import type { Issue } from "../errors/issue.js";
import { issue } from "../errors/rule-issue.js";
import { listedCalls } from "./listed-calls.js";
import { NO_ISSUES } from "./none.js";

/** A place of a call, and where it stands. */
interface CallPlace {
  readonly at: number;
  readonly id: unknown;
}

/** In the content of a chat message, which has its calls beside it. */
export function placesWithoutCall(value: unknown): readonly Issue[] {
  const places = callPlaces(contentOf(value));
  if (places.length === 0) return NO_ISSUES;
  const ids = new Set(listedCalls(value).map((call) => call?.id));
  return places.flatMap(({ at, id }) => (ids.has(id) ? NO_ISSUES : [placeWithoutCall(pathOf(at))]));
}

/** In the content of a chat message. */
export function duplicateCallPlaces(value: unknown): readonly Issue[] {
  const seen = new Set<unknown>();
  return callPlaces(contentOf(value)).flatMap(({ at, id }) => {
    const isNew = !seen.has(id);
    seen.add(id);
    return isNew ? NO_ISSUES : [duplicateCallPlace(pathOf(at))];
  });
}

export function placeWithoutCall(path: string): Issue {
  return issue("place_without_call", path, "the id of a call of the message", "another");
}

export function duplicateCallPlace(path: string): Issue {
  return issue("duplicate_call_place", path, "one place for each call", "a second one");
}

/** Of the parts that are places; anything else is passed over. */
export function callPlaces(parts: unknown): readonly CallPlace[] {
  if (!Array.isArray(parts)) return NONE;
  return parts.flatMap((part: unknown, at): readonly CallPlace[] => {
    const { type, tool_call_id: id } = (part ?? {}) as { readonly type?: unknown; readonly tool_call_id?: unknown };
    return type === "call_place" ? [{ at, id }] : NONE;
  });
}

const NONE: readonly CallPlace[] = [];

function contentOf(value: unknown): unknown {
  return (value as { readonly content?: unknown }).content;
}

function pathOf(at: number): string {
  return `/content/${at}/tool_call_id`;
}
