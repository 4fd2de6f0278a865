/** Counts what the semantic checks find in a file, by code, with the first place of each. */

import { type Issue, migrateRecord } from "@parlance/core";
import { parlance } from "@parlance/core/contract";
import { SemanticChecks } from "@parlance/core/internal";
import { type JsonValue, parseJson } from "@parlance/core/json";
import { isKnownRecordType } from "./verdict.js";

/** What one check found. */
export interface SemanticCount {
  readonly code: string;
  /** Where it was found first: the line on which the record begins, and a JSON Pointer into the record in the current version. */
  readonly line: number;
  readonly path: string;
  count: number;
}

export class SemanticTally {
  readonly #checks = new SemanticChecks(parlance);
  readonly #counts = new Map<string, SemanticCount>();
  /** The line of each record. */
  readonly #lines: number[] = [];

  /** @param type The type that a valid record was found to be of. */
  add(input: string | Uint8Array, type: string, line: number): void {
    const index = this.#lines.push(line) - 1;
    const value = currentValue(input);
    if (value !== undefined) this.#count(this.#checks.add(asRead(value, type), index), line);
  }

  /** A record that is broken may be anything. */
  addBroken(line: number): void {
    this.#checks.add({ type: "invalid" }, this.#lines.push(line) - 1);
  }

  /** By code, in the order of their names. */
  counts(): readonly SemanticCount[] {
    for (const issue of this.#checks.issuesOfList()) {
      const end = issue.path.indexOf("/", 1);
      const index = Number(issue.path.slice(1, end));
      this.#count([{ ...issue, path: issue.path.slice(end) }], this.#lines[index] ?? 0);
    }
    return [...this.#counts.values()].sort((one, other) => (one.code < other.code ? -1 : 1));
  }

  #count(issues: readonly Issue[], line: number): void {
    for (const { code, path } of issues) {
      const known = this.#counts.get(code);
      if (known === undefined) this.#counts.set(code, { code, line, path, count: 1 });
      else known.count += 1;
    }
  }
}

/** As the current version has it. */
function currentValue(input: string | Uint8Array): JsonValue | undefined {
  const result = migrateRecord(input);
  return result.ok ? parseJson(result.text) : undefined;
}

function asRead(value: JsonValue, type: string): unknown {
  return isKnownRecordType(type) ? value : { type: "unknown", reason: "unknown_type", original: value };
}
