/** Takes a member out of a frozen object, with the digits of a number that a double cannot hold. */

import { inexact } from "../runtime/inexact-flag.js";
import type { Fields } from "../runtime/json.js";
import { keepLiteral, literalsOf } from "../runtime/number-text.js";
import { setMember } from "../runtime/tidy.js";

/**
 * Gives a container that is being made, and will be frozen, a member of another one.
 * @param key What the member is called there: a name, or a position in a list.
 */
export function copyMember(from: object, name: string, to: object, key: string): void {
  setMember(to as Fields, key, (from as Fields)[name]);
  const literals = inexact.seen ? literalsOf(from) : undefined;
  if (literals?.has(name)) keepLiteral(to, key, Object.isFrozen(from) ? literals.get(name) : undefined);
}
