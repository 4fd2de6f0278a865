/** What the tests share: the small schema sets, temporary folders and the compiler. */

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { onTestFinished } from "vitest";

/** The root of the repository. */
export const REPOSITORY: string = fileURLToPath(new URL("../../..", import.meta.url));

/** The source of core, whose hand-written modules generated code imports. */
export const CORE_SOURCE: string = join(REPOSITORY, "packages/core/src");

/** How often a property runs: `full` times in a full run, and as much less often in a quick one as every property there. */
export function propertyRuns(full: number): number {
  return Math.ceil((full * (fc.readConfigureGlobal().numRuns ?? 100)) / 100);
}

/** The schemas of a small set. */
export function schemasOf(name: string): string {
  return fileURLToPath(new URL(`golden/${name}/schemas`, import.meta.url));
}

/** A new empty folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "parlance-generator-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A temporary folder with the given files; values that are not strings are written as JSON. */
export function folderWith(files: { readonly [path: string]: unknown }): string {
  const folder = temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, typeof content === "string" ? content : JSON.stringify(content));
  }
  return folder;
}

/** A schemas folder whose one version has one message type, `note`, with the given data schema and definitions. */
export function schemasWithData(data: unknown, $defs: { readonly [name: string]: unknown } = {}): string {
  return folderWith({
    "v1/message/message.schema.json": {
      title: "Message",
      oneOf: [{ $ref: "note.schema.json" }, { $ref: "#/$defs/UnknownMessage" }],
      $defs: {
        UnknownMessage: {
          type: "object",
          additionalProperties: true,
          required: ["type"],
          properties: { type: { type: "string", maxLength: 256, "x-open-tag": true } },
        },
      },
    },
    "v1/message/note.schema.json": {
      title: "NoteMessage",
      type: "object",
      additionalProperties: true,
      required: ["type", "data"],
      properties: { type: { const: "note" }, data: { $ref: "#/$defs/Data" } },
      $defs: { Data: data, ...$defs },
    },
  });
}

/**
 * Runs the compiler with the repository's flags, the strictest there are, over the TypeScript files below a folder.
 * @param options Compiler options beside those; nothing is written unless they say so.
 * @returns What the compiler complains about, empty when nothing.
 */
export function typeCheck(
  folder: string,
  options: { readonly [name: string]: unknown } = {},
  include: readonly string[] = ["**/*.ts"],
): string {
  const compilerOptions = { noEmit: true, ...options };
  const config = { extends: join(REPOSITORY, "tsconfig.base.json"), compilerOptions, include };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const tsc = join(REPOSITORY, "node_modules/typescript/bin/tsc");
  // Several threads would check some of it several times, and the tests have a second worker for them.
  const args = [tsc, "-p", folder, "--singleThreaded"];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  return (stdout + stderr).trim();
}

/** Copies the hand-written source of core to where generated code will find it. */
export function copyCore(target: string): void {
  cpSync(CORE_SOURCE, target, { recursive: true, filter: (path) => !path.endsWith("/generated") });
}

/** Copies the hand-written source of builders, or one folder of it, to where generated code will find it. */
export function copyBuilders(target: string, folder = ""): void {
  const source = join(REPOSITORY, "packages/builders/src", folder);
  cpSync(source, join(target, folder), { recursive: true, filter: (path) => !path.endsWith("/generated") });
}

/** Gives a copy of builders the packages that builders has, with a core built elsewhere as `@parlance/core`. */
export function linkPackages(target: string, core: string): void {
  const source = join(REPOSITORY, "packages/builders/node_modules");
  const modules = join(target, "node_modules");
  mkdirSync(join(modules, "@parlance"), { recursive: true });
  for (const name of readdirSync(source)) {
    if (name !== "@parlance") symlinkSync(join(source, name), join(modules, name));
  }
  symlinkSync(core, join(modules, "@parlance/core"));
  const manifest = { type: "module", exports: { ".": "./index.js", "./*": "./*.js" } };
  writeFileSync(join(core, "package.json"), JSON.stringify(manifest));
}
