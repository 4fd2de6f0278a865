/** `released.json`: the hashes that keep the files of a released version as they are. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
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

/** A version that was locked now. */
export interface LockedVersion {
  readonly version: number;
  /** How many files are locked. */
  readonly files: number;
}

/** The numbers of the versions that a folder of schemas has, in their order. */
export function versionsIn(dir: string): number[] {
  const names = readdirSync(dir).filter((name) => /^v[1-9][0-9]*$/.test(name));
  return names.map((name) => Number(name.slice(1))).sort((one, other) => one - other);
}

/**
 * Writes the hashes of every version that is not locked yet; what is locked is never written again.
 * @returns the versions that were locked now.
 * @throws ReleaseError when there is no version, or one is missing between others.
 */
export function lockVersions(dir: string): LockedVersion[] {
  const locked = lockedVersions(dir);
  const versions = versionsIn(dir);
  const gap = versions.findIndex((version, index) => version !== index + 1);
  if (versions.length === 0 || gap >= 0) throw new ReleaseError(`there is no version ${Math.max(gap, 0) + 1}.`);
  const open = versions.filter((version) => !locked.has(version));
  const hashes = open.map((version) => [String(version), { files: hashesOf(dir, version) }] as const);
  const document = readLock(dir);
  const all = { ...objectOf(document.versions), ...Object.fromEntries(hashes) };
  if (open.length > 0)
    writeFileSync(join(dir, LOCK_FILE), `${JSON.stringify({ ...document, versions: all }, null, 2)}\n`);
  return hashes.map(([version, { files }]) => ({ version: Number(version), files: Object.keys(files).length }));
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
