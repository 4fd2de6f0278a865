/** The build of a package: run in its folder, it writes `dist` anew as it is shipped. */

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { bundleCommand, bundleForNode } from "./bundle.js";
import { checkTypes, compile } from "./compile.js";
import { readEntries } from "./entries.js";

async function build(folder: string): Promise<void> {
  const { library, command } = await readEntries(folder);
  await rm(join(folder, "dist"), { recursive: true, force: true });
  const isLibrary = library.length > 0;
  await Promise.all([
    isLibrary ? compile(folder) : checkTypes(folder),
    bundleForNode(folder, library),
    bundleCommand(folder, command),
  ]);
}

await build(process.cwd());
