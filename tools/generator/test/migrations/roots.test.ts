/** Persisted roots migrate as messages do: the laws on random roots of three versions, in the emitted code and in the interpreter. */

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bundleOf } from "../../src/bundle.js";
import { buildContracts } from "../../src/contracts.js";
import { emitMigrations } from "../../src/emit/migrations.js";
import { emitPredicates } from "../../src/emit/predicates.js";
import { emitTables } from "../../src/emit/table.js";
import { loadSources, type MigrationFile } from "../../src/load.js";
import { interpret } from "../../src/migrations/interpret/interpret.js";
import type { Fields } from "../../src/migrations/interpret/values.js";
import { readMigration } from "../../src/migrations/read.js";
import type { Contract, Json } from "../../src/model.js";
import { CORE_SOURCE, propertyRuns, REPOSITORY, schemasOf, temporaryFolder } from "../support.js";

const { migrations: files } = loadSources(schemasOf("roots-of-versions"));
const contracts = buildContracts(schemasOf("roots-of-versions")) as [Contract, Contract, Contract];
const [, secondFile] = files as [MigrationFile, MigrationFile];
const migrations = files.map((file) => readMigration(file));

interface Moved {
  readonly value: Fields;
  readonly notes: readonly { readonly code: string; readonly path: string }[];
}
type Step = (type: string, root: Fields) => Moved;
type Walk = (type: string, root: Fields, version: number) => Moved;

interface Emitted {
  readonly upgradeRoot: Walk;
  readonly downgradeRoot: Walk;
  /** One step from a version. */
  readonly up: (from: number, type: string, root: Fields) => Moved;
  readonly down: (from: number, type: string, root: Fields) => Moved;
  readonly isValid: (version: number, name: string, root: unknown) => boolean;
  readonly tidied: (version: number, name: string, root: Fields) => Fields;
}

let emittedOnce: Promise<Emitted> | undefined;

function emitted(): Promise<Emitted> {
  emittedOnce ??= load();
  return emittedOnce;
}

async function load(): Promise<Emitted> {
  const folder = temporaryFolder();
  for (const { path, content } of [
    ...emitPredicates(contracts),
    ...emitTables(contracts),
    ...emitMigrations(contracts, files),
  ]) {
    const target = join(folder, "generated", path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
  symlinkSync(join(CORE_SOURCE, "runtime"), join(folder, "runtime"));
  const read = (path: string): Promise<never> => import(join(folder, "generated", path)) as Promise<never>;
  const [index, first, second] = await Promise.all([
    read("migrations/index.gen.ts") as Promise<{ upgradeRoot: Walk; downgradeRoot: Walk }>,
    read("migrations/v1-to-v2.gen.ts") as Promise<{ upgradeRoot: Step; downgradeRoot: Step }>,
    read("migrations/v2-to-v3.gen.ts") as Promise<{ upgradeRoot: Step; downgradeRoot: Step }>,
  ]);
  type Functions = { readonly [name: string]: (value: unknown) => unknown };
  const predicates: Functions[] = await Promise.all([1, 2, 3].map((version) => read(`v${version}/predicates.gen.ts`)));
  const tables: { readonly [name: string]: unknown }[] = await Promise.all(
    [1, 2, 3].map((version) => read(`v${version}/table.gen.ts`)),
  );
  const { tidied } = (await import(join(CORE_SOURCE, "runtime/walks/tidy.ts"))) as {
    readonly tidied: (node: unknown, value: unknown) => unknown;
  };
  return {
    ...index,
    up: (from, type, root) => (from === 1 ? first : second).upgradeRoot(type, root),
    down: (from, type, root) => (from === 3 ? second : first).downgradeRoot(type, root),
    isValid: (version, name, root) => predicates[version - 1]?.[`is${name}`]?.(root) === true,
    tidied: (version, name, root) => tidied(tables[version - 1]?.[name], copyOf(root)) as Fields,
  };
}

const copyOf = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

type ArbitraryOf = (bundle: object, name: string) => fc.Arbitrary<Fields>;

/** Random roots of a version, with fields that have the names of other versions' fields. */
async function roots(version: number, name: string): Promise<fc.Arbitrary<Fields>> {
  const { arbitraryOf } = (await import(join(REPOSITORY, "tools/sampler/src/index.ts"))) as {
    arbitraryOf: ArbitraryOf;
  };
  const { isValid, tidied } = await emitted();
  const names = ["title", "heading", "color", "owner", "about", "pages", "sheets", "ribbon", "later"];
  const more = fc.dictionary(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 });
  return fc
    .tuple(arbitraryOf(bundleOf(contracts[version - 1] as Contract), name), more)
    .map(([root, fields]): Fields => copyOf({ ...(fields as Fields), ...root, schema_version: version }))
    .filter((root) => isValid(version, name, root))
    .map((root) => tidied(version, name, root));
}

/** A root that no migration has been at, as those are that the interpreter is for, and the bookmarks inside a notebook. */
function plain(type: string, root: Fields, version: number): Fields {
  const { residue: _, ...others } = root;
  const same = { ...others, schema_version: version };
  if (type !== "notebook" || others.marks === undefined) return same;
  const marks = Object.entries(others.marks as Fields).map(([key, mark]) => [
    key,
    plain("bookmark", mark as Fields, version),
  ]);
  return { ...same, marks: Object.fromEntries(marks) };
}

async function holds(
  version: number,
  name: string,
  check: (root: Fields, code: Emitted) => void,
  numRuns = propertyRuns(100),
): Promise<void> {
  const code = await emitted();
  const property = fc.property(await roots(version, name), (root) => {
    check(root, code);
  });
  fc.assert(property, { numRuns });
}

describe.each([
  ["notebook", "Notebook"],
  ["bookmark", "Bookmark"],
])("a %s", (type, name) => {
  it("of the oldest version is valid in each newer one, and the same after going back", async () => {
    await holds(1, name, (root, { upgradeRoot, downgradeRoot, isValid, tidied }) => {
      const top = upgradeRoot(type, root, 1).value;
      expect(isValid(3, name, top)).toBe(true);
      const middle = downgradeRoot(type, tidied(3, name, top), 2).value;
      expect(isValid(2, name, middle)).toBe(true);
      expect(tidied(1, name, downgradeRoot(type, tidied(3, name, top), 1).value)).toEqual(root);
    });
  });

  it("of the newest version is valid in each older one, and the same after coming back", async () => {
    await holds(3, name, (root, { upgradeRoot, downgradeRoot, isValid, tidied }) => {
      for (const version of [2, 1]) {
        const older = downgradeRoot(type, root, version).value;
        expect(isValid(version, name, older)).toBe(true);
        expect(tidied(3, name, upgradeRoot(type, tidied(version, name, older), version).value)).toEqual(root);
      }
    });
  });

  it("comes out over two versions as it does step by step, notes included", async () => {
    await holds(1, name, (root, { upgradeRoot, downgradeRoot, up, down, tidied }) => {
      const first = up(1, type, root);
      const second = up(2, type, tidied(2, name, first.value));
      const whole = upgradeRoot(type, root, 1);
      expect(whole.value).toEqual(second.value);
      expect(whole.notes).toEqual([...first.notes, ...second.notes]);
      const back = down(3, type, whole.value);
      expect(downgradeRoot(type, whole.value, 1).value).toEqual(down(2, type, tidied(2, name, back.value)).value);
    });
  });

  it("is not changed by migrating it, and always comes out the same", async () => {
    await holds(1, name, (root, { upgradeRoot }) => {
      const before = JSON.stringify(root);
      expect(JSON.stringify(upgradeRoot(type, root, 1))).toBe(JSON.stringify(upgradeRoot(type, root, 1)));
      expect(JSON.stringify(root)).toBe(before);
    });
    await holds(3, name, (root, { downgradeRoot }) => {
      const before = JSON.stringify(root);
      expect(JSON.stringify(downgradeRoot(type, root, 1))).toBe(JSON.stringify(downgradeRoot(type, root, 1)));
      expect(JSON.stringify(root)).toBe(before);
    });
  });

  it("is valid whatever its residue holds", async () => {
    const code = await emitted();
    const slots = [
      "/pages/*",
      "/color",
      "/marks/*",
      "/about",
      "/about/since",
      "/mood",
      "/heading",
      "/ribbon",
      "/residue",
    ];
    const residue = fc.dictionary(
      fc.constantFrom("1", "2", "3"),
      fc.dictionary(fc.constantFrom(...slots), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 3 }),
      { maxKeys: 3 },
    );
    const property = fc.property(await roots(1, name), await roots(3, name), residue, (low, high, odd) => {
      const strange = copyOf(odd) as unknown as Fields;
      expect(code.isValid(3, name, code.upgradeRoot(type, { ...low, residue: strange }, 1).value)).toBe(true);
      expect(code.isValid(1, name, code.downgradeRoot(type, { ...high, residue: strange }, 1).value)).toBe(true);
    });
    fc.assert(property, { numRuns: propertyRuns(100) });
  });

  it("is taken up and down by the interpreter as by the emitted code", async () => {
    for (const version of [1, 2] as const) {
      const pair = [contracts[version - 1], contracts[version]] as [Contract, Contract];
      const migration = migrations[version - 1];
      if (migration === undefined) throw new Error("no migration");
      await holds(version, name, (sampled, { up, down, tidied }) => {
        const root = plain(type, sampled, version);
        const higher = up(version, type, root).value;
        expect(interpret(migration, "up", pair, type, root)).toEqual(higher);
        const tidy = tidied(version + 1, name, higher);
        expect(interpret(migration, "down", pair, type, tidy)).toEqual(down(version + 1, type, tidy).value);
      });
    }
  });
});

const NOTEBOOK = {
  schema_version: 1,
  id: "n",
  title: "Trips",
  color: "blue",
  owner: "ada",
  pages: [
    { type: "said", text: "hi", mood: "loud" },
    { type: "drawn", lines: 3 },
    { type: "folded", text: "kept" },
    { type: "said", text: "bye", mood: "calm" },
  ],
  marks: { best: { schema_version: 1, page: 2, ribbon: "red" } },
};

describe("a notebook of the oldest version", () => {
  it("keeps for each page by its position what newer versions cannot say, and for each root inside it in that root", async () => {
    const { upgradeRoot } = await emitted();
    expect(upgradeRoot("notebook", NOTEBOOK, 1).value).toEqual({
      schema_version: 3,
      id: "n",
      heading: "Trips",
      about: { owner: "ada" },
      sheets: [
        { type: "said", words: "hi" },
        { type: "drawn", lines: 3 },
        { type: "folded", text: "kept" },
        { type: "said", words: "bye" },
      ],
      marks: { best: { schema_version: 3, page: 2, residue: { 2: { "/ribbon": "red" } } } },
      residue: { 1: { "/color": "blue", "/pages/*": { "": [{ "/mood": "loud" }, {}, {}, {}] } } },
    });
  });

  it("says in notes where it could not be carried, in the root inside it too", async () => {
    const { upgradeRoot } = await emitted();
    expect(upgradeRoot("notebook", NOTEBOOK, 1).notes.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "not_carried /color",
      "not_carried /pages/0/mood",
      "not_carried /marks/*/ribbon",
    ]);
  });

  it("keeps what was edited in the newer version, and gets back what was not", async () => {
    const { upgradeRoot, downgradeRoot } = await emitted();
    const { value } = upgradeRoot("notebook", NOTEBOOK, 1);
    const sheets = value.sheets as unknown as readonly Fields[];
    const edited = {
      ...value,
      heading: "Journeys",
      sheets: [{ ...sheets[0], words: "hello" }, ...sheets.slice(1), { type: "said", words: "new" }],
    };
    expect(downgradeRoot("notebook", edited as unknown as Fields, 1).value).toEqual({
      ...NOTEBOOK,
      title: "Journeys",
      pages: [
        { type: "said", text: "hello", mood: "loud" },
        ...NOTEBOOK.pages.slice(1, 3),
        { type: "said", text: "bye" },
        { type: "said", text: "new" },
      ],
    });
  });
});

describe("a root that no migration file names", () => {
  it("is migrated by its number alone", async () => {
    const { upgradeRoot, downgradeRoot } = await emitted();
    const shelf = { schema_version: 2, room: "attic", later: 1 };
    expect(upgradeRoot("shelf", shelf, 2)).toEqual({ value: { ...shelf, schema_version: 3 }, notes: [] });
    expect(downgradeRoot("shelf", { ...shelf, schema_version: 3 }, 2)).toEqual({ value: shelf, notes: [] });
  });
});

describe("a migration file is refused", () => {
  const withTypes = (index: number, types: object, examples: readonly object[] = []): (() => unknown) => {
    const changed = files.map((file, at) =>
      at === index ? { ...file, json: { ...(file.json as object), types, examples } as unknown as Json } : file,
    );
    return () => emitMigrations(buildContracts(schemasOf("roots-of-versions")), changed);
  };

  it("when it forgets a field of a root", () => {
    expect(withTypes(1, { bookmark: [{ op: "remove", at: "/ribbon" }] })).toThrow(
      "migrations/v2-to-v3.json#/types/notebook: version 3: /pages is left as it is, but the other version does not have it",
    );
    expect(withTypes(1, { notebook: [{ op: "rename", at: "", from: "pages", to: "sheets" }] })).toThrow(
      "migrations/v2-to-v3.json#/types/bookmark: version 3: /ribbon is left as it is, but the other version does not have it",
    );
  });

  it("when it names a root that only one version has", () => {
    expect(withTypes(0, { shelf: [] })).toThrow(
      "migrations/v1-to-v2.json#/types/shelf: is not a message type or persisted root of both versions",
    );
  });

  it("when an example of a root does not come out", () => {
    const types = (secondFile.json as unknown as { readonly types: object }).types;
    const example = { type: "bookmark", from: { schema_version: 2, page: 1 }, to: { schema_version: 3, page: 2 } };
    expect(withTypes(1, types, [example])).toThrow(
      "migrations/v2-to-v3.json#/examples/0/to/page: is not what comes out going up",
    );
  });
});
