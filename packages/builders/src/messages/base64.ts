/** What the schema leaves open about base64: that the text can be decoded. */

import type { Issue } from "@parlance/core";
import { issue } from "@parlance/core/internal";

/** What is wrong with the length and the padding of base64; the alphabet is the schema's concern. */
export function base64Issues(text: unknown, path: string): readonly Issue[] {
  if (typeof text !== "string") return [];
  const padding = text.indexOf("=");
  const isPadded = padding === -1 || (padding >= text.length - 2 && text.endsWith("="));
  if (text.length % 4 === 0 && isPadded) return [];
  return [issue("bad_base64", path, "base64 in groups of four characters, padded at its end", "another text")];
}
