/** Tells texts that UTF-8 cannot say. */

/** A method of ES2024, which is ten times as fast as the expression. */
const native = (String.prototype as { readonly isWellFormed?: (this: string) => boolean }).isWellFormed;

/** Whether a text has half of a surrogate pair in it. */
export function hasHalfPair(text: string): boolean {
  return native === undefined ? /\p{Surrogate}/u.test(text) : !native.call(text);
}
