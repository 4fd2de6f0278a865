/** The files that a command line names: by themselves, by their folder, by a pattern, or by a pipe into the command. */

import { fstatSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { CommandFailure, fileFailure } from "../failure.js";
import { visibleText } from "../terminal/visible.js";
import { type InputSource, isStandardInput, openSource } from "./source.js";

/** What a folder is searched for. */
const HISTORIES = "**/*.{json,jsonl,ndjson}";
/** A bracket that is not closed is a letter like any other. */
const PATTERN = /[*?]|\[[^\]]*\]|\{[^}]*\}/;
const STDIN_DESCRIPTOR = 0;

/**
 * What leads to no file stays as it is given, for {@link openInput} to say so when its turn comes.
 *
 * @throws CommandFailure where nothing is named and nothing is piped, or a folder cannot be searched.
 */
export async function inputFiles(given: readonly string[]): Promise<readonly string[]> {
  return given.length === 0 ? [inputFile(undefined)] : (await Promise.all(given.map(filesOf))).flat();
}

/** The same for a command that reads one. */
export function inputFile(given: string | undefined): string {
  if (given !== undefined) return given;
  if (isPiped()) return "-";
  throw new CommandFailure("missing required argument: the file to read, or - for standard input");
}

/** @throws CommandFailure where one of the files that a command line names cannot be read, or a folder or a pattern has none. */
export async function openInput(given: string): Promise<InputSource> {
  const kind = await kindOf(given);
  if (kind === "folder") throw new CommandFailure(`${visibleText(given)} has no .json, .jsonl or .ndjson file in it`);
  if (kind === "pattern") throw new CommandFailure(`nothing matches the pattern ${visibleText(given)}`);
  return openSource(given);
}

async function filesOf(given: string): Promise<readonly string[]> {
  const kind = await kindOf(given);
  if (kind === "file") return [given];
  const found = kind === "pattern" ? await search(given, process.cwd()) : await filesInFolder(given);
  return found.length === 0 ? [given] : found;
}

async function filesInFolder(folder: string): Promise<readonly string[]> {
  return (await search(HISTORIES, folder)).map((name) => join(folder, name));
}

/** What is there has its own kind, whatever signs its name has. */
async function kindOf(given: string): Promise<"file" | "folder" | "pattern"> {
  if (isStandardInput(given)) return "file";
  const stats = await stat(given).catch(() => undefined);
  if (stats !== undefined) return stats.isDirectory() ? "folder" : "file";
  return PATTERN.test(given) ? "pattern" : "file";
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
