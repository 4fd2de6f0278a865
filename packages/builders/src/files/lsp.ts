/** Positions as the Language Server Protocol (3.17) has them. */

import { type Issue, ValidationError } from "@parlance/core";
import { issue } from "@parlance/core/internal";

export interface LspPosition {
  /** Counted from 0. */
  readonly line: number;
  /** In UTF-16 code units, counted from 0. */
  readonly character: number;
}

export interface LspRange {
  readonly start: LspPosition;
  /** Just after the last character. */
  readonly end: LspPosition;
}

/**
 * The two places of a range that anyone may have given, read once, so that what is checked is what is used.
 *
 * @throws ValidationError that names places in the range.
 */
export function placesOfRange(range: LspRange): LspRange {
  const found: Issue[] = [];
  const places = {
    start: placeOf(range?.start, "/range/start", found),
    end: placeOf(range?.end, "/range/end", found),
  };
  if (found.length > 0) throw new ValidationError(found);
  return places;
}

function placeOf(position: LspPosition | undefined, path: string, found: Issue[]): LspPosition {
  return {
    line: countOf(position?.line, `${path}/line`, found),
    character: countOf(position?.character, `${path}/character`, found),
  };
}

/** Less than the largest, since the numbers of the contract are one more. */
function countOf(value: number | undefined, path: string, found: Issue[]): number {
  if (Number.isSafeInteger(value) && value !== Number.MAX_SAFE_INTEGER && (value as number) >= 0)
    return value as number;
  const type = typeof value === "number" ? "another number" : typeof value;
  found.push(issue("no_position", path, "a whole number from 0", type));
  return 0;
}
