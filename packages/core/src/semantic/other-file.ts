/** What was read for a file reference, where it is not the file that was asked for. */

import type { Issue } from "../errors/issue.js";
import { issue } from "../errors/rule-issue.js";
import { isObject } from "../runtime/check.js";
import { NO_ISSUES } from "./none.js";

/** By its name alone: the folders before it may be written in many ways. A link under another name is told as well. */
export function otherFileIssues(value: unknown): readonly Issue[] {
  const { path, resolution } = value as { readonly path?: unknown; readonly resolution?: unknown };
  const resolved = isObject(resolution) ? resolution.resolved_path : undefined;
  if (typeof path !== "string" || typeof resolved !== "string" || isSameName(path, resolved)) return NO_ISSUES;
  return [issue("other_file", "/resolution/resolved_path", "a file of the name that was asked for", "another name")];
}

function isSameName(path: string, resolved: string): boolean {
  return lastStep(path) === lastStep(resolved) || nameOf(path) === nameOf(resolved);
}

/** Some file systems do not tell letters by their case. A step that is a dot, or nothing, names no file. */
function nameOf(path: string): string {
  const name = lastStep(path);
  if (name !== "" && name !== ".") return name.toLowerCase();
  const steps = path.split(/[\\/]/).filter((step) => step !== "" && step !== ".");
  return (steps.at(-1) ?? "").toLowerCase();
}

function lastStep(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}
