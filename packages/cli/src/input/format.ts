/** Finds out by looking how a file holds its records. */

/**
 * `ndjson`: one record a line, which a single message on one line is too. `array`: the elements of one JSON array.
 * `values`: a message over several lines (or several such, one after the other). `empty`: nothing but blanks.
 */
export type Format = "ndjson" | "array" | "values" | "empty";

/** How many bytes are looked at before NDJSON is taken for granted. */
const HEAD_BYTES = 1024 * 1024;

const LINE_FEED = 10;
const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/**
 * The format of a file that begins with `head`, or undefined where more of it has to be seen. `complete` says that
 * `head` is the whole file.
 */
export function detectFormat(head: Buffer, complete: boolean): Format | undefined {
  const settled = complete || head.length >= HEAD_BYTES;
  const first = skipSpace(head, 0);
  if (first === head.length) return complete ? "empty" : settled ? "ndjson" : undefined;
  if (head[first] === OPEN_BRACKET) return detectArray(head, first) ?? (settled ? "array" : undefined);
  if (head[first] === OPEN_BRACE) return detectObject(head, first) ?? (settled ? "ndjson" : undefined);
  return "ndjson";
}

/**
 * A bracket opens an array, unless it opens a line of something else, such as `[12:00:01] started`, in a file whose
 * next line is a message.
 */
function detectArray(head: Buffer, open: number): Format | undefined {
  const second = skipSpace(head, open + 1);
  if (second === head.length) return undefined;
  if (head[second] === OPEN_BRACE || head[second] === CLOSE_BRACKET) return "array";
  const lineEnd = head.indexOf(LINE_FEED, open);
  if (lineEnd === -1) return undefined;
  const next = skipSpace(head, lineEnd);
  if (next === head.length) return undefined;
  const continues = lineEnd < second || lastSignificant(head, lineEnd) === COMMA;
  return !continues && startsLineWithBrace(head, next) ? "ndjson" : "array";
}

/**
 * An object that ends on its first line is a line of NDJSON. One that goes on over the line break is a message over
 * several lines, unless the break cannot stand there in JSON or the next line opens an object of its own: then the
 * first line was cut off.
 */
function detectObject(head: Buffer, open: number): Format | undefined {
  const lineEnd = head.indexOf(LINE_FEED, open);
  if (lineEnd === -1) return undefined;
  if (!breaksBetweenTokens(head, open, lineEnd)) return "ndjson";
  const next = skipSpace(head, lineEnd);
  if (next === head.length) return undefined;
  return startsLineWithBrace(head, next) ? "ndjson" : "values";
}

/** Whether an object is still open, and no string in it, when its first line ends. */
function breaksBetweenTokens(head: Buffer, open: number, lineEnd: number): boolean {
  let depth = 0;
  let inString = false;
  for (let index = open; index < lineEnd; index += 1) {
    const byte = head[index];
    if (inString && byte === BACKSLASH) index += 1;
    else if (byte === QUOTE) inString = !inString;
    else if (!inString && (byte === OPEN_BRACE || byte === OPEN_BRACKET)) depth += 1;
    else if (!inString && (byte === CLOSE_BRACE || byte === CLOSE_BRACKET)) depth -= 1;
    if (depth === 0) return false;
  }
  return !inString;
}

function startsLineWithBrace(head: Buffer, index: number): boolean {
  return head[index] === OPEN_BRACE && head[index - 1] === LINE_FEED;
}

function lastSignificant(head: Buffer, end: number): number | undefined {
  let index = end - 1;
  while (index >= 0 && isSpace(head[index])) index -= 1;
  return head[index];
}

function skipSpace(head: Buffer, from: number): number {
  let index = from;
  while (index < head.length && isSpace(head[index])) index += 1;
  return index;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 32 || byte === 9 || byte === LINE_FEED || byte === 13;
}
