/** The page about migrations shows every operation, in a form that the generator and the meta-schema take. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { readMigration } from "../../src/migrations/read.js";
import type { Json } from "../../src/model.js";
import { REPOSITORY } from "../support.js";

type Operation = { readonly op: string };

const PAGE = readFileSync(join(REPOSITORY, "schemas/migrations/README.md"), "utf8");
const META = JSON.parse(readFileSync(join(REPOSITORY, "schemas/migration.schema.json"), "utf8"));
const BLOCKS = [...PAGE.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = ""]) => JSON.parse(json));
const [FILE, ...OPERATIONS] = BLOCKS as [{ readonly [key: string]: Json }, ...Operation[]];
const isMigration = new Ajv2020({ strict: false }).compile(META);

/** A migration file that has one operation. */
function fileWith(operation: Operation): { readonly [key: string]: Json } {
  return { ...FILE, types: { note: [operation] } };
}

describe("the page about migrations", () => {
  it("shows every operation, in the order of the meta-schema", () => {
    const names = META.$defs.Operation.oneOf.map(({ $ref }: { $ref: string }) => $ref.split("/").at(-1));
    const shown = OPERATIONS.map(({ op }) => op.slice(0, 1).toUpperCase() + op.slice(1));
    expect(shown).toEqual(names);
  });

  it.each(OPERATIONS)("shows $op as the meta-schema and the generator take it", (operation) => {
    const json = fileWith(operation);
    expect(isMigration(json)).toBe(true);
    const migration = readMigration({ path: "migrations/v1-to-v2.json", json });
    expect(migration.types.get("note")).toMatchObject([{ op: operation.op }]);
  });

  it("shows a whole file as the meta-schema and the generator take it", () => {
    expect(isMigration(FILE)).toBe(true);
    expect(readMigration({ path: "migrations/v1-to-v2.json", json: FILE }).examples).toHaveLength(1);
  });
});
