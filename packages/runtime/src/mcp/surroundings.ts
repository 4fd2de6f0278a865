/** The time and new ids, of whatever else an operation has. */

import type { Surroundings } from "@parlance/builders";

export function surroundingsOf({ newId, now }: Surroundings): Surroundings {
  return { ...(newId === undefined ? {} : { newId }), ...(now === undefined ? {} : { now }) };
}
