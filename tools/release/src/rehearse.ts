/** All of a release but the upload, in a copy of the repository that is gone afterwards. */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copySources, environmentOfTheShell, runCommand } from "./fresh-copy.js";

/** A package as it would be published. */
interface Packed {
  readonly name: string;
  readonly version: string;
  readonly entryCount: number;
  /** Bytes of the archive. */
  readonly size: number;
}

/**
 * Locks the schemas, raises the versions by the changesets, builds, checks and packs.
 * @param onStep Called with what begins.
 * @returns what would be locked and published, for a person to read.
 * @throws Error with the end of what a step printed, when it fails
 */
export async function rehearse(onStep: (step: string) => void): Promise<string> {
  const copy = mkdtempSync(join(tmpdir(), "parlance-release-"));
  try {
    onStep("Copying what git would clone, and what is not committed");
    copySources(copy);
    return await rehearseIn(copy, onStep);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function rehearseIn(copy: string, onStep: (step: string) => void): Promise<string> {
  const run = (command: string, folder = ""): Promise<string> =>
    runCommand(command, join(copy, folder), environmentOfTheShell());
  const lockedBefore = lockedVersions(copy);
  onStep("Locking the schemas and raising the versions");
  await run("npm run version-packages");
  onStep("Building and checking");
  await run("npm run check");
  onStep("Packing");
  const packed: Packed[] = [];
  for (const folder of publishedFolders(copy)) packed.push(JSON.parse(await run(publishing(copy), folder)) as Packed);
  const locked = [...lockedVersions(copy)].filter(([version]) => !lockedBefore.has(version));
  return [...locked.map(tellLocked), ...packed.map(tellPacked), END].join("\n");
}

const END = `Nothing was uploaded, and nothing was written here. The registry was not asked: \`npm run release\` passes over versions that it has.`;

/** What the publishing of each package runs, with everything done but the upload. */
function publishing(copy: string): string {
  const { packageManager } = readJson(join(copy, "package.json")) as { packageManager: string };
  return `npx --yes ${packageManager} publish --dry-run --no-git-checks --json`;
}

/** The numbers of the versions of the contract that are locked, and how many files each has. */
function lockedVersions(copy: string): ReadonlyMap<string, number> {
  const { versions } = readJson(join(copy, "schemas/released.json")) as { versions: Record<string, { files: object }> };
  return new Map(Object.entries(versions).map(([version, { files }]) => [version, Object.keys(files).length]));
}

function publishedFolders(copy: string): readonly string[] {
  const folders = readdirSync(join(copy, "packages")).map((name) => join("packages", name));
  return folders.filter((folder) => isPublished(join(copy, folder, "package.json"))).sort();
}

function isPublished(manifest: string): boolean {
  return existsSync(manifest) && (readJson(manifest) as { private?: boolean }).private !== true;
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}

function tellLocked([version, files]: readonly [string, number]): string {
  return `Version ${version} of the contract would be locked, with ${files} files.`;
}

function tellPacked({ name, version, entryCount, size }: Packed): string {
  return `${name}@${version} would be published, with ${entryCount} files in ${Math.ceil(size / 1024)} KiB.`;
}
