/** The glob over paths: `**` is any number of folders, everything else stays within one segment. */

import type { Compiled } from "./compiled.js";
import { type PlainPath, plainPath, plainPattern } from "./path.js";
import { compileSegment, type SegmentMatcher } from "./segment.js";

const MAX_SEGMENTS = 32;

const ANY_FOLDERS = "**";

type Step = SegmentMatcher | typeof ANY_FOLDERS;

/**
 * A glob that matches relative paths, or absolute ones when it is absolute itself. `**` does not enter what is hidden: a dot at
 * the start of a name is matched only by a dot at the start of a segment. A path that begins with `@` is matched only by a glob whose
 * first segment that is not a `**` begins with it. A last `**` matches everything inside the folder, not
 * the folder itself.
 */
export function compilePathGlob(glob: string): Compiled {
  const pattern = plainPattern(glob);
  if (!pattern.ok) return pattern;
  const { root, segments } = pattern;
  if (segments.length > MAX_SEGMENTS) return { ok: false, expected: `at most ${MAX_SEGMENTS} segments` };
  const steps = segments.map(compileStep);
  if (segments.at(-1) === ANY_FOLDERS) steps.push(isVisible);
  if (!steps.every((step) => step !== undefined)) return { ok: false, expected: SEGMENT_SYNTAX };
  const spelled = startOfSpelled(segments);
  return {
    ok: true,
    matches: (value) => {
      const path = plainPath(value);
      if (!path.ok || path.root !== root) return false;
      return matchesAll(isResponseFile(path) ? steps.slice(spelled) : steps, path.segments);
    },
  };
}

/** To many programs `@name` is not the name of a file but one whose lines are their arguments. */
function isResponseFile({ root, segments }: PlainPath): boolean {
  return root === "" && segments[0]?.startsWith("@") === true;
}

/** Where the steps for a path that begins with `@` start: at the segment that spells the sign; nowhere when the first one that is not a `**` does not. */
function startOfSpelled(segments: readonly string[]): number {
  const first = segments.findIndex((segment) => segment !== ANY_FOLDERS);
  return segments[first]?.startsWith("@") ? first : Number.POSITIVE_INFINITY;
}

function compileStep(segment: string): Step | undefined {
  return segment === ANY_FOLDERS ? ANY_FOLDERS : compileSegment(segment);
}

function isVisible(segment: string): boolean {
  return !segment.startsWith(".");
}

const SEGMENT_SYNTAX =
  "segments of text, `?`, at most 2 `*`, plain classes such as `[a-z]` and few lists such as `{a,b}`; `**` by itself";

/** Walks the pattern once, and keeps which beginnings of the path it has matched so far: `reached[n]` for the first n segments. */
function matchesAll(steps: readonly Step[], path: readonly string[]): boolean {
  let reached: readonly boolean[] = [true, ...path.map(() => false)];
  for (const step of steps)
    reached = step === ANY_FOLDERS ? afterFolders(reached, path) : afterOne(reached, path, step);
  return reached[path.length] === true;
}

function afterFolders(before: readonly boolean[], path: readonly string[]): readonly boolean[] {
  const reached: boolean[] = [];
  for (const [at, isReached] of before.entries()) {
    reached.push(isReached || (reached[at - 1] === true && isVisible(path[at - 1] as string)));
  }
  return reached;
}

function afterOne(before: readonly boolean[], path: readonly string[], matches: SegmentMatcher): readonly boolean[] {
  return [false, ...path.map((segment, at) => before[at] === true && matches(segment))];
}
