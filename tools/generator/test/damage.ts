/** Damage to JSON: one value somewhere inside replaced by another. */

import type { Json } from "../src/model.js";

/** A copy of the value in which the n-th inner value (counted round) is another one. */
export function replaceOne(value: Json, n: number, replacement: Json): Json {
  if (typeof value !== "object" || value === null) return replacement;
  const copy = structuredClone(value) as { [key: string]: Json };
  const places: [holder: { [key: string]: Json }, key: string][] = [];
  const visit = (holder: { [key: string]: Json }): void => {
    for (const [key, inner] of Object.entries(holder)) {
      places.push([holder, key]);
      if (typeof inner === "object" && inner !== null) visit(inner as { [key: string]: Json });
    }
  };
  visit(copy);
  const place = places[n % Math.max(places.length, 1)];
  if (place !== undefined) place[0][place[1]] = replacement;
  return copy;
}
