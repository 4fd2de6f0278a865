/** The entry `@parlance/core/schemas`: the JSON Schemas of every version, self-contained. Exporting another name here makes it API. */

import { SCHEMA_NAMES, SCHEMAS, type SchemaName } from "./generated/schemas.gen.js";
import { type JsonSchemaDocument, type SchemaDialect, selfContained } from "./schema/self-contained.js";

export { type JsonSchemaDocument, SCHEMA_NAMES, type SchemaDialect, type SchemaName };

export interface SchemaOptions {
  /** Version of the contract; the newest when absent. */
  readonly version?: number;
  /** `2020-12` when absent; `draft-07` for tools that know no newer one. */
  readonly dialect?: SchemaDialect;
  /** Whether the schema carries its `$id`; it does when absent. */
  readonly id?: boolean;
}

const NEWEST = Math.max(...Object.keys(SCHEMAS).map(Number));

/**
 * The JSON Schema of a type: `schemaOf("tool_request")`, `schemaOf("message", { version: 1 })`.
 *
 * @returns a fresh copy, with everything that it refers to inside it
 * @throws RangeError when the version does not exist or has no schema of that name.
 */
export function schemaOf(name: SchemaName, options: SchemaOptions = {}): JsonSchemaDocument {
  const { version = NEWEST, dialect = "2020-12", id = true } = options;
  const schemas = Object.hasOwn(SCHEMAS, version) ? SCHEMAS[version] : undefined;
  if (!schemas) throw new RangeError(`there is no version ${Number(version)} of the contract`);
  const data = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  if (!data)
    throw new RangeError(`version ${Number(version)} has no schema of that name; SCHEMA_NAMES lists those it has`);
  if (dialect !== "2020-12" && dialect !== "draft-07") throw new RangeError("the dialects are 2020-12 and draft-07");
  return selfContained(data, dialect, id);
}
