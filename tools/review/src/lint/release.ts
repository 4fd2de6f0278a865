/** The release command: writes the hashes of a version into `released.json`, once, after the lint has nothing against it. */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { applyRules } from "./finding.js";
import { LOCK_FILE, lockVersion, ReleaseError } from "./lock.js";
import { RULES } from "./rules.js";
import { readSchemaSet } from "./schema-set.js";

const DEFAULT_DIR = fileURLToPath(new URL("../../../../schemas", import.meta.url));
const USAGE = "usage: node tools/review/dist/lint/release.js VERSION [DIR]";

function main(argument: string | undefined, dir: string): number {
  const version = Number(argument);
  if (!Number.isInteger(version) || version < 1) {
    console.error(USAGE);
    return 2;
  }
  const findings = applyRules(RULES, readSchemaSet(dir));
  if (findings.length > 0) {
    console.error(`Nothing is locked: the lint has ${findings.length} findings.`);
    return 1;
  }
  try {
    console.log(`${LOCK_FILE}: version ${version} is released with ${lockVersion(dir, version)} files`);
    return 0;
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    console.error(`Nothing is locked: ${error.message}`);
    return 1;
  }
}

process.exitCode = main(process.argv[2], resolve(process.argv[3] ?? DEFAULT_DIR));
