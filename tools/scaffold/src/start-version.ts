/** Starts the next version of a folder of schemas as a copy of the newest one, which is locked. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { lockVersions, versionsIn } from "@parlance/review";
import { withNextNumbers } from "./next-numbers.js";

const CHANGELOG = "CHANGELOG.md";

export interface StartedVersion {
  readonly version: number;
  /** Whether the version before was open to changes until now. */
  readonly isNewlyLocked: boolean;
}

/**
 * Locks what is there and writes the folder of the next one, with the migration that leads to it, still empty.
 * @param schemas the folder with `v1`, `v2` and so on
 * @throws ReleaseError when what is there cannot be locked
 */
export function startVersion(schemas: string): StartedVersion {
  const isNewlyLocked = lockVersions(schemas).length > 0;
  const newest = versionsIn(schemas).length;
  copyVersion(schemas, newest);
  writeMigration(schemas, newest);
  writeChangelog(schemas, newest);
  return { version: newest + 1, isNewlyLocked };
}

function copyVersion(schemas: string, version: number): void {
  const source = join(schemas, `v${version}`);
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name === CHANGELOG) continue;
    const path = join(entry.parentPath, entry.name);
    const copy = join(schemas, `v${version + 1}`, path.slice(source.length));
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, withNextNumbers(readFileSync(path, "utf8"), version), { flag: "wx" });
  }
}

function writeMigration(schemas: string, version: number): void {
  const migration = { $schema: "../migration.schema.json", from: version, to: version + 1, types: {} };
  const path = join(schemas, "migrations", `v${version}-to-v${version + 1}.json`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(migration, null, 2)}\n`, { flag: "wx" });
}

function writeChangelog(schemas: string, version: number): void {
  const next = version + 1;
  const text = `# Version ${next}

Everything written in version ${version} is read as version ${next} without any work of the reader; \`../migrations/v${version}-to-v${next}.json\` says how.

## What is different for a reader of messages

| message | in version ${version} | in version ${next} | why |
| ------- | ------------ | ------------ | --- |
`;
  writeFileSync(join(schemas, `v${next}`, CHANGELOG), text, { flag: "wx" });
}
