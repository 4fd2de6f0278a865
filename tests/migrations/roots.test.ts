/** Persisted roots migrate as messages do: the laws on random roots of three versions. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Migration } from "../../tools/generator/src/migrations/format.js";
import { schemasOf } from "../../tools/generator/test/support.js";
import { propertyRuns } from "../../tools/sampler/src/properties.js";
import { copyOf, emittedContract, type GeneratedContract } from "./generated-contract.js";
import type { Fields } from "./reading/values.js";
import { valuesOf } from "./stored-values.js";

let emittedOnce: Promise<GeneratedContract> | undefined;

function emitted(): Promise<GeneratedContract> {
  emittedOnce ??= emittedContract(schemasOf("roots-of-versions"));
  return emittedOnce;
}

async function holds(
  version: number,
  type: string,
  check: (root: Fields, code: GeneratedContract) => void,
): Promise<void> {
  const code = await emitted();
  const property = fc.property(valuesOf(code, version, type), (root) => {
    check(root, code);
  });
  fc.assert(property, { numRuns: propertyRuns(100) });
}

describe.each(["notebook", "bookmark"])("a %s", (type) => {
  it("a root of the oldest version is valid in each newer one, and the same after going back", async () => {
    await holds(1, type, (root, { upgrade, downgrade, isValid, tidied }) => {
      const top = upgrade(type, root, 1).value;
      expect(isValid(3, type, top)).toBe(true);
      const middle = downgrade(type, tidied(3, type, top), 2).value;
      expect(isValid(2, type, middle)).toBe(true);
      expect(tidied(1, type, downgrade(type, tidied(3, type, top), 1).value)).toEqual(root);
    });
  });

  it("a root of the newest version is valid in each older one, and the same after coming back", async () => {
    await holds(3, type, (root, { upgrade, downgrade, isValid, tidied }) => {
      for (const version of [2, 1]) {
        const older = downgrade(type, root, version).value;
        expect(isValid(version, type, older)).toBe(true);
        expect(tidied(3, type, upgrade(type, tidied(version, type, older), version).value)).toEqual(root);
      }
    });
  });

  it("comes out over two versions as it does step by step, notes included", async () => {
    await holds(1, type, (root, { upgrade, downgrade, migrate, migrations, tidied }) => {
      const [first, second] = migrations as [Migration, Migration];
      const middle = migrate(first, "up", type, root);
      const top = migrate(second, "up", type, tidied(2, type, middle.value));
      const whole = upgrade(type, root, 1);
      expect(whole.value).toEqual(top.value);
      expect(whole.notes).toEqual([...middle.notes, ...top.notes]);
      const lowered = migrate(second, "down", type, whole.value);
      expect(downgrade(type, whole.value, 1).value).toEqual(
        migrate(first, "down", type, tidied(2, type, lowered.value)).value,
      );
    });
  });

  it("is not changed by migrating it, and always comes out the same", async () => {
    await holds(1, type, (root, { upgrade }) => {
      const before = JSON.stringify(root);
      expect(JSON.stringify(upgrade(type, root, 1))).toBe(JSON.stringify(upgrade(type, root, 1)));
      expect(JSON.stringify(root)).toBe(before);
    });
    await holds(3, type, (root, { downgrade }) => {
      const before = JSON.stringify(root);
      expect(JSON.stringify(downgrade(type, root, 1))).toBe(JSON.stringify(downgrade(type, root, 1)));
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
    const property = fc.property(valuesOf(code, 1, type), valuesOf(code, 3, type), residue, (low, high, odd) => {
      const strange = copyOf(odd) as unknown as Fields;
      expect(code.isValid(3, type, code.upgrade(type, { ...low, residue: strange }, 1).value)).toBe(true);
      expect(code.isValid(1, type, code.downgrade(type, { ...high, residue: strange }, 1).value)).toBe(true);
    });
    fc.assert(property, { numRuns: propertyRuns(100) });
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
    const { upgrade } = await emitted();
    expect(upgrade("notebook", NOTEBOOK, 1).value).toEqual({
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
    const { upgrade } = await emitted();
    expect(upgrade("notebook", NOTEBOOK, 1).notes.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "not_carried /color",
      "not_carried /pages/0/mood",
      "not_carried /marks/*/ribbon",
    ]);
  });

  it("keeps what was edited in the newer version, and gets back what was not", async () => {
    const { upgrade, downgrade } = await emitted();
    const { value } = upgrade("notebook", NOTEBOOK, 1);
    const sheets = value.sheets as unknown as readonly Fields[];
    const edited = {
      ...value,
      heading: "Journeys",
      sheets: [{ ...sheets[0], words: "hello" }, ...sheets.slice(1), { type: "said", words: "new" }],
    };
    expect(downgrade("notebook", edited as unknown as Fields, 1).value).toEqual({
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
    const { upgrade, downgrade } = await emitted();
    const shelf = { schema_version: 2, room: "attic", later: 1 };
    expect(upgrade("shelf", shelf, 2)).toEqual({ value: { ...shelf, schema_version: 3 }, notes: [] });
    expect(downgrade("shelf", { ...shelf, schema_version: 3 }, 2)).toEqual({ value: shelf, notes: [] });
  });
});
