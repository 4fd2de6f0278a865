/** Writes the function that migrates one object. */

import { indent } from "../emit/writer.js";
import { assemble } from "./assemble.js";
import { followSteps } from "./follow.js";
import type { Frame, ObjectFunction } from "./frame.js";
import { IMAGE, type Places, Scope } from "./scope.js";
import type { Shape } from "./shape.js";
import type { Step } from "./steps.js";
import { tellPlaces } from "./tree.js";

/**
 * Writes a function `(image, run) => migrated` into the frame's module.
 * @param target What the object is to be; undefined when that is not known.
 * @param told Members that the object always has, whatever the schema says.
 */
export function migrateObject(
  frame: Frame,
  name: string,
  shape: Shape,
  target: Shape | undefined,
  steps: readonly Step[],
  told: readonly string[] = [],
): ObjectFunction {
  const places: Places = new Map();
  const first = new Scope(frame, name, shape, target, undefined, told);
  followSteps(first, steps);
  tellPlaces(first.root, "", (step, place) => places.set(step, place));
  const write = frame.module.reserve();
  const scope = new Scope(frame, frame.module.name(name), shape, target, places, told);
  followSteps(scope, steps);
  const { before, after, shape: made } = assemble(scope);
  const body = [...before, ...scope.lines, ...after, `return ${scope.root.opening?.rest};`];
  const run = body.some((line) => /\brun\b/.test(line)) ? "run" : "_run";
  const types = `${IMAGE}: ${frame.jsonObject()}, ${run}: ${frame.use("type Run")}`;
  write([`function ${scope.name}(${types}): ${frame.jsonObject()} {`, ...indent(body), "}"]);
  return { name: scope.name, shape: made, writes: [...scope.writes.keys()], reads: [...scope.reads] };
}
