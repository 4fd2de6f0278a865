/** The generated files of the small schema sets, as files to read and review: `golden/<set>/generated/<package>`. */

import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { generate } from "../src/generate.js";
import { ANNOTATIONS, ASSERTIONS, walkSchema } from "../src/keywords.js";
import { loadSources } from "../src/load.js";
import { CASES } from "./cases.js";
import { schemasOf } from "./support.js";

/** What ajv prints is long and not ours; one set shows its frame, and the instances of every set show what it does. */
const SET_WITH_VALIDATORS = "one-message";

/** The same for every set, and the schemas have no part in it. */
const LANGUAGES = "builders/languages.gen.ts";

function isGolden(set: string, path: string): boolean {
  // The plain files of the contract say what the schemas and the tables of core say.
  if (path === LANGUAGES || path.startsWith("contract/")) return false;
  return set === SET_WITH_VALIDATORS || !/^core\/v[0-9]+\/validators\.gen\.ts$/.test(path);
}

describe("the small schema sets", () => {
  it("use every keyword of the profile between them", () => {
    const used = new Set<string>();
    for (const { name } of CASES) {
      for (const { schema } of loadSources(schemasOf(name)).schemas) {
        walkSchema(schema, (sub) => {
          for (const keyword of Object.keys(sub)) used.add(keyword);
        });
      }
    }
    const profile = [
      ...ASSERTIONS,
      ...ANNOTATIONS,
      "x-user-data",
      "x-open-tag",
      "x-note",
      "x-enum-values",
      "x-depth-limit",
    ];
    expect(profile.filter((keyword) => !used.has(keyword))).toEqual([]);
  });
});

describe.each(CASES)("generated from $about, in golden/$name,", ({ name }) => {
  const folder = fileURLToPath(new URL(`golden/${name}/generated`, import.meta.url));

  it("each file is what was reviewed last", async () => {
    const outputs = await generate({ schemasDir: schemasOf(name) });
    const files = outputs.flatMap((output) =>
      output.files.map(({ path, content }) => ({ path: `${output.package}/${path}`, content })),
    );
    const golden = files.filter((file) => isGolden(name, file.path));
    for (const file of golden) await expect(file.content).toMatchFileSnapshot(`${folder}/${file.path}`);
    const paths = golden.map((file) => file.path);
    expect(listFiles(folder).filter((path) => !paths.includes(path))).toEqual([]);
  });
});

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`);
  return paths.map((path) => path.slice(folder.length + 1)).sort();
}
