/** Takes paths apart, and refuses every path that somebody could read as another one. */

/** Longer paths are refused: in UTF-16 code units. */
const MAX_PATH = 1024;
const MAX_SEGMENT = 255;

/** A path in normal form. */
export interface PlainPath {
  readonly ok: true;
  /** Empty for a relative path, `/`, or a drive such as `C:/`, whose letter has no case. */
  readonly root: string;
  /** At least one; none is empty, `.` or `..`. */
  readonly segments: readonly string[];
}

export type PathResult = PlainPath | { readonly ok: false; readonly expected: string };

/** An English rule, and what breaks it. */
interface Rule {
  readonly expected: string;
  readonly isBroken: (text: string) => boolean;
}

/**
 * A path in normal form: backslashes are slashes on every platform, empty and `.` segments are gone. A path has none when some
 * file system, shell or decoder could take it for another one than it seems.
 */
export function plainPath(text: string): PathResult {
  return takenApart(text.replaceAll("\\", "/"), [...WHOLE_RULES, NO_WILDCARDS]);
}

/** As `plainPath`, for a pattern: wildcards may stand in it, and backslashes may not, since they escape in other globs. */
export function plainPattern(text: string): PathResult {
  return takenApart(text, [NO_BACKSLASH, ...WHOLE_RULES, NO_END]);
}

function takenApart(text: string, rules: readonly Rule[]): PathResult {
  const root = DRIVE_OR_ROOT.exec(text)?.[0].toUpperCase() ?? "";
  const rest = text.slice(root.length);
  const segments = rest.split("/").filter((segment) => segment !== "" && segment !== ".");
  const broken =
    rules.find((rule) => rule.isBroken(rest)) ?? SEGMENT_RULES.find((rule) => segments.some(rule.isBroken));
  if (broken !== undefined) return { ok: false, expected: broken.expected };
  if (segments.length === 0) return { ok: false, expected: "the path of something inside a folder" };
  if (root === "" && segments[0]?.startsWith("-")) return { ok: false, expected: "no path that looks like an option" };
  return { ok: true, root, segments };
}

const DRIVE_OR_ROOT = /^(?:[A-Za-z]:)?\//;

/** Held against everything after the root. */
const WHOLE_RULES: readonly Rule[] = [
  { expected: `at most ${MAX_PATH} characters`, isBroken: (rest) => rest.length > MAX_PATH },
  { expected: "no path of a server", isBroken: (rest) => rest.startsWith("/") },
  {
    // Controls, invisible characters, other kinds of space, halves of surrogate pairs, look-alikes of slashes and dots.
    expected: "only printable ASCII, letters and digits",
    isBroken: (rest) => /[^\x20-\x7e\p{L}\p{M}\p{Nd}]|\p{Default_Ignorable_Code_Point}/u.test(rest),
  },
  {
    // Variables, encodings, drives, streams, URLs, quotes, and what only a shell or a search has a meaning for.
    expected: "none of the characters \" $ % & ' : ; < > ` |",
    isBroken: (rest) => /["$%&':;<>`|]/.test(rest),
  },
];

const NO_WILDCARDS: Rule = { expected: "no wildcards", isBroken: (rest) => /[*?{}]/.test(rest) };

const NO_BACKSLASH: Rule = { expected: "forward slashes", isBroken: (rest) => rest.includes("\\") };

/** Elsewhere such a pattern means all that is in the folder; here it would be the folder alone. */
const NO_END: Rule = {
  expected: "no slash at the end; `**` after it is everything in the folder",
  isBroken: (rest) => rest.endsWith("/"),
};

const SEGMENT_RULES: readonly Rule[] = [
  { expected: `at most ${MAX_SEGMENT} characters in a segment`, isBroken: ({ length }) => length > MAX_SEGMENT },
  { expected: "no segment that starts with `..`", isBroken: (segment) => segment.startsWith("..") },
  { expected: "no segment that ends with a dot", isBroken: (segment) => segment.endsWith(".") },
  { expected: "no space around a segment", isBroken: (segment) => segment.trim() !== segment },
  { expected: "no segment that starts with `~`", isBroken: (segment) => segment.startsWith("~") },
  // `GIT~1` is another name of `.git` on Windows.
  { expected: "no short names", isBroken: (segment) => /~\p{Nd}/u.test(segment) },
  {
    expected: "no names of devices",
    isBroken: (segment) => /^(?:con|prn|aux|nul|com\p{Nd}|lpt\p{Nd}) *(?:\.|$)/iu.test(segment),
  },
];
