/** Base64 that no bytes have: the schema checks the alphabet, and neither the length nor where the padding stands. */

import type { Issue } from "../errors/issue.js";
import { issue } from "../errors/rule-issue.js";
import { NO_ISSUES } from "./none.js";

export function base64Issues(text: unknown): readonly Issue[] {
  if (typeof text !== "string") return NO_ISSUES;
  const padding = text.indexOf("=");
  const isPadded = padding === -1 || (padding >= text.length - 2 && text.endsWith("="));
  if (text.length % 4 === 0 && isPadded) return NO_ISSUES;
  return [issue("bad_base64", "", "base64 in groups of four characters, padded at its end", "another text")];
}
