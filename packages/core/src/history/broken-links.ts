/** What messages follow that follow a record which could not be read. */

import type { Followed, Positions } from "./parents.js";

/** What a record follows. Ids are in the form in which they are compared. */
export interface Link {
  readonly id: string | undefined;
  readonly parent: string | undefined;
  /** As it stands in the record. */
  readonly conversation: string | undefined;
}

/**
 * What stands for an id: of a broken record what this one follows, in the end.
 * @param links The broken records of a conversation.
 * @param positions Its messages: what could be read counts.
 */
export function followedPastBroken(links: readonly Link[], positions: Positions): Followed {
  // Of what was looked up, whatever stands at the end.
  const parents = new Map(links.map(({ id, parent }) => [id, parent]));
  return (id) => {
    const passed = new Set<string>();
    let at: string | undefined = id;
    while (at !== undefined && parents.has(at) && !positions.has(at) && !passed.has(at)) {
      passed.add(at);
      at = parents.get(at);
    }
    for (const one of passed) parents.set(one, at);
    return at;
  };
}
