/** The files that a command line names: by themselves, by their folder, by a pattern, or by a pipe into the command. */

import { fstatSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { CommandFailure, fileFailure } from "../failure.js";
import { visible } from "../terminal/visible.js";
import { isStandardInput } from "./source.js";

/** What a folder is searched for. */
const HISTORIES = "**/*.{json,jsonl,ndjson}";
const STDIN_DESCRIPTOR = 0;

/** @throws CommandFailure where nothing is named and nothing is piped, or a folder or a pattern has no file. */
export async function inputFiles(given: readonly string[]): Promise<readonly string[]> {
  return given.length === 0 ? [inputFile(undefined)] : (await Promise.all(given.map(filesOf))).flat();
}

/** The same for a command that reads one. */
export function inputFile(given: string | undefined): string {
  if (given !== undefined) return given;
  if (isPiped()) return "-";
  throw new CommandFailure("missing required argument: the file to read, or - for standard input");
}

/** What is no folder and no pattern that leads somewhere is a file, and whoever opens it says what is wrong with it. */
async function filesOf(given: string): Promise<readonly string[]> {
  if (isStandardInput(given)) return [given];
  const stats = await stat(given).catch(() => undefined);
  if (stats !== undefined) return stats.isDirectory() ? filesInFolder(given) : [given];
  const found = /[*?[{]/.test(given) ? await search(given, process.cwd()) : [];
  return found.length === 0 ? [given] : found;
}

async function filesInFolder(folder: string): Promise<readonly string[]> {
  const found = await search(HISTORIES, folder);
  if (found.length === 0) throw new CommandFailure(`${visible(folder)} has no .json, .jsonl or .ndjson file in it`);
  return found.map((name) => join(folder, name));
}

/** In the order of their names. Hidden files are left out, and links to folders are not followed: they may lead in a circle. */
async function search(pattern: string, folder: string): Promise<readonly string[]> {
  const { glob } = await import("tinyglobby");
  try {
    const found = await glob(pattern, { cwd: folder, followSymbolicLinks: false, expandDirectories: false });
    return found.sort();
  } catch (error) {
    throw fileFailure("read", folder, error);
  }
}

/** Whether somebody feeds standard input. A terminal does not until it is asked, and /dev/null never. */
function isPiped(): boolean {
  try {
    const stats = fstatSync(STDIN_DESCRIPTOR);
    return stats.isFIFO() || stats.isFile() || stats.isSocket();
  } catch {
    return false;
  }
}
