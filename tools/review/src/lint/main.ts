/** The lint command: prints each finding with its place, its rule and how to mend it; exits with 1 when there is one. */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Finding } from "./finding.js";
import { applyRules } from "./finding.js";
import { RULES, sentenceOf } from "./rules.js";
import { readSchemaSet, versionOf } from "./schema-set.js";

const DEFAULT_DIR = fileURLToPath(new URL("../../../../schemas", import.meta.url));

/** A finding as a person reads it: place, rule with its sentence, what is there, what to do. */
function describeFinding({ file, pointer, rule, message, mend }: Finding): string {
  return `${file}${pointer === "" ? "" : ` ${pointer}`}\n  ${rule}  ${sentenceOf(rule)}\n  found ${message}\n  mend  ${mend}\n`;
}

function main(dir: string): number {
  const set = readSchemaSet(dir);
  const findings = applyRules(RULES, set);
  for (const finding of findings) console.error(describeFinding(finding));
  if (findings.length > 0) {
    console.error(`${findings.length} ${findings.length === 1 ? "finding" : "findings"} in ${dir}`);
    return 1;
  }
  const versions = new Set(set.documents.map(({ file }) => versionOf(file))).size;
  console.log(
    `schemas: ${set.documents.length} files of ${versions} ${versions === 1 ? "version" : "versions"} and ${set.examples.length} examples keep all ${RULES.length} rules`,
  );
  return 0;
}

process.exitCode = main(resolve(process.argv[2] ?? DEFAULT_DIR));
