/** Counts over a schema with everything that it refers to. */

import type { JsonObject, JsonValue } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";
import { referredSchema } from "./referred.js";

/**
 * The sum over all schemas in the parameters, those that are referred to counted as often as they are.
 *
 * @returns Undefined where a schema comes again inside of itself; infinity where it is more than a number can say.
 */
export function expandedSum(root: JsonObject, countOf: (schema: JsonObject) => number): number | undefined {
  const sums = new Map<JsonObject, number>();
  let total = 0;
  // The root first: what only it refers to is then counted there.
  for (const start of [root, ...definitionsOf(root)]) {
    if (sums.has(start)) continue;
    if (!addSum(start, root, countOf, sums)) return undefined;
    total += sums.get(start) ?? 0;
  }
  return total;
}

/** Adds the sum of a schema, after those of what it refers to; false where it comes again inside of itself. */
function addSum(
  start: JsonObject,
  root: JsonObject,
  countOf: (schema: JsonObject) => number,
  sums: Map<JsonObject, number>,
): boolean {
  const waiting = [start];
  /** Those that we are inside of. */
  const open = new Map<JsonObject, Extent>();
  for (let next = waiting.at(-1); next !== undefined; next = waiting.at(-1)) {
    const extent = open.get(next);
    if (sums.has(next)) waiting.pop();
    else if (extent !== undefined) {
      const own = extent.schemas.reduce((sum, schema) => sum + countOf(schema), 0);
      sums.set(
        next,
        extent.targets.reduce((sum, target) => sum + (sums.get(target) ?? 0), own),
      );
      open.delete(next);
    } else {
      const found = extentOf(next, root);
      open.set(next, found);
      if (found.targets.some((target) => open.has(target))) return false;
      waiting.push(...found.targets.filter((target) => !sums.has(target)));
    }
  }
  return true;
}

/** A schema with those inside of it, and what all of them refer to. */
interface Extent {
  readonly schemas: readonly JsonObject[];
  readonly targets: readonly JsonObject[];
}

function extentOf(schema: JsonObject, root: JsonObject): Extent {
  const schemas = schemasIn(schema);
  const targets = schemas.flatMap(({ $ref }) => (typeof $ref === "string" ? [referredSchema($ref, root)] : []));
  return { schemas, targets: targets.filter(isJsonObject) };
}

/** Of strict parameters: a schema stands in no other place. */
function schemasIn(schema: JsonValue | undefined): readonly JsonObject[] {
  if (!isJsonObject(schema)) return [];
  const { properties, items, anyOf } = schema;
  const inner = [...(isJsonObject(properties) ? Object.values(properties) : []), items, ...listOf(anyOf)];
  return [schema, ...inner.flatMap(schemasIn)];
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function definitionsOf({ $defs, definitions }: JsonObject): readonly JsonObject[] {
  return [$defs, definitions].filter(isJsonObject).flatMap((named) => Object.values(named).filter(isJsonObject));
}
