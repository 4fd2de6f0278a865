/** Two readings of a migration file: the code that is emitted and the interpreter give the same messages, and the examples come out. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bundleOf } from "../../src/bundle.js";
import { buildContracts } from "../../src/contracts.js";
import { emitMigrations } from "../../src/emit/migrations.js";
import { interpret } from "../../src/migrations/interpret/interpret.js";
import type { Fields } from "../../src/migrations/interpret/values.js";
import { readMigration } from "../../src/migrations/read.js";
import type { Contract, Json } from "../../src/model.js";
import { CORE_SOURCE, propertyRuns, REPOSITORY } from "../support.js";

const path = "migrations/v1-to-v2.json";
const json = JSON.parse(readFileSync(join(REPOSITORY, "schemas", path), "utf8")) as { examples: { to: Fields }[] };
const [older, newer] = buildContracts(join(REPOSITORY, "schemas")) as [Contract, Contract];
const migration = readMigration({ path, json: json as unknown as Json });

interface Generated {
  readonly upgrade: (type: string, message: unknown) => { readonly value: Fields };
  readonly downgrade: (type: string, message: unknown) => { readonly value: Fields };
  readonly tidyMessage: (version: number, type: string, message: unknown) => Fields;
}
type ArbitraryOf = (bundle: object, name: string) => fc.Arbitrary<Fields>;

async function generated(): Promise<Generated> {
  const folder = join(CORE_SOURCE, "generated");
  return {
    ...(await import(join(folder, "migrations/v1-to-v2.gen.ts"))),
    ...(await import(join(folder, "codec.gen.ts"))),
  } as Generated;
}

async function arbitraryOf(): Promise<ArbitraryOf> {
  return ((await import(join(REPOSITORY, "tools/sampler/src/index.ts"))) as { arbitraryOf: ArbitraryOf }).arbitraryOf;
}

const copyOf = (message: Fields): Fields => JSON.parse(JSON.stringify(message)) as Fields;

describe.each(older.message.branches)("a message of type $tag", ({ tag, name }) => {
  const runs = { numRuns: propertyRuns(150) };

  it("is taken up, and back down, by the interpreter as by the emitted code", async () => {
    const [{ upgrade, downgrade, tidyMessage }, sample] = await Promise.all([generated(), arbitraryOf()]);
    const property = fc.property(sample(bundleOf(older), name), (sampled) => {
      const message = tidyMessage(1, tag, copyOf({ ...sampled, residue: { 7: {} } }));
      const up = upgrade(tag, message).value;
      expect(interpret(migration, "up", [older, newer], tag, message)).toEqual(up);
      const tidied = tidyMessage(2, tag, copyOf(up));
      expect(interpret(migration, "down", [older, newer], tag, tidied)).toEqual(downgrade(tag, tidied).value);
    });
    fc.assert(property, runs);
  });

  it("is taken down, and back up, by the interpreter as by the emitted code", async () => {
    const [{ upgrade, downgrade, tidyMessage }, sample] = await Promise.all([generated(), arbitraryOf()]);
    const property = fc.property(sample(bundleOf(newer), name), (sampled) => {
      const message = tidyMessage(2, tag, copyOf({ ...sampled, schema_version: 2, residue: { 7: {} } }));
      const down = downgrade(tag, message).value;
      expect(interpret(migration, "down", [older, newer], tag, message)).toEqual(down);
      const tidied = tidyMessage(1, tag, copyOf(down));
      expect(interpret(migration, "up", [older, newer], tag, tidied)).toEqual(upgrade(tag, tidied).value);
    });
    fc.assert(property, runs);
  });
});

describe("an example that does not come out", () => {
  it("is refused at the place that differs", () => {
    const [example] = json.examples;
    const altered = copyOf(example as unknown as Fields) as { to: { data: { role: string } } };
    altered.to.data.role = "system";
    const files = [{ path, json: { ...json, examples: [altered] } as unknown as Json }];
    expect(() => emitMigrations([older, newer], files)).toThrow(
      "migrations/v1-to-v2.json#/examples/0/to/data/role: is not what comes out going up",
    );
  });

  it("is refused where its type does not exist", () => {
    const files = [{ path, json: { ...json, examples: [{ type: "memo", from: {}, to: {} }] } as unknown as Json }];
    expect(() => emitMigrations([older, newer], files)).toThrow(
      "/examples/0/type: is not a message type or persisted root of both versions",
    );
  });
});
