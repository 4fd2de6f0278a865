/** All companions, by the names of their types. */

import type { Companion } from "../src/companion.js";
import { CURRENT_VERSION } from "../src/generated/contract.gen.js";
import * as generated from "../src/generated/index.gen.js";
import { SCHEMAS, type SchemaName } from "../src/generated/schemas.gen.js";

export const COMPANIONS = Object.entries(generated as Record<string, unknown>).filter(
  (entry): entry is [string, Companion<unknown>] => typeof entry[1] === "object" && "safeParse" in Object(entry[1]),
);

export function companionOf(root: string): Companion<unknown> {
  const name = SCHEMAS[CURRENT_VERSION]?.[root as SchemaName]?.name;
  return COMPANIONS.find(([key]) => key === name)?.[1] as Companion<unknown>;
}

export function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen);
}
