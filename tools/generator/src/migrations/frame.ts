/** What all plans of one migration direction share while they are made. */

import type { Contract } from "../model.js";
import { SchemaError } from "../schema-error.js";
import type { DefinitionMigration, Migration } from "./format.js";
import type { PlanData } from "./plan.js";
import type { Shape } from "./shape.js";
import type { Direction, Step, VariantStep } from "./steps.js";

/** The plan of an object. */
export interface PlannedObject {
  readonly name: string;
  /** What is known of its result. */
  readonly shape: Shape;
  /** The slots of residue that it writes and reads. */
  readonly writes: readonly string[];
  readonly reads: readonly string[];
}

/** What adds plans to those of a frame, under names that were reserved. */
export interface Planners {
  object(frame: Frame, name: string, shape: Shape, target: Shape | undefined, steps: readonly Step[]): PlannedObject;
  variant(frame: Frame, name: string, step: Step & VariantStep, shape: Shape, target: Shape | undefined): void;
  /** The name of the plan of a definition. */
  definition(frame: Frame, type: string, definition: DefinitionMigration): string;
  /** The name of the plan of a persisted root inside another type. */
  root(frame: Frame, type: string): string;
}

export class Frame {
  readonly migration: Migration;
  readonly direction: Direction;
  readonly source: Contract;
  readonly target: Contract;
  readonly versions: readonly [older: Contract, newer: Contract];
  /** All plans by name, in the order in which they were begun. */
  readonly plans: { [name: string]: PlanData } = {};
  /** The names of those that others may refer to, by what they are of. */
  readonly names: Map<string, string> = new Map();

  /** How plans are made; given from outside, since plans lead to plans. */
  readonly planners: Planners;

  constructor(
    migration: Migration,
    direction: Direction,
    versions: readonly [older: Contract, newer: Contract],
    planners: Planners,
  ) {
    const [older, newer] = versions;
    this.versions = versions;
    this.planners = planners;
    this.migration = migration;
    this.direction = direction;
    [this.source, this.target] = direction === "up" ? [older, newer] : [newer, older];
  }

  /** A name that no other plan has; its plan stands before those that making it adds. */
  reserve(wanted: string): string {
    let name = wanted;
    for (let suffix = 2; Object.hasOwn(this.plans, name); suffix++) name = `${wanted}${suffix}`;
    this.plans[name] = {};
    return name;
  }

  fail(place: string, reason: string): never {
    throw new SchemaError(this.migration.file, place, `${reason} (going ${this.direction})`);
  }
}
