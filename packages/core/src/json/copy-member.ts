/** Takes a member out of a frozen object, with the digits of a number that a double cannot hold. */

import type { Fields } from "../runtime/json.js";
import { findsLiterals, keepLiteral, literalsOf, markHolder } from "../runtime/number-text.js";
import { setMember } from "../runtime/tidy.js";

/**
 * Gives a container that is being made, and will be frozen, a member of another one.
 * @param key What the member is called there: a name, or a position in a list.
 */
export function copyMember(from: object, name: string, to: object, key: string): void {
  const member = (from as Fields)[name];
  setMember(to as Fields, key, member);
  const literals = literalsOf(from);
  if (literals.has(name)) keepLiteral(to, key, Object.isFrozen(from) ? literals.get(name) : undefined);
  else if (findsLiterals(member)) markHolder(to);
}
