/** The examples in the migration files, which other languages test themselves with too. */

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/runtime/json.js";
import { down, isValid, TYPES, tidied, up } from "./support.js";

interface Example {
  readonly type: string;
  readonly description: string;
  readonly direction?: "up" | "down" | "both";
  readonly from: JsonObject;
  readonly to: JsonObject;
}

const file = new URL("../../../../schemas/migrations/v1-to-v2.json", import.meta.url);
const { examples } = JSON.parse(readFileSync(file, "utf8")) as { readonly examples: readonly Example[] };

describe("the examples of the migration from version 1 to 2", () => {
  it.each(examples.map((example) => [`${example.type}: ${example.description}`, example] as const))(
    "%s",
    (_, example) => {
      expect(isValid(1, example.from)).toBe(true);
      expect(isValid(2, example.to)).toBe(true);
      expect(tidied(1, example.from)).toEqual(example.from);
      expect(tidied(2, example.to)).toEqual(example.to);
      if (example.direction !== "down") expect(up(example.from).value).toEqual(example.to);
      if (example.direction !== "up") expect(down(example.to).value).toEqual(example.from);
    },
  );

  it("show every type both ways", () => {
    for (const direction of ["up", "down"]) {
      const shown = examples.filter(
        (example) => (example.direction ?? "both") !== (direction === "up" ? "down" : "up"),
      );
      expect([...new Set(shown.map(({ type }) => type))].sort()).toEqual(Object.keys(TYPES).sort());
    }
  });
});
