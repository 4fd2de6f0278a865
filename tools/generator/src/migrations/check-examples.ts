/** The examples of a migration file must come out: each is interpreted in the directions that it is an example of. */

import { isArray, isObject, pointerStep } from "../json.js";
import type { Contract, Json } from "../model.js";
import { SchemaError } from "../schema-error.js";
import { allSharedTypes } from "../stored-types.js";
import { customPlaces } from "./custom.js";
import type { Example, Migration } from "./format.js";
import { interpret } from "./interpret/interpret.js";

/** @throws SchemaError naming the example and the first place that differs, or a custom operation that no example shows. */
export function checkExamples(migration: Migration, versions: readonly [Contract, Contract]): void {
  const types = allSharedTypes(versions).map(({ type }) => type);
  const shown = { up: new Set<string>(), down: new Set<string>() };
  for (const example of migration.examples) {
    if (!types.includes(example.type)) {
      throw new SchemaError(
        migration.file,
        `${example.pointer}/type`,
        "is not a message type or persisted root of both versions",
      );
    }
    if (example.direction !== "down") checkExample(migration, versions, example, "up", shown.up);
    if (example.direction !== "up") checkExample(migration, versions, example, "down", shown.down);
  }
  for (const place of customPlaces(migration)) {
    for (const direction of ["up", "down"] as const) {
      if (!shown[direction].has(place))
        throw new SchemaError(migration.file, place, `needs an example that has its value going ${direction}`);
    }
  }
}

function checkExample(
  migration: Migration,
  versions: readonly [Contract, Contract],
  { type, from, to, pointer }: Example,
  direction: "up" | "down",
  shown: Set<string>,
): void {
  const [before, after, side] = direction === "up" ? [from, to, "to"] : [to, from, "from"];
  if (!isObject(before)) throw new SchemaError(migration.file, pointer, "an example is two messages or two roots");
  const customs = new Set<string>();
  const made = interpret(migration, direction, versions, type, before, customs);
  for (const custom of customs) shown.add(custom);
  // The interpreter has no custom functions: the test that runs the examples through the generated code sees what they make.
  const place = customs.size > 0 ? undefined : differenceOf(made, after, "");
  if (place !== undefined) {
    throw new SchemaError(migration.file, `${pointer}/${side}${place}`, `is not what comes out going ${direction}`);
  }
}

/** The first place at which two values differ. */
function differenceOf(made: Json | undefined, wanted: Json | undefined, place: string): string | undefined {
  if (made === wanted) return undefined;
  if (isArray(made) && isArray(wanted) && made.length === wanted.length) {
    return firstOf(made.keys(), (index) => differenceOf(made[index], wanted[index], place + pointerStep(index)));
  }
  if (!isObject(made) || !isObject(wanted)) return place;
  const names = new Set([...Object.keys(made), ...Object.keys(wanted)]);
  return firstOf(names, (name) => differenceOf(made[name], wanted[name], place + pointerStep(name)));
}

function firstOf<Item>(items: Iterable<Item>, find: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
