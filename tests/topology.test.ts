/** Who may import whom, stated as literals and held against every import in the source. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** Packages of the workspace that the source of a package may import. */
const ALLOWED: Record<string, readonly string[]> = {
  "packages/contract": [],
  "packages/core": [],
  "packages/builders": ["@parlance/core"],
  "packages/cli": ["@parlance/builders", "@parlance/core", "@parlance/providers"],
  "packages/providers": ["@parlance/builders", "@parlance/core"],
  "packages/runtime": ["@parlance/builders", "@parlance/core", "@parlance/providers"],
  "tools/bench": ["@parlance/builders", "@parlance/core", "@parlance/providers", "@parlance/runtime"],
  "tools/generator": [],
  "tools/packaging": [],
  "tools/release": [],
  "tools/review": [],
  "tools/sampler": [],
  "tools/scaffold": ["@parlance/review"],
};

function sourceFiles(folder: string): string[] {
  // The contract is plain files.
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|js)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  // Generated validators and migrations hold data that looks like the end of an import, so a statement is read from its start.
  const statements = /^(?:import|export)\b[^;"'`]*?\bfrom\s+"([^"]+)"|\bimport\s*\(?\s*"([^"]+)"/gm;
  return [...text.matchAll(statements)].map((match) => match[1] ?? match[2] ?? "");
}

it("names every package of the workspace", () => {
  const packages = ["packages", "tools"].flatMap((group) =>
    readdirSync(join(ROOT, group)).map((name) => `${group}/${name}`),
  );
  expect(packages.sort()).toEqual(Object.keys(ALLOWED).sort());
});

for (const [folder, allowed] of Object.entries(ALLOWED)) {
  it(`${folder} imports ${allowed.length === 0 ? "no package" : allowed.join(", ")} of the workspace`, () => {
    const found = new Set<string>();
    for (const file of sourceFiles(`${folder}/src`)) {
      for (const name of importsOf(file)) {
        const owner = /^@parlance\/[^/]+/.exec(name)?.[0];
        if (owner !== undefined) found.add(owner);
      }
    }
    expect([...found].filter((name) => !allowed.includes(name))).toEqual([]);
  });

  it(`${folder} has no import that leaves its own folder`, () => {
    const escapes = sourceFiles(`${folder}/src`).flatMap((file) =>
      importsOf(file)
        .filter((name) => name.startsWith("."))
        .filter((name) => relative(join(ROOT, folder, "src"), join(file, "..", name)).startsWith(".."))
        .map((name) => `${relative(ROOT, file)} -> ${name}`),
    );
    expect(escapes).toEqual([]);
  });
}

it("core has no runtime dependency and no Node API", () => {
  const manifest = JSON.parse(readFileSync(join(ROOT, "packages/core/package.json"), "utf8"));
  expect(manifest.dependencies).toBeUndefined();
  const outside = sourceFiles("packages/core/src").flatMap((file) =>
    importsOf(file).filter((name) => !name.startsWith(".")),
  );
  expect(outside.filter((name) => name !== "@standard-schema/spec")).toEqual([]);
});

it("the command loads providers only when a conversation is converted", () => {
  const early = sourceFiles("packages/cli/src").filter((file) =>
    /^import (?!type)[^;]*"@parlance\/providers"/m.test(readFileSync(file, "utf8")),
  );
  expect(early).toEqual([]);
});

it("generated code of builders imports only core and the shared base of builders", () => {
  const names = sourceFiles("packages/builders/src/generated").flatMap(importsOf);
  const outside = names.filter((name) => name !== "@parlance/core" && !name.endsWith(".gen.js"));
  expect([...new Set(outside)].sort()).toEqual([
    "../../shared/field-builder.js",
    "../../shared/message-field-builder.js",
    "../../shared/surroundings.js",
  ]);
});

it("generated code of core imports only its small runtime helpers, and the functions that make companions", () => {
  const MAKERS = ["../companion.js", "../companion/reader.js"];
  const generated = join(ROOT, "packages/core/src/generated");
  const outside = sourceFiles("packages/core/src/generated").flatMap((file) =>
    importsOf(file)
      .map((name) => relative(generated, join(file, "..", name)))
      .filter((path) => path.startsWith(".."))
      .filter((path) => !path.startsWith("../runtime/") && !MAKERS.includes(path)),
  );
  expect(outside).toEqual([]);
});

it("the second reading of migrations knows the generator's model and what a file says, and nothing that makes code", () => {
  const names = sourceFiles("tests/migrations/reading").flatMap(importsOf);
  const outside = [...new Set(names.filter((name) => !name.startsWith("./")))];
  expect(outside.map((name) => name.replace("../../../tools/generator/src/", "")).sort()).toEqual([
    "json.js",
    "migrations/format.js",
    "migrations/nested-roots.js",
    "migrations/shape.js",
    "migrations/steps.js",
    "model.js",
    "stored-types.js",
  ]);
});
