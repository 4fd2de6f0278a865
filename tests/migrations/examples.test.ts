/** The examples of every migration file come out as stated, in core's engine and in the second reading: other languages test themselves with them. */

import { describe, expect, it } from "vitest";
import type { Migration } from "../../tools/generator/src/migrations/format.js";
import { type Data, note, schemasFolder, TEXT } from "../../tools/generator/test/migrations/support.js";
import { schemasOf } from "../../tools/generator/test/support.js";
import { faultsInEngine, faultsInReading, unshownBy } from "./examples.js";
import { contractFiles, emittedContract, repositoryContract, SCHEMAS } from "./generated-contract.js";
import { setsOfVersions } from "./sets-of-versions.js";

const REPOSITORY = contractFiles(SCHEMAS);

for (const migration of REPOSITORY.migrations) {
  const examples = `the examples of schemas/${migration.file}`;

  it(`${examples} come out both ways in core's engine, and are as their versions have them`, async () => {
    expect(faultsInEngine(migration, await repositoryContract())).toEqual([]);
  });

  it(`${examples} come out both ways in the second reading`, () => {
    expect(faultsInReading(migration, REPOSITORY)).toEqual([]);
  });

  it(`${examples} show every type that the file has operations for, and every custom one, both ways`, () => {
    expect(unshownBy(migration, REPOSITORY)).toEqual([]);
  });
}

it.each(setsOfVersions())("the examples of the small set %s come out both ways in both readings", async (name) => {
  const code = await emittedContract(schemasOf(name));
  const faults = code.migrations.flatMap((one) => [...faultsInEngine(one, code), ...faultsInReading(one, code)]);
  expect(faults).toEqual([]);
});

describe("what is wrong with an example is told by file, place and rule", () => {
  const OLDER = { properties: { text: TEXT, mood: { type: "string", enum: ["good", "bad"], default: "good" } } };
  const NEWER = { properties: { words: TEXT, mood: OLDER.properties.mood } };
  const RENAME = { op: "rename", at: "/data", from: "text", to: "words" };
  const FROM = note({ text: "hi", mood: "bad" }, 1);
  const TO = note({ words: "hi", mood: "bad" }, 2);

  async function faults(example: Data): Promise<[engine: string[], reading: string[]]> {
    const code = await emittedContract(schemasFolder([OLDER, NEWER], [[RENAME]], { examples: [example] }));
    const [migration] = code.migrations as [Migration];
    return [faultsInEngine(migration, code), faultsInReading(migration, code)];
  }

  it("an example whose newer side is not what comes out is told by file, place and rule", async () => {
    const fault = "migrations/v1-to-v2.json#/examples/0/to/data/words: is not what comes out going up";
    const to = note({ words: "ho", mood: "bad" }, 2);
    const example = { type: "note", direction: "up", from: FROM, to };
    expect(await faults(example)).toEqual([[fault], [fault]]);
  });

  it("an example whose older side is not what comes out is told by file, place and rule", async () => {
    const fault = "migrations/v1-to-v2.json#/examples/0/from/data/more: is not what comes out going down";
    const from = note({ text: "hi", mood: "bad", more: 1 }, 1);
    const example = { type: "note", direction: "down", from, to: TO };
    expect(await faults(example)).toEqual([[fault], [fault]]);
  });

  it("an example with a side that is not valid in its version is told by file, place and rule", async () => {
    const to = note({ words: "hi", mood: "none" }, 2);
    const [engine] = await faults({ type: "note", from: FROM, to });
    expect(engine[0]).toBe("migrations/v1-to-v2.json#/examples/0/to: is not valid in version 2");
  });

  it("an example with a side that leaves out a default is told by file, place and rule", async () => {
    const [engine] = await faults({ type: "note", from: note({ text: "hi" }, 1), to: note({ words: "hi" }, 2) });
    expect(engine).toEqual([
      "migrations/v1-to-v2.json#/examples/0/from/data/mood: is not as version 1 reads it",
      "migrations/v1-to-v2.json#/examples/0/to/data/mood: is not as version 2 reads it",
    ]);
  });

  it("an example with a side that is not a message is told by file, place and rule", async () => {
    const [engine] = await faults({ type: "note", from: FROM, to: 5 });
    expect(engine[0]).toBe("migrations/v1-to-v2.json#/examples/0/to: is not a message or root");
  });

  it("a type with operations that no example shows going one of the two ways is told by file, place and rule", () => {
    const unshown = (examples: readonly Data[]): string[] => {
      const files = contractFiles(schemasFolder([OLDER, NEWER], [[RENAME]], { examples }));
      return files.migrations.flatMap((one) => unshownBy(one, files));
    };
    const line = "migrations/v1-to-v2.json#/types/note: needs an example going";
    expect(unshown([])).toEqual([`${line} up`, `${line} down`]);
    expect(unshown([{ type: "note", direction: "up", from: FROM, to: TO }])).toEqual([`${line} down`]);
    expect(unshown([{ type: "note", from: FROM, to: TO }])).toEqual([]);
  });

  it("a custom operation whose value no example has is told by file, place and rule", () => {
    const unshown = (example: Data): string[] => {
      const custom = { op: "custom", at: "/data/text", name: "text" };
      const more = { allow_custom: true, examples: [example] };
      const files = contractFiles(schemasFolder([OLDER, NEWER], [[custom, RENAME]], more));
      return files.migrations.flatMap((one) => unshownBy(one, files));
    };
    const line = "migrations/v1-to-v2.json#/types/note/0: needs an example that has its value going";
    const absent = { type: "note", from: note({}, 1), to: note({}, 2) };
    expect(unshown(absent)).toEqual([`${line} up`, `${line} down`]);
    expect(unshown({ type: "note", direction: "up", from: FROM, to: TO })).toContain(`${line} down`);
    expect(unshown({ type: "note", from: FROM, to: TO })).toEqual([]);
  });
});
