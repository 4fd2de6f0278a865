/** Nothing to tell. */

import type { Issue } from "../errors/issue.js";

export const NO_ISSUES: readonly Issue[] = Object.freeze([]);
