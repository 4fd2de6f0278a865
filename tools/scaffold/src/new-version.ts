/** The command behind `npm run new-version`: does what is mechanical about a new version, and says what is left to do. */
import { fileURLToPath } from "node:url";
import { ReleaseError } from "@parlance/review";
import { startVersion } from "./start-version.js";

const SCHEMAS = fileURLToPath(new URL("../../../schemas", import.meta.url));

process.exitCode = main(process.argv[2] ?? SCHEMAS);

function main(schemas: string): number {
  try {
    const { version, isNewlyLocked } = startVersion(schemas);
    if (isNewlyLocked) console.log(`Version ${version - 1} is locked now: nobody changes it any more.`);
    console.log(nextSteps(version));
    return 0;
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    console.error(`No version was started: ${error.message}`);
    return 1;
  }
}

function nextSteps(version: number): string {
  return `schemas/v${version} is a copy of version ${version - 1}. What is left to do:
  1. Change in schemas/v${version} what has to change, its examples and its CHANGELOG.md.
  2. Say in schemas/migrations/v${version - 1}-to-v${version}.json what became of it; migrations/README.md has every operation.
  3. npm run generate && npm test, and a changeset: npm run changeset`;
}
