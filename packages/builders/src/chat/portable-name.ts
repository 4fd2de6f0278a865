/** The rule for names of tools that every provider takes. */

import type { Issue } from "@parlance/core";
import { issue } from "@parlance/core/internal";
import { countedCharacters } from "../shared/describe.js";

const PORTABLE = /^[A-Za-z0-9_]{1,64}$/;

/** Whether a tool can have this name with every provider: 1 to 64 letters, digits and underscores, all ASCII. */
export function isPortableName(name: unknown): boolean {
  return typeof name === "string" && PORTABLE.test(name);
}

/** What is wrong with the name of a tool or a call that is written by hand. What is not text is for the schema to tell. */
export function nameIssues(name: unknown): readonly Issue[] {
  if (typeof name !== "string" || isPortableName(name)) return [];
  return [issue("pattern_mismatch", "/name", "1 to 64 letters, digits and underscores", countedCharacters(name))];
}
