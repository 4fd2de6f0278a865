/** Small contracts of several versions with the migrations between them, emitted and loaded. */

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { modelContracts } from "../../src/contracts.js";
import { emitMigrations } from "../../src/emit/migrations.js";
import { emitPredicates } from "../../src/emit/predicates.js";
import { emitTables } from "../../src/emit/table.js";
import { loadSources } from "../../src/load.js";
import { interpret } from "../../src/migrations/interpret/interpret.js";
import type { Fields } from "../../src/migrations/interpret/values.js";
import { readMigration } from "../../src/migrations/read.js";
import { CORE_SOURCE, folderWith, temporaryFolder } from "../support.js";

export type Data = { readonly [name: string]: unknown };
interface Note {
  readonly code: string;
  readonly path: string;
  readonly direction: string;
}
interface Moved {
  readonly value: { readonly [name: string]: unknown };
  readonly notes: readonly Note[];
}

/** A data schema: the properties, those that are required, and definitions beside it. */
export interface DataSchema {
  readonly properties: Data;
  readonly required?: readonly string[];
  readonly defs?: Data;
}

export interface Emitted {
  /** A note with this data taken up from a version, by default 1, to the newest; its residue goes with it. */
  readonly up: (data: unknown, residue?: unknown, from?: number) => Moved;
  readonly down: (data: unknown, residue?: unknown, to?: number) => Moved;
  readonly upgradeMessage: (type: string, message: unknown, from: number) => Moved;
  readonly downgradeMessage: (type: string, message: unknown, to: number) => Moved;
  readonly isValid: (version: number, message: unknown) => boolean;
  /** The emitted text by path. */
  readonly text: { readonly [path: string]: string };
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
type MigrationContent = readonly unknown[] | { readonly all?: readonly unknown[]; readonly types: object };

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

/** Emits and loads such a folder. */
export async function emitted(
  schemas: readonly DataSchema[],
  operations: readonly MigrationContent[],
  more: Data = {},
): Promise<Emitted> {
  return load(schemasFolder(schemas, operations, more));
}

async function load(schemasDir: string): Promise<Emitted> {
  const sources = loadSources(schemasDir);
  const contracts = modelContracts(sources.schemas);
  const files = [
    ...emitPredicates(contracts),
    ...emitTables(contracts),
    ...emitMigrations(contracts, sources.migrations),
  ];
  const folder = temporaryFolder();
  for (const { path, content } of files) {
    const target = join(folder, "generated", path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
  symlinkSync(join(CORE_SOURCE, "runtime"), join(folder, "runtime"));
  const index = (await import(join(folder, "generated/migrations/index.gen.ts"))) as Pick<
    Emitted,
    "upgradeMessage" | "downgradeMessage"
  >;
  const predicates = await Promise.all(
    contracts.map(async ({ version }) => {
      const path = join(folder, `generated/v${version}/predicates.gen.ts`);
      return [version, await import(path)] as const;
    }),
  );
  const newest = contracts.length;
  /** What the emitted code makes of a message; between two versions the interpreter makes the same. */
  const twice = (direction: "up" | "down", message: Data, migrate: (message: Data) => Moved): Moved => {
    const moved = migrate(message);
    const [file] = sources.migrations;
    const [older, newer, ...others] = contracts;
    if (file !== undefined && older !== undefined && newer !== undefined && others.length === 0) {
      const interpreted = interpret(readMigration(file), direction, [older, newer], "note", message as Fields);
      expect(interpreted).toEqual(moved.value);
    }
    return moved;
  };
  return {
    ...index,
    up: (data, residue, from = 1) =>
      twice("up", note(data, from, residue), (message) => index.upgradeMessage("note", message, from)),
    down: (data, residue, to = 1) =>
      twice("down", note(data, newest, residue), (message) => index.downgradeMessage("note", message, to)),
    isValid: (version, message) => predicates.find(([one]) => one === version)?.[1].isNoteMessage(message) === true,
    text: Object.fromEntries(files.map(({ path, content }) => [path, content])),
  };
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
