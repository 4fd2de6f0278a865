/** One segment of a glob as a regular expression. What other globs read otherwise is refused. */

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
  const source = sourceOfGlob(glob, TOKENS);
  const regex = source === undefined ? undefined : anchoredRegex(source);
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

/** The regular expression that a glob stands for; undefined when there is more in it than the tokens. */
function sourceOfGlob(glob: string, tokens: RegExp): string | undefined {
  const found = glob.match(tokens) ?? [];
  if (found.join("") !== glob) return undefined;
  const parts = found.map((token) => (token.startsWith("{") ? sourceOfList(token) : sourceOfToken(token)));
  return parts.every((part) => part !== undefined) ? parts.join("") : undefined;
}

/** Two dots in a list are a range to other globs. */
function sourceOfList(list: string): string | undefined {
  if (list.includes("..")) return undefined;
  const items = list
    .slice(1, -1)
    .split(",")
    .map((item) => sourceOfGlob(item, TOKENS_OF_LIST));
  return items.every((item) => item !== undefined) ? `(?:${items.join("|")})` : undefined;
}

/** A class means in a glob what it means in a regular expression, since only plain classes are tokens. */
function sourceOfToken(token: string): string {
  if (token === "*") return "[^/]*?";
  if (token === "?") return "[^/]";
  return token.startsWith("[") ? token : token.replace(/[\\^$.*+?()[\]{}|/]/, "\\$&");
}

/** Undefined for what makes no regular expression: a range that runs backwards. */
function anchoredRegex(source: string): RegExp | undefined {
  try {
    return new RegExp(`^(?:${source})$`);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
