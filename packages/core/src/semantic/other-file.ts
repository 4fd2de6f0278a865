/** What was read for a file reference, where it is not the file that was asked for. */

import type { Issue } from "../errors/issue.js";
import { issue } from "../errors/rule-issue.js";
import { isObject } from "../runtime/check.js";
import { NO_ISSUES } from "./none.js";

/** By its name alone: the folders before it may be written in many ways. A link under another name is told as well. */
export function otherFileIssues(value: unknown): readonly Issue[] {
  const { path, resolution } = value as { readonly path?: unknown; readonly resolution?: unknown };
  const resolved = isObject(resolution) ? resolution.resolved_path : undefined;
  if (typeof path !== "string" || typeof resolved !== "string" || nameOf(path) === nameOf(resolved)) return NO_ISSUES;
  return [issue("other_file", "/resolution/resolved_path", "a file of the name that was asked for", "another name")];
}

/** Some file systems do not tell letters by their case. Nothing of a folder that is named by a dot. */
function nameOf(path: string): string {
  const steps = path.split(/[\\/]/).filter((step) => step !== "" && step !== ".");
  return (steps.at(-1) ?? "").toLowerCase();
}
