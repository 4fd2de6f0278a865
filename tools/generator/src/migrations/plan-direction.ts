/** Plans one migration direction, type by type. */

import { pascalName } from "../emit/writer.js";
import type { Contract } from "../model.js";
import { messageTypes, persistedRoots, type SharedType, type StoredType, sharedTypes } from "../stored-types.js";
import { checkResult } from "./fits.js";
import type { DefinitionMigration, Migration } from "./format.js";
import { Frame, type PlannedObject, type Planners } from "./frame.js";
import { operationsOf } from "./nested-roots.js";
import type { PlanData } from "./plan.js";
import { planObject } from "./plan-object.js";
import type { Shape } from "./shape.js";
import { type Direction, stepsOf } from "./steps.js";
import { planVariant } from "./variant.js";

/** The plan of one stored type. */
export interface PlannedType extends PlannedObject {
  readonly type: string;
  /** The definition that its result is of. */
  readonly target: string;
}

/** The plans of one direction. */
export interface PlannedDirection {
  readonly messages: readonly PlannedType[];
  readonly roots: readonly PlannedType[];
  readonly objects: { readonly [name: string]: PlanData };
}

const PLANNERS: Planners = {
  object: planObject,
  variant: planVariant,
  definition: planDefinition,
  root: planNestedRoot,
};

/** Members of the envelope that every step takes care of by itself. */
const ENVELOPE = ["schema_version", "residue"];
/** Members that every step adds to a message that leaves them out. */
const TOLD = ["schema_version"];

/** The plans of all types that both versions have. */
export function planDirection(
  migration: Migration,
  direction: Direction,
  versions: readonly [older: Contract, newer: Contract],
): PlannedDirection {
  const frame = new Frame(migration, direction, versions, PLANNERS);
  const plan = (kind: (contract: Contract) => readonly StoredType[]): PlannedType[] =>
    sharedTypes(versions, kind).map((shared) => planType(frame, shared));
  return { messages: plan(messageTypes), roots: plan(persistedRoots), objects: frame.plans };
}

function planType(frame: Frame, shared: SharedType): PlannedType {
  const { type, older, newer } = shared;
  const [from, to] = frame.direction === "up" ? [older, newer] : [newer, older];
  const steps = stepsOf(operationsOf(frame.migration, frame.versions, shared), frame.direction);
  const planned = planObject(frame, frame.reserve(from), refShape(from), refShape(to), steps, TOLD);
  checkResult(frame, `/types/${type}`, planned.shape, { kind: "ref", name: to }, ENVELOPE);
  return { ...planned, type, target: to };
}

/** A root inside another type is a step of its own, with its own number and its own residue. */
function planNestedRoot(frame: Frame, type: string): string {
  const name = frame.reserve(`${pascalName(type)}Inside`);
  frame.names.set(`root ${type}`, name);
  frame.plans[name] = { root: type };
  return name;
}

function planDefinition(frame: Frame, type: string, definition: DefinitionMigration): string {
  const [from, to] = frame.direction === "up" ? [definition.from, definition.to] : [definition.to, definition.from];
  const place = `/definitions/${type}`;
  if (!frame.source.definitions.has(from))
    return frame.fail(place, `version ${frame.source.version} has no definition ${from}`);
  if (!frame.target.definitions.has(to))
    return frame.fail(place, `version ${frame.target.version} has no definition ${to}`);
  // The name is known before the plan is made, since it may refer to itself.
  const name = frame.reserve(from);
  frame.names.set(type, name);
  const steps = stepsOf(definition.do, frame.direction);
  const [only] = steps;
  const [source, target]: [Shape, Shape] = [refShape(from), refShape(to)];
  if (steps.length === 1 && only?.step === "variant" && only.at === "") {
    planVariant(frame, name, only, source, target);
  } else {
    const planned = planObject(frame, name, source, target, steps);
    checkResult(frame, place, planned.shape, { kind: "ref", name: to });
  }
  return name;
}

function refShape(name: string): Shape {
  return { kind: "node", node: { kind: "ref", name } };
}
