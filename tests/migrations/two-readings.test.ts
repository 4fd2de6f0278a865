/** Core's engine and the second reading of a migration file make the same of any stored value, in the repository and in the small sets. */

import fc from "fast-check";
import { expect, it } from "vitest";
import type { Direction } from "../../tools/generator/src/migrations/steps.js";
import { allSharedTypes } from "../../tools/generator/src/stored-types.js";
import { schemasOf } from "../../tools/generator/test/support.js";
import { propertyRuns } from "../../tools/sampler/src/properties.js";
import {
  contractFiles,
  copyOf,
  emittedContract,
  type GeneratedContract,
  repositoryContract,
  SCHEMAS,
  versionsOf,
} from "./generated-contract.js";
import { interpret } from "./reading/interpret.js";
import { setsOfVersions } from "./sets-of-versions.js";
import { unmigrated, valuesOf } from "./stored-values.js";

/** A message type or persisted root that both versions of a migration have. */
interface Migrating {
  readonly of: string;
  readonly from: number;
  readonly to: number;
  readonly type: string;
}

const SETS = setsOfVersions();
const ALL = [...typesOf("the repository", SCHEMAS), ...SETS.flatMap((name) => typesOf(name, schemasOf(name)))];

function typesOf(of: string, schemasDir: string): Migrating[] {
  const files = contractFiles(schemasDir);
  return files.migrations.flatMap((migration) => {
    const { from, to } = migration;
    return allSharedTypes(versionsOf(files, migration)).map(({ type }) => ({ of, from, to, type }));
  });
}

const loaded = new Map<string, Promise<GeneratedContract>>();

function contractOf(of: string): Promise<GeneratedContract> {
  const contract = loaded.get(of) ?? (of === "the repository" ? repositoryContract() : emittedContract(schemasOf(of)));
  loaded.set(of, contract);
  return contract;
}

/** Takes random values of a version one way and back by both readings. */
async function expectSameReadings({ of, from, to, type }: Migrating, there: Direction): Promise<void> {
  const code = await contractOf(of);
  const migration = code.migrations.find((one) => one.from === from);
  if (migration === undefined) throw new Error("no migration");
  const versions = versionsOf(code, migration);
  const [start, end, back] = there === "up" ? ([from, to, "down"] as const) : ([to, from, "up"] as const);
  const property = fc.property(valuesOf(code, start, type), (sampled) => {
    const value = unmigrated(sampled, start);
    const moved = code.migrate(migration, there, type, value).value;
    expect(interpret(migration, there, versions, type, value)).toEqual(moved);
    const tidied = code.tidied(end, type, copyOf(moved));
    const returned = code.migrate(migration, back, type, tidied).value;
    expect(interpret(migration, back, versions, type, tidied)).toEqual(returned);
  });
  fc.assert(property, { numRuns: propertyRuns(150) });
}

it("the small sets and the repository have migrations of messages and of roots to read", () => {
  expect(SETS).toEqual(["two-versions", "roots-of-versions", "in-every-message"]);
  expect(ALL).toContainEqual({ of: "the repository", from: 1, to: 2, type: "tool_request" });
  expect(ALL).toContainEqual({ of: "roots-of-versions", from: 2, to: 3, type: "notebook" });
});

for (const migrating of ALL) {
  const { of, from, to, type } = migrating;
  it(`a ${type} of ${of} goes from version ${from} to ${to} and back alike in both readings`, async () => {
    await expectSameReadings(migrating, "up");
  });

  it(`a ${type} of ${of} goes from version ${to} to ${from} and back alike in both readings`, async () => {
    await expectSameReadings(migrating, "down");
  });
}
