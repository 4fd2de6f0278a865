/** What is wrong with the examples of a migration file: one line for each fault, with the file, the place and the rule. */

import { isArray, isObject, pointerStep } from "../../tools/generator/src/json.js";
import { customPlaces } from "../../tools/generator/src/migrations/custom.js";
import type { Example, Migration } from "../../tools/generator/src/migrations/format.js";
import type { Direction } from "../../tools/generator/src/migrations/steps.js";
import type { Json } from "../../tools/generator/src/model.js";
import { type ContractFiles, type GeneratedContract, versionsOf } from "./generated-contract.js";
import { interpret } from "./reading/interpret.js";
import type { Fields } from "./reading/values.js";

const DIRECTIONS = ["up", "down"] as const;

/** What one of the two readings makes of a stored value; undefined where only the other one can tell. */
type Reading = (direction: Direction, type: string, value: Fields) => Fields | undefined;

/** Examples that do not come out in core's engine, and values in them that their own version does not have like this. */
export function faultsInEngine(migration: Migration, code: GeneratedContract): string[] {
  const read: Reading = (direction, type, value) => code.migrate(migration, direction, type, value).value;
  return migration.examples.flatMap((example) => [
    ...faultsOfValue(migration, example, "from", code),
    ...faultsOfValue(migration, example, "to", code),
    ...faultsOfOutcome(migration, example, read),
  ]);
}

/** Examples that do not come out in the second reading, which has no custom functions: there only core's engine can tell. */
export function faultsInReading(migration: Migration, files: ContractFiles): string[] {
  const read: Reading = (direction, type, value) => {
    const customs = new Set<string>();
    const made = interpret(migration, direction, versionsOf(files, migration), type, value, customs);
    return customs.size > 0 ? undefined : made;
  };
  return migration.examples.flatMap((example) => faultsOfOutcome(migration, example, read));
}

/** Types that have operations of their own, and custom operations, that no example shows going one of the two ways. */
export function unshownBy(migration: Migration, files: ContractFiles): string[] {
  return DIRECTIONS.flatMap((direction) => {
    const examples = migration.examples.filter((example) => isExampleOf(example, direction));
    const types = [...migration.types.keys()].filter((type) => examples.every((example) => example.type !== type));
    const met = new Set<string>();
    for (const example of examples) {
      const before = direction === "up" ? example.from : example.to;
      if (isObject(before)) interpret(migration, direction, versionsOf(files, migration), example.type, before, met);
    }
    const customs = customPlaces(migration).filter((place) => !met.has(place));
    return [
      ...types.map((type) => line(migration, `/types/${type}`, `needs an example going ${direction}`)),
      ...customs.map((place) => line(migration, place, `needs an example that has its value going ${direction}`)),
    ];
  });
}

function isExampleOf({ direction }: Example, wanted: Direction): boolean {
  return direction === "both" || direction === wanted;
}

function faultsOfValue(migration: Migration, example: Example, side: "from" | "to", code: GeneratedContract): string[] {
  const value = example[side];
  const version = migration[side];
  const place = `${example.pointer}/${side}`;
  if (!isObject(value)) return [line(migration, place, "is not a message or root")];
  if (!code.isValid(version, example.type, value))
    return [line(migration, place, `is not valid in version ${version}`)];
  const differing = differenceOf(code.tidied(version, example.type, value), value, place);
  return differing === undefined ? [] : [line(migration, differing, `is not as version ${version} reads it`)];
}

function faultsOfOutcome(migration: Migration, example: Example, read: Reading): string[] {
  return DIRECTIONS.filter((direction) => isExampleOf(example, direction)).flatMap((direction) => {
    const [before, after, side] =
      direction === "up" ? [example.from, example.to, "to"] : [example.to, example.from, "from"];
    const made = isObject(before) ? read(direction, example.type, before) : undefined;
    const place = made === undefined ? undefined : differenceOf(made, after, `${example.pointer}/${side}`);
    return place === undefined ? [] : [line(migration, place, `is not what comes out going ${direction}`)];
  });
}

function line({ file }: Migration, pointer: string, rule: string): string {
  return `${file}#${pointer}: ${rule}`;
}

/** The first place at which two values differ. */
function differenceOf(made: Json | undefined, wanted: Json | undefined, place: string): string | undefined {
  if (made === wanted) return undefined;
  if (isArray(made) && isArray(wanted) && made.length === wanted.length)
    return firstOf(made.keys(), (index) => differenceOf(made[index], wanted[index], place + pointerStep(index)));
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
