/** Puts a self-contained JSON Schema together from the generated definitions, as a fresh copy that its taker may change. */

import type { JsonObject } from "../runtime/json.js";
import type { SchemaData } from "../runtime/schema-data.js";
import { toDraft07 } from "./draft-07.js";

/** The dialects of JSON Schema that schemas are handed out in. */
export type SchemaDialect = "2020-12" | "draft-07";

/** A JSON Schema as a plain object of the taker's own. */
export type JsonSchemaDocument = Record<string, unknown>;

const DIALECTS: Readonly<Record<SchemaDialect, string>> = {
  "2020-12": "https://json-schema.org/draft/2020-12/schema",
  "draft-07": "http://json-schema.org/draft-07/schema#",
};

/**
 * The definition itself at the root, all that it refers to beside it.
 * In draft-07 references stand alone.
 *
 * @param id whether to carry the `$id`; some tools fail on one, and none takes the same one twice
 */
export function selfContained(data: SchemaData, dialect: SchemaDialect, id: boolean): JsonSchemaDocument {
  const definitions = Object.fromEntries(data.uses().map((used) => [used.name, used.schema]));
  const whole: JsonObject = data.uses().length > 0 ? { ...data.schema, $defs: definitions } : data.schema;
  const head = { $schema: DIALECTS[dialect], ...(id ? { $id: data.id } : {}) };
  return JSON.parse(JSON.stringify({ ...head, ...(dialect === "draft-07" ? toDraft07(whole) : whole) }));
}
