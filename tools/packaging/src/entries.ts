/** What others can load of a package, read from its manifest. */

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Modules of `src` by their path without the ending, such as `context/index`. */
export interface Entries {
  /** What a program can import: each export that has a file for Node, `dist/node/context/index.js`. */
  readonly library: readonly string[];
  /** What a shell can run: each file in `bin`, `dist/main.js`. */
  readonly command: readonly string[];
}

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly node: string }>>;
  readonly bin?: Readonly<Record<string, string>>;
}

/**
 * @param folder The package.
 * @throws Error on an export or a command that is not built here.
 */
export async function readEntries(folder: string): Promise<Entries> {
  const { exports, bin = {} }: Manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const importable = Object.entries(exports).flatMap(([key, target]) =>
    typeof target === "string" ? [] : [{ key, ...target }],
  );
  const files = (await readdir(join(folder, "src"), { recursive: true })).map((file) => file.replaceAll("\\", "/"));
  return {
    library: importable.flatMap(({ key, node }) =>
      modulesOf(files, programOf(`exports["${key}"].node`, "./dist/node/", node)),
    ),
    command: Object.entries(bin).flatMap(([key, target]) =>
      modulesOf(files, programOf(`bin.${key}`, "./dist/", target)),
    ),
  };
}

function programOf(place: string, folder: string, target: string | undefined): string {
  if (target?.startsWith(folder) !== true || !target.endsWith(".js"))
    throw new Error(`${place} of package.json: expected a .js file in ${folder}, found ${target ?? "nothing"}`);
  return target.slice(folder.length, -".js".length);
}

/** The star in `*\/index` stands for the name of a folder. */
function modulesOf(files: readonly string[], pattern: string): string[] {
  const [before = "", after] = pattern.split("*");
  if (after === undefined) return [pattern];
  return files
    .map((file) => file.replace(/\.ts$/, ""))
    .filter((name) => name.startsWith(before) && name.endsWith(after))
    .filter((name) => !name.slice(before.length, name.length - after.length).includes("/"));
}
