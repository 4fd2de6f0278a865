/** A file as a model reads it: a header, and the content in a code fence that it cannot break out of. */

import type { FileContext } from "@parlance/core";
import { excerpt } from "../shared/describe.js";

/** `File: src/a.ts (lines 3-9) [TRUNCATED]`, on one line whatever the path holds. */
export function promptHeader(
  file: Pick<FileContext, "path" | "is_truncated">,
  lines: readonly [number, number] | undefined,
): string {
  const path = excerpt(file.path, file.path.length);
  const range = lines === undefined ? "" : ` (lines ${lines[0]}-${lines[1]})`;
  return `File: ${path}${range}${file.is_truncated ? " [TRUNCATED]" : ""}`;
}

/** The content between two fences longer than any run of backticks in it, with the language after the first. */
export function fencedContent(content: string, language: string | undefined): string {
  const fence = "`".repeat(Math.max(3, longestRun(content) + 1));
  const end = content === "" || content.endsWith("\n") ? "" : "\n";
  return `${fence}${hint(language)}\n${content}${end}${fence}`;
}

function longestRun(content: string): number {
  let longest = 0;
  for (const [run] of content.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

/** The longest language id that is shown, in code points. */
const MAX_HINT = 64;

/** A backtick, a space or a line break would end the fence or say something else; no language's id has one, nor letters that nobody sees. */
function hint(language = ""): string {
  return [...language.replace(/[^\p{L}\p{N}+#*._-]|\p{Default_Ignorable_Code_Point}/gu, "")]
    .slice(0, MAX_HINT)
    .join("");
}
