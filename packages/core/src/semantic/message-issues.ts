/** What the semantic checks say of a message of our own contract. */

import type { Issue } from "../errors/issue.js";
import { READABLE_CONTRACT } from "../generated/contract.gen.js";
import type { Message } from "../generated/types.gen.js";
import { valueIssues } from "./value-issues.js";

/** @param message Valid, of a type that the contract knows. */
export function messageIssues(message: Message): readonly Issue[] {
  return valueIssues(READABLE_CONTRACT.current.node, message);
}
