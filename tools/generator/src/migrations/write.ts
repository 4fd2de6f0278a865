/** Writes all functions of one migration direction, type by type. */

import type { GeneratedModule } from "../emit/generated-module.js";
import { block, constantName, pascalName } from "../emit/writer.js";
import type { Contract } from "../model.js";
import { messageTypes, persistedRoots, type SharedType, type StoredType, sharedTypes } from "../stored-types.js";
import { migrateObject } from "./compile.js";
import { checkResult } from "./fits.js";
import type { DefinitionMigration, Migration } from "./format.js";
import { Frame, type ObjectFunction, type Writers } from "./frame.js";
import { operationsOf } from "./nested-roots.js";
import type { Shape } from "./shape.js";
import { type Direction, stepsOf } from "./steps.js";
import { variantFunction } from "./variant.js";

/** The function of one stored type, and the name of the step that it is part of. */
export interface TypeFunction extends ObjectFunction {
  readonly type: string;
  /** The definition that its result is of. */
  readonly target: string;
  readonly step: string;
}

/** The functions of one direction. */
export interface DirectionFunctions {
  readonly messages: readonly TypeFunction[];
  readonly roots: readonly TypeFunction[];
}

const WRITERS: Writers = {
  object: migrateObject,
  variant: variantFunction,
  definition: writeDefinition,
  root: writeNestedRoot,
};

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
): DirectionFunctions {
  const frame = new Frame(module, migration, direction, versions, WRITERS);
  const write = (kind: (contract: Contract) => readonly StoredType[]): TypeFunction[] =>
    sharedTypes(versions, kind).map((shared) => writeType(frame, shared));
  return { messages: write(messageTypes), roots: write(persistedRoots) };
}

function writeType(frame: Frame, shared: SharedType): TypeFunction {
  const { type, older, newer } = shared;
  const place = `/types/${type}`;
  const [from, to] = frame.direction === "up" ? [older, newer] : [newer, older];
  const steps = stepsOf(operationsOf(frame.migration, frame.versions, shared), frame.direction);
  const name = `${frame.direction}${pascalName(type)}`;
  const written = migrateObject(frame, name, refShape(from), refShape(to), steps, TOLD);
  checkResult(frame, place, written.shape, { kind: "ref", name: to }, ENVELOPE);
  return { ...written, type, target: to, step: stepName(frame.direction, type) };
}

/** The constant that has the step of a type. */
function stepName(direction: Direction, type: string): string {
  return constantName(`${direction === "up" ? "upgrade" : "downgrade"}${pascalName(type)}`);
}

/** A root inside another type is a step of its own, with its own number and its own residue. */
function writeNestedRoot(frame: Frame, type: string): string {
  const name = frame.module.name(`${frame.direction}${pascalName(type)}Inside`);
  frame.functions.set(`root ${type}`, name);
  const object = frame.jsonObject();
  frame.module.add([
    ...block(`function ${name}(image: ${object}, run: ${frame.use("type Run")}): ${object}`, [
      `return ${frame.use("takeInnerStep")}(image, ${stepName(frame.direction, type)}, run);`,
    ]),
  ]);
  return name;
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
