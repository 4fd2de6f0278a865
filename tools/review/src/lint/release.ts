/** The release command: writes the hashes of every version that is not locked yet into `released.json`, after the lint has nothing against them. */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { applyRules } from "./finding.js";
import { LOCK_FILE, lockVersions, ReleaseError } from "./lock.js";
import { RULES } from "./rules.js";
import { readSchemaSet } from "./schema-set.js";

const DEFAULT_DIR = fileURLToPath(new URL("../../../../schemas", import.meta.url));

function main(dir: string): number {
  const findings = applyRules(RULES, readSchemaSet(dir));
  if (findings.length > 0) {
    console.error(`Nothing is locked: the lint has ${findings.length} findings.`);
    return 1;
  }
  try {
    const locked = lockVersions(dir);
    for (const { version, files } of locked)
      console.log(`${LOCK_FILE}: version ${version} is released with ${files} files`);
    if (locked.length === 0) console.log(`${LOCK_FILE}: every version was released before`);
    return 0;
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    console.error(`Nothing is locked: ${error.message}`);
    return 1;
  }
}

process.exitCode = main(resolve(process.argv[2] ?? DEFAULT_DIR));
