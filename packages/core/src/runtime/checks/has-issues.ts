/** What generated code asks semantic checks by. */

import type { CheckName } from "../table-node.js";
import { CHECKS } from "./checks.js";

/** Whether a check has anything to say of a value. */
export function fails(name: CheckName, value: unknown): boolean {
  return CHECKS[name](value).length > 0;
}

export function inItems(list: unknown, hasIssues: (item: unknown) => boolean): boolean {
  const items = list as readonly unknown[];
  for (let at = 0; at < items.length; at++) if (hasIssues(items[at])) return true;
  return false;
}
