/** A condition must come out the same on both images, or going down would undo what going up did not do. */

import type { Json } from "../model.js";
import { SchemaError } from "../schema-error.js";
import type { MapValue, Operation, Test, When } from "./format.js";
import { mapThrough } from "./translations.js";

type PlacedWhen = When & { readonly place: string };
type Leaf = Test & { readonly at: string };

/**
 * Checks that the test on the newer image asks for what the test on the older one becomes.
 * @param operations All operations of the same object, among them the `when` itself.
 * @throws SchemaError when the newer version cannot decide the test.
 */
export function checkWhen(file: string, operation: PlacedWhen, operations: readonly Operation[]): void {
  const fail = (reason: string): never => {
    throw new SchemaError(file, `${operation.place}/down`, reason);
  };
  compare(
    operation.test,
    operation.down,
    [operation.do, operation.else].map((branch) => flatten(operations, operation, branch)),
    fail,
  );
}

/** The operations that a value meets when one branch is taken; branches of other conditions are all looked at. */
function flatten(operations: readonly Operation[], own: PlacedWhen, branch: readonly Operation[]): Operation[] {
  return operations.flatMap((one) => {
    if (one.op !== "when") return [one];
    return flatten(one === own ? branch : [...one.do, ...one.else], own, branch);
  });
}

function compare(
  test: Test,
  down: Test,
  branches: readonly (readonly Operation[])[],
  fail: (reason: string) => never,
): void {
  if ("at" in test && "at" in down) {
    compareLeaves(test, down, branches, fail);
    return;
  }
  const [inner, innerDown] = [partsOf(test), partsOf(down)];
  if (kindOf(test) !== kindOf(down) || inner.length !== innerDown.length) {
    fail("must be built like the test, with the places and values of the newer version");
  }
  inner.forEach((one, index) => {
    const other = innerDown[index];
    if (other !== undefined) compare(one, other, branches, fail);
  });
}

function kindOf(test: Test): string {
  return ["not", "all", "any", "present", "in", "type"].find((kind) => kind in test) ?? "";
}

function partsOf(test: Test): readonly Test[] {
  if ("not" in test) return [test.not];
  if ("all" in test) return test.all;
  return "any" in test ? test.any : [];
}

function compareLeaves(
  test: Leaf,
  down: Leaf,
  branches: readonly (readonly Operation[])[],
  fail: (reason: string) => never,
): void {
  if (kindOf(test) !== kindOf(down)) fail("must ask for the same as the test");
  for (const operations of branches) {
    const place = placeAfter(test.at, operations);
    if (place !== down.at) {
      fail(
        `asks for ${down.at}, but the operations leave the value of ${test.at} ${place === undefined ? "nowhere" : `at ${place}`}`,
      );
    }
    if ("in" in test && "in" in down) compareValues(test, down, operations, fail);
    if ("type" in test && "type" in down && test.type !== down.type) fail("must ask for the same type as the test");
  }
}

/** Where a value stands after the operations; undefined when it is gone or no longer the same value. */
function placeAfter(pointer: string, operations: readonly Operation[]): string | undefined {
  let place: string | undefined = pointer;
  for (const operation of operations) {
    if (place === undefined) return undefined;
    place = placeAfterOne(place, operation);
  }
  return place;
}

function placeAfterOne(place: string, operation: Operation): string | undefined {
  switch (operation.op) {
    case "rename":
      return moved(place, `${operation.at}/${operation.from}`, `${operation.at}/${operation.to}`);
    case "move":
      return moved(place, operation.from, operation.to);
    case "wrap":
      return operation.key === undefined
        ? unless(place, operation.at)
        : moved(place, operation.at, `${operation.at}/${operation.key}`);
    case "unwrap":
      return operation.key === undefined
        ? unless(place, operation.at)
        : moved(place, `${operation.at}/${operation.key}`, operation.at);
    case "remove":
    case "setAbsent":
    case "each":
    case "apply":
    case "variant":
      return unless(place, operation.at);
    case "split":
      return unless(place, operation.at);
    case "spread":
      return unless(place, operation.from);
    default:
      return place;
  }
}

function moved(place: string, from: string, to: string): string {
  return place === from || place.startsWith(`${from}/`) ? to + place.slice(from.length) : place;
}

/** The place, unless the operation at `at` changes what is there. */
function unless(place: string, at: string): string | undefined {
  return place === at || place.startsWith(`${at}/`) ? undefined : place;
}

function compareValues(
  test: Leaf & { readonly in: readonly Json[] },
  down: Leaf & { readonly in: readonly Json[] },
  operations: readonly Operation[],
  fail: (reason: string) => never,
): void {
  const tables = tablesOn(test.at, operations);
  const there = (value: Json): Json => tables.reduce((current, table) => mapThrough(table, "up", current), value);
  const back = (value: Json): Json => tables.reduceRight((current, table) => mapThrough(table, "down", current), value);
  const has = (list: readonly Json[], value: Json): boolean =>
    list.some((one) => JSON.stringify(one) === JSON.stringify(value));
  const newer = tables.flatMap((table) => [...table.pairs, ...table.onlyDown].map(([, to]) => to));
  const isSame =
    test.in.every((value) => has(down.in, there(value))) &&
    [...down.in, ...newer].every((value) => has(down.in, value) === has(test.in, back(value)));
  if (!isSame) fail("asks for other values than those that the test's values become");
}

/** The tables that the value at a pointer goes through. */
function tablesOn(pointer: string, operations: readonly Operation[]): MapValue[] {
  const tables: MapValue[] = [];
  let place: string | undefined = pointer;
  for (const operation of operations) {
    if (operation.op === "mapValue" && operation.at === place) tables.push(operation);
    place = place === undefined ? undefined : placeAfterOne(place, operation);
  }
  return tables;
}
