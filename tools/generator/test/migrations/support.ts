/** Small contracts of several versions, whose one message type is `note`, with the migrations between them. */

import { modelContracts } from "../../src/contracts.js";
import { emitMigrations } from "../../src/emit/migrations.js";
import { loadSources } from "../../src/load.js";
import { folderWith } from "../support.js";

export type Data = { readonly [name: string]: unknown };

/** A data schema: the properties, those that are required, and definitions beside it. */
export interface DataSchema {
  readonly properties: Data;
  readonly required?: readonly string[];
  readonly defs?: Data;
}

const UNKNOWN = {
  type: "object",
  additionalProperties: true,
  required: ["type"],
  properties: { type: { type: "string", maxLength: 256, "x-open-tag": true } },
};

/** The files of a version whose one message type is `note`. */
function versionFiles(version: number, { properties, required = [], defs = {} }: DataSchema): Data {
  const data = { type: "object", additionalProperties: true, required, properties };
  return {
    [`v${version}/message/message.schema.json`]: {
      title: "Message",
      oneOf: [{ $ref: "note.schema.json" }, { $ref: "#/$defs/UnknownMessage" }],
      $defs: { UnknownMessage: UNKNOWN },
    },
    [`v${version}/message/note.schema.json`]: {
      title: "NoteMessage",
      type: "object",
      additionalProperties: true,
      required: ["type", "data"],
      properties: {
        type: { const: "note" },
        schema_version: { type: "integer", minimum: version, maximum: 99 },
        data: { $ref: "#/$defs/NoteData" },
        residue: { type: "object", additionalProperties: true, "x-user-data": true },
      },
      $defs: { NoteData: data, ...defs },
    },
  };
}

/** Operations on `note`, or what else a migration file has. */
export type MigrationContent = readonly unknown[] | { readonly all?: readonly unknown[]; readonly types: object };

/** A schemas folder with a version per data schema, and a migration between each two. */
export function schemasFolder(
  schemas: readonly DataSchema[],
  operations: readonly MigrationContent[],
  more: Data = {},
): string {
  const versions = schemas.map((schema, index) => versionFiles(index + 1, schema));
  const migrations = operations.map((list, index) => {
    const file = { from: index + 1, to: index + 2, ...("types" in list ? list : { types: { note: list } }), ...more };
    return { [`migrations/v${index + 1}-to-v${index + 2}.json`]: file };
  });
  return folderWith(Object.assign({}, ...versions, ...migrations) as Data);
}

/** A note as a record of a version. */
export function note(data: unknown, version: number, residue?: unknown): Data {
  const message = { type: "note", schema_version: version, data };
  return JSON.parse(JSON.stringify(residue === undefined ? message : { ...message, residue })) as Data;
}

/** What refuses to be emitted: the error. */
export function refusal(
  schemas: readonly DataSchema[],
  operations: readonly MigrationContent[],
  more: Data = {},
): { readonly file: string; readonly pointer: string; readonly reason: string } {
  const sources = loadSources(schemasFolder(schemas, operations, more));
  try {
    emitMigrations(modelContracts(sources.schemas), sources.migrations);
  } catch (error) {
    if (error instanceof Error && error.name === "SchemaError") {
      return error as unknown as { file: string; pointer: string; reason: string };
    }
    throw error;
  }
  throw new Error("nothing was refused");
}

/** Common property schemas. */
export const TEXT = { type: "string", maxLength: 100 };
export const COUNT = { type: "integer", minimum: 0, maximum: 1_000_000 };
export const NUMBER = { type: "number", minimum: 0, maximum: 1_000_000 };
