/** Plans the migration of one object. */

import { assemble } from "./assemble.js";
import { followSteps } from "./follow.js";
import type { Frame, PlannedObject } from "./frame.js";
import { type Places, Scope } from "./scope.js";
import type { Shape } from "./shape.js";
import type { Step } from "./steps.js";
import { tellPlaces } from "./tree.js";

/**
 * Adds the plan of an object to those of the frame.
 * @param name One that was reserved.
 * @param target What the object is to be; undefined when that is not known.
 * @param told Members that the object always has, whatever the schema says.
 */
export function planObject(
  frame: Frame,
  name: string,
  shape: Shape,
  target: Shape | undefined,
  steps: readonly Step[],
  told: readonly string[] = [],
): PlannedObject {
  const places: Places = new Map();
  const first = new Scope(frame, name, shape, target, undefined, told);
  followSteps(first, steps);
  tellPlaces(first.root, "", (step, place) => places.set(step, place));
  const scope = new Scope(frame, name, shape, target, places, told);
  followSteps(scope, steps);
  const { open, after, shape: made } = assemble(scope);
  frame.plans[name] = { registers: scope.registers, open, steps: [...scope.instructions, ...after] };
  return { name, shape: made, writes: [...scope.writes.keys()], reads: [...scope.reads] };
}
