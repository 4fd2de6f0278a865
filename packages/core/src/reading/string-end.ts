/** Goes over the strings of a JSON text from quote to quote: what makes a record long is mostly one long string. */

/** The place of the quote that ends the string which begins at `start`; the end of the text where there is none. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

/** The place of the quote that begins the string which ends at `end`; -1 where there is none. */
export function startOfString(text: string, end: number): number {
  if (isEscaped(text, end)) return -1;
  let start = end;
  do {
    if (start <= 0) return -1;
    start = text.lastIndexOf('"', start - 1);
  } while (start >= 0 && isEscaped(text, start));
  return start;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === 0x5c) backslashes += 1;
  return backslashes % 2 === 1;
}
