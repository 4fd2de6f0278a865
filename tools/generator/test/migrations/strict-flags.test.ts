/** Code of all operations under the strictest compiler flags. */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { modelContracts } from "../../src/contracts.js";
import { emitMigrations } from "../../src/emit/migrations.js";
import { emitPredicates } from "../../src/emit/predicates.js";
import { loadSources } from "../../src/load.js";
import { copyCore, temporaryFolder, typeCheck } from "../support.js";
import { COUNT, type Data, type DataSchema, schemasFolder, TEXT } from "./support.js";

it("emitted migrations compile under the strictest flags, whatever the operations", () => {
  const schemas: DataSchema[] = [
    {
      properties: {
        a: TEXT,
        b: COUNT,
        c: { type: "boolean" },
        l: { type: "array", maxItems: 3, items: { $ref: "#/$defs/Item" } },
        t: TEXT,
        u: { $ref: "#/$defs/Union" },
      },
      defs: items("v"),
    },
    {
      properties: {
        a: { $ref: "#/$defs/Holder" },
        d: COUNT,
        c: { type: "string", enum: ["n", "y"] },
        l: { type: "array", maxItems: 3, items: { $ref: "#/$defs/Item" } },
        t: { type: "array", maxItems: 99, items: { $ref: "#/$defs/Part" } },
        u: { $ref: "#/$defs/Union" },
      },
      defs: {
        ...items("w"),
        Holder: { type: "object", additionalProperties: true, properties: { s: TEXT, n: COUNT } },
        Part: { oneOf: [{ $ref: "#/$defs/TextPart" }] },
        TextPart: {
          type: "object",
          additionalProperties: true,
          required: ["type"],
          properties: { type: { const: "text" }, text: TEXT },
        },
      },
    },
  ];
  const sources = loadSources(
    schemasFolder(schemas, [
      [
        { op: "wrap", at: "/data/a", key: "s" },
        { op: "convert", at: "/data/c", codec: "booleanToEnum", names: ["n", "y"] },
        {
          op: "when",
          test: { at: "/data/b", present: true },
          down: { at: "/data/a/n", present: true },
          do: [{ op: "add", at: "/data/d", value: 1 }],
          else: [{ op: "add", at: "/data/d" }],
        },
        { op: "move", from: "/data/b", to: "/data/a/n" },
        { op: "each", at: "/data/l", do: [{ op: "rename", at: "", from: "v", to: "w" }] },
        { op: "joinParts", at: "/data/t", tag: "type", text_tag: "text", field: "text", limit: 10 },
        { op: "variant", at: "/data/u", tag: "type", cases: [{ from: "v", to: "w" }] },
      ],
    ]),
  );
  const contracts = modelContracts(sources.schemas);
  const folder = temporaryFolder();
  copyCore(folder);
  for (const { path, content } of [...emitPredicates(contracts), ...emitMigrations(contracts, sources.migrations)]) {
    const target = join(folder, "generated", path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
  expect(typeCheck(folder, {}, ["generated/migrations/*.ts"])).toBe("");
});

function items(name: string): Data {
  return {
    Item: { type: "object", additionalProperties: true, properties: { [name]: COUNT } },
    Union: { oneOf: [{ $ref: "#/$defs/Branch" }] },
    Branch: { type: "object", additionalProperties: true, required: ["type"], properties: { type: { const: name } } },
  };
}
