/** The examples in the migration files, which other languages test themselves with too. */

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/runtime/json.js";
import { directionsOf, isValidAs, tidiedAs } from "./support.js";

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
  readonly examples?: readonly Example[];
}

const folder = new URL("../../../../schemas/migrations/", import.meta.url);
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as MigrationFile);

describe.each(files)(
  "the examples of the migration from version $from to $to",
  ({ from, to, types, examples = [] }) => {
    it.each(examples.map((example) => [`${example.type}: ${example.description}`, example] as const))(
      "%s",
      async (_, { type, direction, ...example }) => {
        const { up, down } = await directionsOf(from, type);
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
  },
);
