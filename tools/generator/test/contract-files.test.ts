/** The plain files of the contract: one verdict in all three forms of the schema, rows that are those of core, and hashes that are true. */

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { CURRENT_VERSION, VERSIONS } from "../../../packages/core/src/index.js";
import { MAX_BYTES, MAX_DEPTH } from "../../../packages/core/src/internal.js";
import { contractSchemaOf } from "../../../packages/core/src/schemas.js";

const PACKAGE = join(import.meta.dirname, "../../../packages/contract");
const SCHEMAS = join(import.meta.dirname, "../../../schemas");

function text(path: string): string {
  return readFileSync(join(PACKAGE, path), "utf8");
}

// biome-ignore lint/suspicious/noExplicitAny: any JSON
function json(path: string): any {
  return JSON.parse(text(path));
}

/** Files of examples, by the folder of their type, with whether they are valid. */
function examplesOf(version: number): readonly (readonly [type: string, path: string, isValid: boolean])[] {
  const folder = join(SCHEMAS, `v${version}/examples`);
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".json"))
    .map((path) => [path.split("/")[0] ?? "", join(folder, path), !path.includes("/invalid/")] as const);
}

const NAMED = new Set(["properties", "$defs", "definitions"]);

/** The keywords of a schema, and of all schemas in it. */
function keywordsOf(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(keywordsOf);
  return Object.entries(value).flatMap(([key, member]) =>
    NAMED.has(key) ? Object.values(member as object).flatMap(keywordsOf) : [key, ...keywordsOf(member)],
  );
}

describe.each(VERSIONS)("version %i", (version) => {
  const folder = `v${version}`;

  it("has the same schema as the command prints, in all three forms, without formats and keywords of our own", () => {
    const forms = [
      ["schema.json", contractSchemaOf({ version })],
      ["schema.no-id.json", contractSchemaOf({ version, id: false })],
      ["schema.draft-07.json", contractSchemaOf({ version, dialect: "draft-07" })],
    ] as const;
    for (const [name, schema] of forms) {
      expect(text(`${folder}/${name}`), name).toBe(`${JSON.stringify(schema, null, 2)}\n`);
      const keywords = keywordsOf(schema).filter((key) => key === "format" || key.startsWith("x-"));
      expect(keywords, name).toEqual([]);
    }
  });

  it("gives one verdict on every example, whichever form is taken", () => {
    const options = { strict: false, ownProperties: true };
    const forms = [
      [new Ajv2020(options), "schema.json", "$defs"],
      [new Ajv2020(options), "schema.no-id.json", "$defs"],
      [new Ajv(options), "schema.draft-07.json", "definitions"],
    ] as const;
    const { roots } = json(`${folder}/meta.json`);
    const examples = examplesOf(version).filter(([type]) => type in roots);
    expect(examples.length).toBeGreaterThan(50);
    for (const [ajv, name, definitions] of forms) {
      ajv.addSchema(json(`${folder}/${name}`), "contract");
      for (const [type, path, isValid] of examples) {
        const validate = ajv.getSchema(`contract#/${definitions}/${roots[type]}`);
        const example = JSON.parse(readFileSync(path, "utf8"));
        expect(validate?.(isValid ? example : example.instance), `${name} ${path}`).toBe(isValid);
      }
    }
  });

  it("says of its files what they hash to, and has the limits of the codec", () => {
    const meta = json(`${folder}/meta.json`);
    expect(meta).toMatchObject({
      version,
      current: version === CURRENT_VERSION,
      message: "Message",
      limits: { max_bytes: MAX_BYTES, max_depth: MAX_DEPTH },
    });
    expect(meta.types).toContain("tool_request");
    expect(meta.tags.Message).toEqual({ tag: "type", values: meta.types, open: true });
    expect(Object.keys(meta.sha256).sort()).toEqual(
      readdirSync(join(PACKAGE, folder))
        .filter((name) => name !== "meta.json")
        .sort(),
    );
    for (const [name, hash] of Object.entries(meta.sha256)) {
      expect(
        createHash("sha256")
          .update(text(`${folder}/${name}`))
          .digest("hex"),
        name,
      ).toBe(hash);
    }
  });

  it("has tables in the form that they are said to have, whose references lead somewhere, and which are core's", async () => {
    const tables = json(`${folder}/tables.json`);
    const validate = new Ajv2020({ strict: false }).compile(json("tables.schema.json"));
    expect(validate(tables), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
    const core = (await import(`../../../packages/core/src/generated/v${version}/table.gen.ts`)) as Record<
      string,
      unknown
    >;
    const names = new Map(Object.entries(core).map(([name, row]) => [row, name]));
    const asJson = (value: unknown): unknown =>
      typeof value === "function"
        ? { kind: "ref", name: names.get((value as () => unknown)()) }
        : typeof value !== "object" || value === null
          ? value
          : Array.isArray(value)
            ? value.map(asJson)
            : Object.fromEntries(Object.entries(value).map(([key, member]) => [key, asJson(member)]));
    expect(Object.keys(tables.definitions).sort()).toEqual(Object.keys(core).sort());
    for (const [name, row] of Object.entries(core))
      expect(JSON.stringify(tables.definitions[name]), name).toBe(JSON.stringify(asJson(row)));
  });
});

it("has the migrations between all versions, with the schema and the page that say how to read them", () => {
  const names = VERSIONS.slice(1).map((version) => `v${version - 1}-to-v${version}.json`);
  for (const name of names)
    expect(json(`migrations/${name}`)).toEqual(JSON.parse(readFileSync(join(SCHEMAS, "migrations", name), "utf8")));
  expect(existsSync(join(PACKAGE, "migrations/migration.schema.json"))).toBe(true);
  expect(text("migrations/README.md")).toBe(readFileSync(join(SCHEMAS, "migrations/README.md"), "utf8"));
});
