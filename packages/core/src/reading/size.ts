/** Sizes in UTF-8 bytes, counted only where they are in doubt. */

/** Whether a text is longer than a number of UTF-8 bytes. */
export function exceedsBytes(text: string, limit: number): boolean {
  if (text.length * 3 <= limit) return false;
  if (text.length > limit) return true;
  return utf8Length(text) > limit;
}

/** UTF-8 bytes of a text; a lone surrogate counts as the three bytes of its replacement. */
function utf8Length(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 || isPair(text, index, unit) || isPairEnd(text, index, unit) ? 1 : 2;
  }
  return bytes;
}

function isPair(text: string, index: number, unit: number): boolean {
  return isHigh(unit) && isLow(text.charCodeAt(index + 1));
}

function isPairEnd(text: string, index: number, unit: number): boolean {
  return isLow(unit) && isHigh(text.charCodeAt(index - 1));
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
