/** Names and ids are short in the contract; those of providers may be of any length. */

/** The longest id and name of the contract, in code points. */
export const MAX_CHARACTERS = 256;

/** Whether a text is too long for an id or a name. */
export function isLong(text: string): boolean {
  if (text.length <= MAX_CHARACTERS) return false;
  return text.length > 2 * MAX_CHARACTERS || [...text].length > MAX_CHARACTERS;
}
