/** Small contracts of several versions at work: what the emitted code makes of a note, and the second reading must make too. */

import { expect } from "vitest";
import {
  type Data,
  type DataSchema,
  type MigrationContent,
  note,
  schemasFolder,
} from "../../tools/generator/test/migrations/support.js";
import { emittedContract, type GeneratedContract, type Moved, versionsOf } from "./generated-contract.js";
import { interpret } from "./reading/interpret.js";
import type { Fields } from "./reading/values.js";

export interface SmallContract {
  /** A note with this data taken up from a version, by default 1, to the newest; its residue goes with it. */
  readonly up: (data: unknown, residue?: unknown, from?: number) => Moved;
  readonly down: (data: unknown, residue?: unknown, to?: number) => Moved;
  /** The same of a whole note; the second reading is not asked. */
  readonly upgrade: (message: Data, from: number) => Moved;
  readonly downgrade: (message: Data, to: number) => Moved;
  readonly isValid: (version: number, message: unknown) => boolean;
}

/** Emits and loads a contract with a version per data schema, and a migration between each two. */
export async function smallContract(
  schemas: readonly DataSchema[],
  operations: readonly MigrationContent[],
  more: Data = {},
): Promise<SmallContract> {
  const code = await emittedContract(schemasFolder(schemas, operations, more));
  const newest = code.contracts.length;
  const upgrade = (message: Data, from: number): Moved => code.upgrade("note", message as Fields, from);
  const downgrade = (message: Data, to: number): Moved => code.downgrade("note", message as Fields, to);
  return {
    up: (data, residue, from = 1) => {
      const message = note(data, from, residue);
      return asReadTwice(code, "up", message, upgrade(message, from));
    },
    down: (data, residue, to = 1) => {
      const message = note(data, newest, residue);
      return asReadTwice(code, "down", message, downgrade(message, to));
    },
    upgrade,
    downgrade,
    isValid: (version, message) => code.isValid(version, "note", message),
  };
}

/** What the emitted code made of a message; over one migration the second reading makes the same. */
function asReadTwice(code: GeneratedContract, direction: "up" | "down", message: Data, moved: Moved): Moved {
  const [migration, ...others] = code.migrations;
  if (migration !== undefined && others.length === 0) {
    const versions = versionsOf(code, migration);
    expect(interpret(migration, direction, versions, "note", message as Fields)).toEqual(moved.value);
  }
  return moved;
}

/** Holds that up and down again, and down and up again, give what was there, over two versions. */
export function expectLossless(contract: SmallContract, older: readonly unknown[], newer: readonly unknown[]): void {
  for (const data of older) {
    const { value } = contract.up(data);
    expect(contract.isValid(2, value), JSON.stringify(value)).toBe(true);
    expect(contract.down(value.data, value.residue).value).toEqual({ type: "note", schema_version: 1, data });
  }
  for (const data of newer) {
    const { value } = contract.down(data);
    expect(contract.isValid(1, value), JSON.stringify(value)).toBe(true);
    expect(contract.up(value.data, value.residue).value).toEqual({ type: "note", schema_version: 2, data });
  }
}

/** The schema of a branch of a union that goes by `type`. */
export function branchOf(tag: string, properties: object, required: readonly string[] = []): object {
  return {
    type: "object",
    additionalProperties: true,
    required: ["type", ...required],
    properties: { type: { const: tag }, ...properties },
  };
}

/** The branch of an open union that takes what is unknown. */
export const UNKNOWN_BRANCH = {
  type: "object",
  additionalProperties: true,
  required: ["type"],
  properties: { type: { type: "string", maxLength: 256, "x-open-tag": true } },
};
