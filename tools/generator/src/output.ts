/** Phase 6, output: writes the generated files, or says how those on the disk differ. */

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { GeneratedFile } from "./emit/header.js";

/** How an output folder differs from what the schemas lead to; paths relative to the folder, sorted. */
export interface Difference {
  /** Other bytes than generated. */
  readonly stale: readonly string[];
  /** Not there. */
  readonly missing: readonly string[];
  /** Generated once and no longer. */
  readonly superfluous: readonly string[];
}

/** Files that say so in their names. */
export const NAMED_SO: RegExp = /\.gen\.(ts|json)$/;

/**
 * Compares without writing.
 * @param generated The paths of what nobody writes by hand.
 */
export function compareOutput(outDir: string, files: readonly GeneratedFile[], generated: RegExp): Difference {
  const wanted = new Set(files.map((file) => file.path));
  const missing = files.filter((file) => !existsSync(join(outDir, file.path)));
  const stale = files.filter(
    (file) => !missing.includes(file) && readFileSync(join(outDir, file.path), "utf8") !== file.content,
  );
  return {
    stale: stale.map((file) => file.path).sort(),
    missing: missing.map((file) => file.path).sort(),
    superfluous: listGenerated(outDir, "", generated).filter((path) => !wanted.has(path)),
  };
}

/** Makes the folder equal to the files: writes what differs, each file in one step, and removes generated files that are no longer made. */
export function writeOutput(outDir: string, files: readonly GeneratedFile[], generated: RegExp): Difference {
  const difference = compareOutput(outDir, files, generated);
  const changed = new Set([...difference.stale, ...difference.missing]);
  for (const file of files) {
    if (changed.has(file.path)) writeAtomically(join(outDir, file.path), file.content);
  }
  for (const path of difference.superfluous) rmSync(join(outDir, path));
  return difference;
}

/** A reader sees the old file or the new one, never half of one. */
function writeAtomically(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, content);
  renameSync(temporary, path);
}

/** The generated files below a folder; other files are not ours to touch. */
function listGenerated(outDir: string, folder: string, generated: RegExp): string[] {
  if (!existsSync(join(outDir, folder))) return [];
  const entries = readdirSync(join(outDir, folder), { withFileTypes: true });
  const paths = entries.flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return listGenerated(outDir, path, generated);
    return generated.test(path) ? [path] : [];
  });
  return paths.sort();
}
