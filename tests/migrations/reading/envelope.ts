/** What every step does with a stored value around its operations: the version number and the residue. */

import { isObject } from "../../../tools/generator/src/json.js";
import { type Fields, memberOf, objectFrom, type Value, withMember } from "./values.js";

/** An object after its migration, and the residue that it leaves. */
export interface Interpreted {
  readonly value: Fields;
  readonly kept: Fields | undefined;
  /** The slots of residue that were looked at. */
  readonly asked: ReadonlySet<string>;
}

/**
 * A message or root one version up or down.
 * @param migrate Does the operations; gets what residue is stored for them.
 */
export function inEnvelope(
  value: Fields,
  [from, to]: readonly [from: number, to: number],
  migrate: (stored: Value) => Interpreted,
): Fields {
  const before = isObject(value.residue) ? value.residue : {};
  const stored = memberOf(before, `${to}`);
  const migrated = migrate(stored);
  const left = objectFrom(Object.entries(isObject(stored) ? stored : {}).filter(([slot]) => !migrated.asked.has(slot)));
  const own = { ...(memberOf(before, `${from}`) as Fields | undefined), ...migrated.kept };
  const residue = withMember(withMember(before, `${to}`, orNothing(left)), `${from}`, orNothing(own));
  return withMember(withMember(migrated.value, "schema_version", to), "residue", orNothing(residue));
}

function orNothing(object: Fields): Fields | undefined {
  return Object.keys(object).length === 0 ? undefined : object;
}
