/** Writes all functions of one migration direction, type by type. */

import type { GeneratedModule } from "../emit/generated-module.js";
import { pascalName } from "../emit/writer.js";
import type { Contract } from "../model.js";
import { migrateObject } from "./compile.js";
import { checkResult } from "./fits.js";
import type { DefinitionMigration, Migration } from "./format.js";
import { Frame, type ObjectFunction, type Writers } from "./frame.js";
import type { Shape } from "./shape.js";
import { type Direction, stepsOf } from "./steps.js";
import { variantFunction } from "./variant.js";

/** The function of one message type. */
export interface TypeFunction extends ObjectFunction {
  readonly type: string;
}

const WRITERS: Writers = { object: migrateObject, variant: variantFunction, definition: writeDefinition };

/** Members of the envelope that every step takes care of by itself. */
const ENVELOPE = ["schema_version", "residue"];
/** Members that every step adds to a message that leaves them out. */
const TOLD = ["schema_version"];

/** The functions of all types that both versions have. */
export function writeDirection(
  module: GeneratedModule,
  migration: Migration,
  direction: Direction,
  versions: readonly [older: Contract, newer: Contract],
): TypeFunction[] {
  const frame = new Frame(module, migration, direction, versions, WRITERS);
  return sharedTypes(versions).map((type) => writeType(frame, type));
}

/** The tags that the message unions of both versions have. */
export function sharedTypes([older, newer]: readonly [Contract, Contract]): string[] {
  return older.message.branches
    .map(({ tag }) => tag)
    .filter((tag) => newer.message.branches.some((other) => other.tag === tag));
}

function writeType(frame: Frame, type: string): TypeFunction {
  const place = `/types/${type}`;
  const [source, target] = [branchShape(frame.source, type), branchShape(frame.target, type)];
  const steps = stepsOf(frame.migration.types.get(type) ?? [], frame.direction);
  const written = migrateObject(frame, `${frame.direction}${pascalName(type)}`, source, target, steps, TOLD);
  if (target.kind === "node") checkResult(frame, place, written.shape, target.node, ENVELOPE);
  return { ...written, type };
}

function branchShape(contract: Contract, type: string): Shape {
  const name = contract.message.branches.find((branch) => branch.tag === type)?.name ?? "";
  return { kind: "node", node: { kind: "ref", name } };
}

function writeDefinition(frame: Frame, type: string, definition: DefinitionMigration): string {
  const [from, to] = frame.direction === "up" ? [definition.from, definition.to] : [definition.to, definition.from];
  const place = `/definitions/${type}`;
  if (!frame.source.definitions.has(from))
    return frame.fail(place, `version ${frame.source.version} has no definition ${from}`);
  if (!frame.target.definitions.has(to))
    return frame.fail(place, `version ${frame.target.version} has no definition ${to}`);
  const name = `${frame.direction}${from}`;
  // The name is known before the function is written, since it may call itself.
  frame.functions.set(type, name);
  const steps = stepsOf(definition.do, frame.direction);
  const [only] = steps;
  const [source, target]: [Shape, Shape] = [refShape(from), refShape(to)];
  if (steps.length === 1 && only?.step === "variant" && only.at === "")
    return variantFunction(frame, name, only, source, target);
  const written = migrateObject(frame, name, source, target, steps);
  checkResult(frame, place, written.shape, { kind: "ref", name: to });
  return written.name;
}

function refShape(name: string): Shape {
  return { kind: "node", node: { kind: "ref", name } };
}
