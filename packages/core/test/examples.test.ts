/** Every example in `schemas/vN/examples` gets the verdict that its folder promises, an invalid one at the promised place. */

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SCHEMAS, type SchemaName } from "../src/generated/schemas.gen.js";
import { VALIDATORS } from "../src/generated/validators.gen.js";
import type { AjvError } from "../src/runtime/ajv-error.js";
import type { JsonValue } from "../src/runtime/json.js";

const SCHEMAS_FOLDER = new URL("../../../schemas/", import.meta.url);

interface InvalidExample {
  readonly description: string;
  readonly pointer: string;
  readonly keyword: string;
  readonly instance: JsonValue;
}

describe.each(Object.keys(SCHEMAS).map(Number))("examples of version %i", (version) => {
  const folder = new URL(`v${version}/examples/`, SCHEMAS_FOLDER);
  const roots = foldersIn(folder);

  it("exist for every type that has a schema file", () => {
    expect(roots.sort()).toEqual(Object.keys(SCHEMAS[version] ?? {}).sort());
  });

  describe.each(roots)("%s", (root) => {
    const own = new URL(`${root}/`, folder);

    it.each(filesIn(own))("%s is accepted", (file) => {
      expect(errorsIn(version, root, read(own, file))).toEqual([]);
    });

    it.each(filesIn(new URL("invalid/", own)))("invalid/%s is refused where it says", (file) => {
      const { pointer, keyword, instance } = read(own, `invalid/${file}`) as unknown as InvalidExample;
      const places = errorsIn(version, root, instance).map((error) => `${error.instancePath} ${error.keyword}`);
      expect(places).toContain(`${pointer} ${keyword}`);
    });
  });
});

function errorsIn(version: number, root: string, value: JsonValue): readonly AjvError[] {
  const definition = SCHEMAS[version]?.[root as SchemaName]?.name;
  const validators = VALIDATORS[version];
  if (definition === undefined || validators === undefined) throw new Error(`no schema for ${root}`);
  return validators.errorsOf(definition, value);
}

function foldersIn(folder: URL): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

function filesIn(folder: URL): string[] {
  return readdirSync(folder).filter((name) => name.endsWith(".json"));
}

function read(folder: URL, file: string): JsonValue {
  return JSON.parse(readFileSync(new URL(file, folder), "utf8")) as JsonValue;
}
