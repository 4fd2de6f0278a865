/** The examples in the migration files, which other languages test themselves with too. */

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/runtime/json.js";
import type { Migrated } from "../../src/runtime/migration/step.js";
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

/** The generated module of one file. */
interface Step {
  readonly upgrade: (type: string, message: JsonObject) => Migrated;
  readonly downgrade: (type: string, message: JsonObject) => Migrated;
}

const folder = new URL("../../../../schemas/migrations/", import.meta.url);
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as MigrationFile);

describe.each(files)("the examples of the migration from version $from to $to", ({ from, to, types, examples }) => {
  const generated = `../../src/generated/migrations/v${from}-to-v${to}.gen.ts`;

  it.each(examples.map((example) => [`${example.type}: ${example.description}`, example] as const))(
    "%s",
    async (_, example) => {
      const { upgrade, downgrade } = (await import(generated)) as Step;
      expect(isValid(from, example.from)).toBe(true);
      expect(isValid(to, example.to)).toBe(true);
      expect(tidied(from, example.from)).toEqual(example.from);
      expect(tidied(to, example.to)).toEqual(example.to);
      if (example.direction !== "down")
        expect(tidied(to, upgrade(example.type, example.from).value)).toEqual(example.to);
      if (example.direction !== "up")
        expect(tidied(from, downgrade(example.type, example.to).value)).toEqual(example.from);
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
