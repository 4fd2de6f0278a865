/** `released.json`: the hashes that keep the files of a released version as they are. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Json, JsonObject } from "./json.js";
import { isObject, objectOf } from "./json.js";
import { filesBelow } from "./schema-set.js";

export const LOCK_FILE = "released.json";

/** The hashes of one version: relative path to sha256 in hexadecimal digits. */
type VersionHashes = Readonly<Record<string, string>>;

export interface LockDifference {
  readonly version: number;
  readonly file: string;
  readonly kind: "changed" | "missing" | "added";
}

/** A version that cannot be locked. */
export class ReleaseError extends Error {
  override readonly name = "ReleaseError";
}

/** What differs between the released versions and the folder. */
export function lockDifferences(dir: string): LockDifference[] {
  return [...lockedVersions(dir)].flatMap(([version, locked]) => {
    const present = hashesOf(dir, version);
    const files = [...new Set([...Object.keys(locked), ...Object.keys(present)])].sort();
    return files.flatMap((file) => {
      const kind = differenceOf(locked[file], present[file]);
      return kind === undefined ? [] : [{ version, file, kind }];
    });
  });
}

/**
 * Writes the hashes of a version that is released now.
 * @returns the number of files locked.
 * @throws ReleaseError when the version is locked already, has no files, or an older one is not locked.
 */
export function lockVersion(dir: string, version: number): number {
  const locked = lockedVersions(dir);
  if (locked.has(version)) {
    throw new ReleaseError(
      `version ${version} is released: its hashes are never written again. Make version ${version + 1}.`,
    );
  }
  if (version > 1 && !locked.has(version - 1)) throw new ReleaseError(`version ${version - 1} is not released yet.`);
  const files = existsSync(join(dir, `v${version}`)) ? hashesOf(dir, version) : {};
  if (Object.keys(files).length === 0) throw new ReleaseError(`there is no folder v${version} with files in it.`);
  const document = readLock(dir);
  const versions = { ...objectOf(document.versions), [String(version)]: { files } };
  writeFileSync(join(dir, LOCK_FILE), `${JSON.stringify({ ...document, versions }, null, 2)}\n`);
  return Object.keys(files).length;
}

/** The files of a version: its folder without the changelog, and the migration that leads to it. */
function hashesOf(dir: string, version: number): VersionHashes {
  const folder = `v${version}`;
  const inFolder = existsSync(join(dir, folder))
    ? filesBelow(join(dir, folder)).map((file) => `${folder}/${file}`)
    : [];
  const migration = `migrations/v${version - 1}-to-v${version}.json`;
  const files = [
    ...inFolder.filter((file) => file !== `${folder}/CHANGELOG.md`),
    ...(existsSync(join(dir, migration)) ? [migration] : []),
  ];
  return Object.fromEntries(files.map((file) => [file, sha256(readFileSync(join(dir, file)))]));
}

function lockedVersions(dir: string): Map<number, VersionHashes> {
  const versions = Object.entries(objectOf(readLock(dir).versions));
  return new Map(versions.map(([version, entry]) => [Number(version), hashesIn(objectOf(entry).files)]));
}

function hashesIn(value: Json | undefined): VersionHashes {
  const entries = Object.entries(objectOf(value));
  return Object.fromEntries(entries.map(([file, hash]) => [file, String(hash)]));
}

function readLock(dir: string): JsonObject {
  const path = join(dir, LOCK_FILE);
  const value: Json = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
  return isObject(value) ? value : {};
}

function differenceOf(locked: string | undefined, present: string | undefined): LockDifference["kind"] | undefined {
  if (locked === present) return undefined;
  if (locked === undefined) return "added";
  return present === undefined ? "missing" : "changed";
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
