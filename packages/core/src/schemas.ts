/** The entry `@parlance/core/schemas`: the JSON Schemas of every version, self-contained. Exporting another name here makes it API. */

import { CONTRACT_SCHEMAS, SCHEMA_NAMES, SCHEMAS, type SchemaName } from "./generated/schemas.gen.js";
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
  if (!schemas) throw noVersion(version);
  const data = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  if (!data)
    throw new RangeError(`version ${Number(version)} has no schema of that name; SCHEMA_NAMES lists those it has`);
  assertDialect(dialect);
  return selfContained(data, dialect, id);
}

/**
 * The JSON Schema of a whole version, as it is published: that of any message, with every definition beside it.
 *
 * @returns a fresh copy
 * @throws RangeError when the version does not exist.
 */
export function contractSchemaOf(options: SchemaOptions = {}): JsonSchemaDocument {
  const { version = NEWEST, dialect = "2020-12", id = true } = options;
  const data = Object.hasOwn(CONTRACT_SCHEMAS, version) ? CONTRACT_SCHEMAS[version] : undefined;
  if (!data) throw noVersion(version);
  assertDialect(dialect);
  return selfContained(data, dialect, id);
}

function assertDialect(dialect: SchemaDialect): void {
  if (dialect !== "2020-12" && dialect !== "draft-07") throw new RangeError("the dialects are 2020-12 and draft-07");
}

function noVersion(version: number): RangeError {
  return new RangeError(`there is no version ${Number(version)} of the contract`);
}
