/** Sizes in UTF-8. */

/** The UTF-8 bytes of a text; half of a surrogate pair counts as the three bytes of its replacement. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    if (isPairAt(text, at)) at++;
    bytes += unit < 0x800 ? 1 : 2;
  }
  return bytes;
}

/** Its two units take four bytes: two more than they are. */
function isPairAt(text: string, at: number): boolean {
  return (text.codePointAt(at) as number) > 0xffff;
}
