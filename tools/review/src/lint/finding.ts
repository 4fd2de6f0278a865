/** What a rule is, and what it finds. */
import type { SchemaSet } from "./schema-set.js";

export interface Finding {
  /** The rule's id, `PP05`. */
  readonly rule: string;
  /** Path relative to the schemas folder. */
  readonly file: string;
  /** JSON Pointer of the place inside the file. */
  readonly pointer: string;
  readonly message: string;
  /** What to do about it. */
  readonly mend: string;
}

/** A finding as a check yields it; the rule adds its id, and its own `mend` where the check has none. */
export interface Found {
  readonly file: string;
  readonly pointer: string;
  readonly message: string;
  readonly mend?: string;
}

export interface Rule {
  readonly id: string;
  /** What the rule demands, as a sentence. */
  readonly sentence: string;
  readonly mend: string;
  /** Whether the rule holds for a published bundle too, and not only for source files. */
  readonly bundles: boolean;
  check(set: SchemaSet): Iterable<Found>;
}

/** Findings of some rules on a set, by file, then in the order of the rules. */
export function applyRules(rules: readonly Rule[], set: SchemaSet): Finding[] {
  const findings = rules.flatMap((rule) =>
    [...rule.check(set)].map((found) => ({
      rule: rule.id,
      file: found.file,
      pointer: found.pointer,
      message: found.message,
      mend: found.mend ?? rule.mend,
    })),
  );
  return withoutEchoes(findings).sort((a, b) => compareText(a.file, b.file));
}

/** The dialect repeats in its own words what other rules find; they say it better. */
function withoutEchoes(findings: readonly Finding[]): Finding[] {
  const explained = new Set(findings.filter(({ rule }) => rule !== "DIA01").map(({ file }) => file));
  return findings.filter(({ rule, file }) => rule !== "DIA01" || !explained.has(file));
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
