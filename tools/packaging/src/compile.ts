/** The modules of a package one by one, as the compiler writes them: bundlers take out of them what a program uses. */

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const COMPILER = fileURLToPath(new URL("../../../node_modules/typescript/bin/tsc", import.meta.url));

/**
 * Writes each module with its declarations to `dist`, both with maps that lead to the source.
 *
 * @throws Error with what the compiler found.
 */
export async function compile(folder: string): Promise<void> {
  await runCompiler(folder, "--declarationMap", "--sourceMap");
}

/** @throws Error with what the compiler found. */
export async function checkTypes(folder: string): Promise<void> {
  await runCompiler(folder, "--noEmit");
}

async function runCompiler(folder: string, ...options: readonly string[]): Promise<void> {
  const compiling = promisify(execFile)(process.execPath, [COMPILER, "--project", folder, ...options]);
  await compiling.catch(({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) => {
    throw new Error(`the compiler refuses ${folder}:\n${stdout}${stderr}`);
  });
}
