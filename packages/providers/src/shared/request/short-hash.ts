/** A short fingerprint that tells texts apart where it does not matter that somebody could make two alike. */

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** FNV-1a over the UTF-16 code units of a text, low byte first, as eight hexadecimal digits. */
export function shortHash(text: string): string {
  let hash = OFFSET;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    hash = Math.imul(hash ^ (unit & 0xff), PRIME);
    hash = Math.imul(hash ^ (unit >> 8), PRIME);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
