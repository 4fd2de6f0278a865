/** The command behind `npm run release`: publishes the packages, or rehearses that. */

import { spawnSync } from "node:child_process";
import { rehearse } from "./rehearse.js";

const USAGE = `npm run release               builds the packages and publishes them
npm run release -- --dry-run  does all of a release but the upload, in a copy of the repository`;

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  if (args.length === 0) return publish();
  if (args.length === 1 && args[0] === "--dry-run") return dryRun();
  console.error(USAGE);
  return 2;
}

function publish(): number {
  return spawnSync("pnpm", ["run", "pnpm:publish"], { stdio: "inherit" }).status ?? 1;
}

async function dryRun(): Promise<number> {
  try {
    console.log(await rehearse((step) => console.log(`${step} ...`)));
    return 0;
  } catch (error) {
    console.error(`This could not be released. ${error instanceof Error ? error.message : error}`);
    return 1;
  }
}
