/** One file for each entry of a package, and a few for what entries share: Node has little to look up when it starts. */

import { join } from "node:path";
import { rolldown } from "rolldown";

/** What Node loads in place of the modules one by one, in `dist/node`. */
export async function bundleForNode(folder: string, modules: readonly string[]): Promise<void> {
  await bundle(folder, modules, "dist/node");
}

/** The programs of a shell, in `dist`. */
export async function bundleCommand(folder: string, modules: readonly string[]): Promise<void> {
  await bundle(folder, modules, "dist");
}

/**
 * Whatever is loaded, there is one of each class, symbol and WeakMap, since what entries share is in files of its own. Other packages stay
 * out, so that they are installed, audited and mended by themselves.
 *
 * @throws Error on everything that the bundler has to say, be it a warning.
 */
async function bundle(folder: string, modules: readonly string[], dir: string): Promise<void> {
  if (modules.length === 0) return;
  const build = await rolldown({
    cwd: folder,
    input: Object.fromEntries(modules.map((name) => [name, join("src", `${name}.ts`)])),
    external: (id) => !isPath(id),
    platform: "neutral",
    resolve: { extensionAlias: { ".js": [".ts"] } },
    onLog: (_, { message }) => {
      throw new Error(message);
    },
  });
  await build.write({
    dir: join(folder, dir),
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    sourcemap: true,
    // The source is shipped.
    sourcemapExcludeSources: true,
  });
}

function isPath(id: string): boolean {
  return /^[./]|^[A-Za-z]:\\/.test(id);
}
