/** Writes where the project is found into the manifest of every package, from the one of the repository; run after that one was changed. */

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withAddresses } from "./with-addresses.js";

const ROOT = join(import.meta.dirname, "../../..");

const repository = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
for (const name of await readdir(join(ROOT, "packages"))) {
  const file = join(ROOT, "packages", name, "package.json");
  const manifest = JSON.parse(await readFile(file, "utf8"));
  await writeFile(file, `${JSON.stringify(withAddresses(manifest, repository, `packages/${name}`), null, 2)}\n`);
}
