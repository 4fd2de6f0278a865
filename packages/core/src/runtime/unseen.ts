/** Which characters of somebody else's text are not shown as they are. */

/**
 * What moves a cursor, ends a line, turns the direction of a text or is not seen at all: controls, formats, halves of surrogate pairs, line
 * and paragraph separators, and every other character that Unicode has readers ignore, such as fillers and variation selectors.
 */
export const UNSEEN: RegExp = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
