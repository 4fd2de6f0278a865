/** What messages follow that follow a record which could not be read. */

import type { Positions } from "./parents.js";

/** What a record follows. Ids are in the form in which they are compared. */
export interface Link {
  readonly id: string | undefined;
  readonly parent: string | undefined;
  /** As it stands in the record. */
  readonly conversation: string | undefined;
}

export class BrokenLinks {
  readonly #positions: Positions;
  /** Parents by id; of what was looked up, whatever stands at the end. */
  readonly #parents: Map<string | undefined, string | undefined>;

  /**
   * @param links The broken records of a conversation.
   * @param positions Its messages: what could be read counts.
   */
  constructor(links: readonly Link[], positions: Positions) {
    this.#positions = positions;
    this.#parents = new Map(links.map(({ id, parent }) => [id, parent]));
  }

  /** The id itself, or where it is that of a broken record what this one follows; undefined where that is nothing. */
  followed(id: string): string | undefined {
    const passed = new Set<string>();
    let at: string | undefined = id;
    while (at !== undefined && this.#isBroken(at) && !passed.has(at)) {
      passed.add(at);
      at = this.#parents.get(at);
    }
    for (const one of passed) this.#parents.set(one, at);
    return at;
  }

  #isBroken(id: string): boolean {
    return this.#parents.has(id) && !this.#positions.has(id);
  }
}
