/** All that the semantic checks have to say of a list of records. */

import type { InvalidMessage } from "../codec/results.js";
import type { Issue } from "../errors/issue.js";
import { issuesAt } from "../errors/rule-issue.js";
import type { Message } from "../generated/types.gen.js";
import { currentForm } from "../root/judge-root.js";
import { knownRoot } from "../root/known-root.js";
import type { Contract } from "../runtime/contract.js";
import type { JsonObject } from "../runtime/json.js";
import { ListChecks } from "./list-issues.js";
import { NO_ISSUES } from "./none.js";
import { valueIssues } from "./value-issues.js";

/** As `semanticIssues` of a contract. */
export function issuesOfRecords(contract: Contract, records: Iterable<unknown>): readonly Issue[] {
  const checks = new ListChecks();
  const found: Issue[] = [];
  let index = -1;
  for (const record of records) {
    index += 1;
    if (isMessage(record)) checks.add(record, index);
    found.push(...issuesAt(`/${index}`, issuesOfRecord(contract, record)));
  }
  return Object.freeze([...found, ...checks.issues()]);
}

/** What the record shows by itself. */
export function issuesOfRecord({ current, roots }: Contract, record: unknown): readonly Issue[] {
  if (isMessage(record)) return isReadable(record) ? valueIssues(current.node, record) : NO_ISSUES;
  const root = knownRoot(roots, record as JsonObject);
  return root === undefined ? NO_ISSUES : valueIssues(currentForm(root).node, record);
}

function isMessage(record: unknown): record is Message | InvalidMessage {
  return typeof record === "object" && record !== null && "type" in record;
}

/** What is unknown or broken is not looked into. */
function isReadable({ type }: Message | InvalidMessage): boolean {
  return type !== "unknown" && type !== "invalid";
}
