/** The examples in the migration files, which other languages test themselves with too. */

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ROOTS } from "../../src/generated/roots.gen.js";
import type { JsonObject } from "../../src/runtime/json.js";
import { cloneTree } from "../../src/runtime/migration/clone.js";
import type { Migrated } from "../../src/runtime/migration/step.js";
import type { RootForm } from "../../src/runtime/root.js";
import { isValid, tidied } from "./support.js";

interface Example {
  readonly type: string;
  readonly description: string;
  readonly direction?: "up" | "down" | "both";
  readonly from: JsonObject;
  readonly to: JsonObject;
}

interface MigrationFile {
  readonly from: number;
  readonly to: number;
  readonly types: JsonObject;
  readonly examples: readonly Example[];
}

type Migrate = (type: string, value: JsonObject) => Migrated;

/** The generated module of one file; the functions of roots are there where both versions have one. */
interface Step {
  readonly upgrade: Migrate;
  readonly downgrade: Migrate;
  readonly upgradeRoot?: Migrate;
  readonly downgradeRoot?: Migrate;
}

/** A persisted root in a version; undefined for a message. */
function rootForm(type: string, version: number): RootForm | undefined {
  return ROOTS.find((root) => root.type === type)?.forms.find((form) => form.version === version);
}

function isValidAs(type: string, version: number, value: JsonObject): boolean {
  return rootForm(type, version)?.isWire(value) ?? isValid(version, value);
}

function tidiedAs(type: string, version: number, value: JsonObject): JsonObject {
  const form = rootForm(type, version);
  return form === undefined ? tidied(version, value) : (form.tidy(cloneTree(value) as never) as JsonObject);
}

const folder = new URL("../../../../schemas/migrations/", import.meta.url);
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as MigrationFile);

describe.each(files)("the examples of the migration from version $from to $to", ({ from, to, types, examples }) => {
  const generated = `../../src/generated/migrations/v${from}-to-v${to}.gen.ts`;

  it.each(examples.map((example) => [`${example.type}: ${example.description}`, example] as const))(
    "%s",
    async (_, { type, direction, ...example }) => {
      const step = (await import(generated)) as Step;
      const isRoot = rootForm(type, to) !== undefined;
      const [up = step.upgrade, down = step.downgrade] = isRoot ? [step.upgradeRoot, step.downgradeRoot] : [];
      expect(isValidAs(type, from, example.from)).toBe(true);
      expect(isValidAs(type, to, example.to)).toBe(true);
      expect(tidiedAs(type, from, example.from)).toEqual(example.from);
      expect(tidiedAs(type, to, example.to)).toEqual(example.to);
      if (direction !== "down") expect(tidiedAs(type, to, up(type, example.from).value)).toEqual(example.to);
      if (direction !== "up") expect(tidiedAs(type, from, down(type, example.to).value)).toEqual(example.from);
    },
  );

  it("show every type that it changes both ways", () => {
    for (const direction of ["up", "down"]) {
      const shown = examples.filter(
        (example) => (example.direction ?? "both") !== (direction === "up" ? "down" : "up"),
      );
      expect(shown.map(({ type }) => type)).toEqual(expect.arrayContaining(Object.keys(types)));
    }
  });
});
