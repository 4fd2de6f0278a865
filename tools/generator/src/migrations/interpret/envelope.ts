/** The interpreted step of a whole message: its version number and its residue. */

import { isObject } from "../../json.js";
import type { Contract } from "../../model.js";
import type { Migration } from "../format.js";
import type { Direction } from "../steps.js";
import { Interpreter } from "./interpret.js";
import { type Fields, memberOf, objectFrom, withMember } from "./values.js";

/**
 * A message one version up or down, without the checks that residue which nobody trusts needs: for examples.
 * @param versions The contracts of the migration.
 * @param customs Is given the places of the custom operations that met a value, which stays as it was.
 */
export function interpret(
  migration: Migration,
  direction: Direction,
  versions: readonly [Contract, Contract],
  type: string,
  message: Fields,
  customs: Set<string> = new Set(),
): Fields {
  const [from, to] = direction === "up" ? [migration.from, migration.to] : [migration.to, migration.from];
  const before = isObject(message.residue) ? message.residue : {};
  const stored = memberOf(before, `${to}`);
  const { value, kept, asked } = new Interpreter(migration, direction, versions, customs).message(
    type,
    message,
    stored,
  );
  const left = objectFrom(Object.entries(isObject(stored) ? stored : {}).filter(([slot]) => !asked.has(slot)));
  const own = { ...(memberOf(before, `${from}`) as Fields | undefined), ...kept };
  const residue = withMember(withMember(before, `${to}`, orNothing(left)), `${from}`, orNothing(own));
  return withMember(withMember(value, "schema_version", to), "residue", orNothing(residue));
}

function orNothing(object: Fields): Fields | undefined {
  return Object.keys(object).length === 0 ? undefined : object;
}
