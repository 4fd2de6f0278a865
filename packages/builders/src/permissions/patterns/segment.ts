/** One segment of a glob: hands picomatch only what it cannot misread. */

import picomatch from "picomatch/posix.js";

export type SegmentMatcher = (segment: string) => boolean;

/** With two of them a match takes at most the square of the segment's length, with three its cube. */
const MAX_STARS = 2;

/** Each way to pick one item of every list is tried. */
const MAX_CHOICES = 64;

/** The matcher of a segment, case-sensitive; undefined for one that is not a plain glob. A class is never text: `?id?` is for `[id]`. */
export function compileSegment(glob: string): SegmentMatcher | undefined {
  if (EXTENDED.test(glob)) return undefined;
  if (!/[*?[\]{}]/.test(glob)) return (segment) => segment === glob;
  if (glob.includes("**") || glob.split("*").length - 1 > MAX_STARS || choicesOf(glob) > MAX_CHOICES) return undefined;
  const escaped = escapedGlob(glob, TOKENS);
  const regex = escaped === undefined ? undefined : compiled(escaped);
  if (regex === undefined) return undefined;
  const isHidden = glob.startsWith(".");
  return (segment) => segment.startsWith(".") === isHidden && regex.test(segment);
}

/** `@(a|b)` and the like mean something in other globs and would be text in this one. */
const EXTENDED = /[?*+@!]\(/;

const CLASS = String.raw`\[(?:[a-z]-[a-z]|[A-Z]-[A-Z]|[0-9]-[0-9]|[A-Za-z0-9_.])+-?\]`;
const SINGLE = String.raw`[*?]|${CLASS}|[^*?[\]{}]`;
const LIST = String.raw`\{[^{}]*,[^{}]*\}`;
const LISTS: RegExp = /* @__PURE__ */ new RegExp(LIST, "g");
const TOKENS: RegExp = /* @__PURE__ */ new RegExp(`${SINGLE}|${LIST}`, "gu");
const TOKENS_OF_LIST: RegExp = /* @__PURE__ */ new RegExp(SINGLE, "gu");

function choicesOf(glob: string): number {
  return (glob.match(LISTS) ?? []).reduce((choices, list) => choices * list.split(",").length, 1);
}

/** The glob with every character of text escaped; undefined when there is more in it than the tokens. */
function escapedGlob(glob: string, tokens: RegExp): string | undefined {
  const found = glob.match(tokens) ?? [];
  if (found.join("") !== glob) return undefined;
  const parts = found.map((token) => (token.startsWith("{") ? escapedList(token) : escapedToken(token)));
  return parts.every((part) => part !== undefined) ? parts.join("") : undefined;
}

/** Two dots in a list would be a range. */
function escapedList(list: string): string | undefined {
  if (list.includes("..")) return undefined;
  const items = list
    .slice(1, -1)
    .split(",")
    .map((item) => escapedGlob(item, TOKENS_OF_LIST));
  return items.every((item) => item !== undefined) ? `{${items.join(",")}}` : undefined;
}

function escapedToken(token: string): string {
  const isSyntax = token === "*" || token === "?" || token.startsWith("[");
  return isSyntax || /^[\w\x80-\u{10ffff}]$/u.test(token) ? token : `\\${token}`;
}

/** Undefined for what makes no regular expression, such as a range that runs backwards. */
function compiled(glob: string): RegExp | undefined {
  try {
    return picomatch.makeRe(glob, {
      debug: true,
      dot: true,
      fastpaths: false,
      literalBrackets: false,
      noextglob: true,
      nonegate: true,
      strictSlashes: true,
    });
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
