/** What the semantic checks say of a message of our own contract. */

import type { Issue } from "../errors/issue.js";
import { READABLE_CONTRACT } from "../generated/contract.gen.js";
import type { Message } from "../generated/types.gen.js";
import { NO_ISSUES } from "../runtime/checks/none.js";
import { valueIssues } from "./value-issues.js";

/** @param message Valid, of a type that the contract knows. */
export function messageIssues(message: Message): readonly Issue[] {
  const { current, hasIssues } = READABLE_CONTRACT;
  return hasIssues(message) ? valueIssues(current.node, message) : NO_ISSUES;
}
