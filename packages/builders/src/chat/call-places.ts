/** The places of calls among what a model said: each is that of a call of the same answer, and a call has one. */

import type { Issue } from "@parlance/core";
import { callPlaces, duplicateCallPlace, placeWithoutCall } from "@parlance/core/internal";
import { unlessThrown } from "../shared/construct.js";

/** A place that is wrong: of a call that there is not, or a second one. */
interface Stray {
  /** Where it stands in the content. */
  readonly at: number;
  readonly isSecond: boolean;
}

const NONE: readonly never[] = [];

/**
 * What is wrong with the places in a message's content; content and calls may be anything.
 * @param calls Those of the same message.
 */
export function placeIssues(content: unknown, calls: unknown): readonly Issue[] {
  return strayPlaces(content, calls).map(({ at, isSecond }) => {
    const path = `/content/${at}/tool_call_id`;
    return isSecond ? duplicateCallPlace(path) : placeWithoutCall(path);
  });
}

/** The places that are wrong. */
export function strayPlaces(content: unknown, calls: unknown): readonly Stray[] {
  if (typeof content !== "object") return NONE;
  return unlessThrown(() => (Array.isArray(content) ? straysIn(content, new Set(idsOf(calls))) : NONE)) ?? NONE;
}

function straysIn(content: readonly unknown[], ids: ReadonlySet<unknown>): readonly Stray[] {
  const seen = new Set<unknown>();
  return callPlaces(content).flatMap(({ at, id }): readonly Stray[] => {
    if (!ids.has(id)) return [{ at, isSecond: false }];
    const isSecond = seen.has(id);
    seen.add(id);
    return isSecond ? [{ at, isSecond }] : NONE;
  });
}

function idsOf(calls: unknown): readonly unknown[] {
  return Array.isArray(calls) ? calls.map((call) => (call as { readonly id?: unknown } | null)?.id) : [];
}
