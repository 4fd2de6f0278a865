/** A table must be one-to-one, and each further value must say which pair represents it. */

import { SchemaError } from "../schema-error.js";
import type { MapValue, Pair } from "./format.js";

type Side = 0 | 1;

/** @throws SchemaError when a value has two counterparts or an extra pair leads to a value without a representative. */
export function checkTable(file: string, table: MapValue & { readonly place: string }): void {
  const { pairs, onlyUp, onlyDown, place } = table;
  const fail = (key: string, index: number, reason: string): never => {
    throw new SchemaError(file, `${place}/${key}/${index}`, reason);
  };
  requireDistinct(pairs, 0, (index) =>
    fail("pairs", index, "the older value has a pair already: put it under only_down"),
  );
  requireDistinct(pairs, 1, (index) =>
    fail("pairs", index, "the newer value has a pair already: put it under only_up"),
  );
  for (const [key, extra, from, to] of [["only_up", onlyUp, 0, 1] as const, ["only_down", onlyDown, 1, 0] as const]) {
    requireDistinct([...pairs, ...extra], from, (index) =>
      fail(key, index - pairs.length, "the value has a pair already"),
    );
    const lost = extra.findIndex((pair) => !pairs.some((other) => isEqual(other[to], pair[to])));
    if (lost >= 0) fail(key, lost, "leads to a value that no pair represents on the way back");
  }
}

function requireDistinct(pairs: readonly Pair[], side: Side, fail: (index: number) => never): void {
  pairs.forEach((pair, index) => {
    if (pairs.slice(0, index).some((other) => isEqual(other[side], pair[side]))) fail(index);
  });
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
