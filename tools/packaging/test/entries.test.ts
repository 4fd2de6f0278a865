/** What is built of a package is what its manifest lets others load. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Entries, readEntries } from "../src/entries.js";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "parlance-entries-"));
  for (const path of ["src/context", "src/shared/context", "src/files"])
    mkdirSync(join(folder, path), { recursive: true });
  for (const file of ["index", "main", "context/index", "shared/context/index", "files/index", "files/read"])
    writeFileSync(join(folder, "src", `${file}.ts`), "");
});
afterEach(() => rmSync(folder, { recursive: true }));

async function entriesOf(manifest: object): Promise<Entries> {
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  return await readEntries(folder);
}

it("each export with a file for Node is built, and each command; the manifest is not", async () => {
  const exports = {
    ".": { types: "./dist/index.d.ts", node: "./dist/node/index.js", default: "./dist/index.js" },
    "./context": {
      types: "./dist/context/index.d.ts",
      node: "./dist/node/context/index.js",
      default: "./dist/context/index.js",
    },
    "./package.json": "./package.json",
  };
  expect(await entriesOf({ exports, bin: { parlance: "./dist/main.js" } })).toEqual({
    library: ["index", "context/index"],
    command: ["main"],
  });
});

it("a star stands for the name of one folder", async () => {
  const { library } = await entriesOf({ exports: { "./*": { node: "./dist/node/*/index.js" } } });
  expect([...library].sort()).toEqual(["context/index", "files/index"]);
});

it.each([
  [
    "an export without a file for Node",
    { exports: { ".": { default: "./dist/index.js" } } },
    'exports["."].node of package.json: expected a .js file in ./dist/node/, found nothing',
  ],
  [
    "an export that is built elsewhere",
    { exports: { ".": { node: "./lib/index.js" } } },
    'exports["."].node of package.json: expected a .js file in ./dist/node/, found ./lib/index.js',
  ],
  [
    "a command that is not a program",
    { exports: {}, bin: { parlance: "./dist/main.sh" } },
    "bin.parlance of package.json: expected a .js file in ./dist/, found ./dist/main.sh",
  ],
])("%s is refused", async (_, manifest, message) => {
  await expect(entriesOf(manifest)).rejects.toThrow(message);
});
