/** Cuts text where a limit on tokens is reached. */

/**
 * The longest beginning of a text that a search by halves finds to fit, cut after a line where that costs less than half of it, and never
 * within a character.
 *
 * @param fits Whether a beginning fits.
 */
export function cutText(text: string, fits: (beginning: string) => boolean): string {
  let most = 0;
  // What does not fit is found by doubling first, so that a counter never sees much more than what is kept.
  let least = Math.min(text.length, FIRST_GUESS);
  while (fits(beginningOf(text, least))) {
    most = least;
    if (least === text.length) return text;
    least = Math.min(text.length, least * 2);
  }
  while (least - most > 1) {
    const middle = (most + least) >>> 1;
    if (fits(beginningOf(text, middle))) most = middle;
    else least = middle;
  }
  const beginning = beginningOf(text, most);
  const lines = beginning.slice(0, beginning.lastIndexOf("\n") + 1);
  return lines.length * 2 > beginning.length && fits(lines) ? lines : beginning;
}

const FIRST_GUESS = 256;

function beginningOf(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  const isInside = last >= 0xd800 && last <= 0xdbff && length < text.length;
  return text.slice(0, isInside ? length - 1 : length);
}
