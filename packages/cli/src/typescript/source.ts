/** One TypeScript file, read as the project around it says, and the types that can be named from outside. */

import { dirname, resolve } from "node:path";
import type { ts } from "ts-json-schema-generator";
import { BadData, CommandFailure } from "../failure.js";
import { visibleText } from "../terminal/visible.js";
import type { Generator } from "./generator.js";

export interface TypeScriptSource {
  /** As the caller named it. */
  readonly name: string;
  readonly program: ts.Program;
  readonly file: ts.SourceFile;
}

/** More than these would scroll the first one away. */
const MOST_ERRORS = 5;

/**
 * Reads a file and all that it imports.
 * @throws CommandFailure for what is not a TypeScript file; BadData where it has errors, with their places
 */
export function readSource({ ts }: Generator, name: string): TypeScriptSource {
  const path = resolve(name);
  const program = ts.createProgram([path], { ...optionsFor(ts, path), noEmit: true, skipLibCheck: true });
  const file = program.getSourceFile(path);
  if (file === undefined) throw new CommandFailure(`${visibleText(name)} could not be read by TypeScript`);
  const errors = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
  if (errors.length > 0) throw new BadData(`${visibleText(name)} has errors:\n${listed(name, file, errors)}`);
  return { name, program, file };
}

/** The options of the nearest tsconfig.json, or else those of a project of today. */
function optionsFor(ts: Generator["ts"], path: string): ts.CompilerOptions {
  const config = ts.findConfigFile(dirname(path), ts.sys.fileExists);
  if (config === undefined) {
    const { ScriptTarget, ModuleKind } = ts;
    const today = { target: ScriptTarget.ESNext, module: ModuleKind.NodeNext, allowImportingTsExtensions: true };
    return { strict: true, ...today, types: [] };
  }
  const { config: content } = ts.readConfigFile(config, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(content ?? {}, ts.sys, dirname(config), undefined, config);
  return { ...options, composite: false, incremental: false };
}

/** The places and the numbers of errors: their words quote the file. */
function listed(name: string, file: ts.SourceFile, errors: readonly ts.Diagnostic[]): string {
  const lines = errors.slice(0, MOST_ERRORS).map(({ start, code }) => `  ${placeIn(name, file, start)} TS${code}`);
  const more = errors.length - lines.length;
  return [...lines, ...(more > 0 ? [`  and ${more} more`] : [])].join("\n");
}

/** `src/tools.ts:3:14` */
export function placeIn(name: string, file: ts.SourceFile, start: number = 0): string {
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return `${visibleText(name)}:${line + 1}:${character + 1}`;
}
