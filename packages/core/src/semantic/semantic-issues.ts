/** All that the semantic checks have to say of a list of records. */

import type { Issue } from "../errors/issue.js";
import { issuesAt } from "../errors/rule-issue.js";
import { currentForm } from "../root/judge-root.js";
import { knownRoot } from "../root/known-root.js";
import type { Contract } from "../runtime/contract.js";
import type { JsonValue } from "../runtime/json.js";
import type { StoredRecord } from "./list-facts.js";
import { ListChecks } from "./list-issues.js";
import { NO_ISSUES } from "./none.js";
import { valueIssues } from "./value-issues.js";

/** As `semanticIssues` of a contract. */
export function issuesOfRecords(contract: Contract, records: Iterable<unknown>): readonly Issue[] {
  const checks = new SemanticChecks(contract);
  const found: Issue[] = [];
  let index = 0;
  for (const record of records) found.push(...issuesAt(`/${index}`, checks.add(record, index++)));
  return Object.freeze([...found, ...checks.issuesOfList()]);
}

/** The same of records that come one by one. */
export class SemanticChecks {
  readonly #contract: Contract;
  readonly #list = new ListChecks();

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  /**
   * @param record Decoded, or valid and as it stands on the wire, what is unknown decoded.
   * @param index Where it stands in the list; greater than that of the one before.
   * @returns What it shows by itself, at places within it.
   */
  add(record: unknown, index: number): readonly Issue[] {
    const { current, roots } = this.#contract;
    if (isMessage(record)) {
      this.#list.add(record, index);
      return isReadable(record) ? valueIssues(current.node, record) : NO_ISSUES;
    }
    const root = knownRoot(roots, record as JsonValue);
    return root === undefined ? NO_ISSUES : valueIssues(currentForm(root).node, record);
  }

  /** What only all of them together show, at places that begin with an index. */
  issuesOfList(): readonly Issue[] {
    return this.#list.issues();
  }
}

function isMessage(record: unknown): record is StoredRecord {
  return typeof record === "object" && record !== null && "type" in record;
}

/** What is unknown or broken is not looked into. */
function isReadable({ type }: StoredRecord): boolean {
  return type !== "unknown" && type !== "invalid";
}
