/** Reads what a caller gives as many. */

/** One more than a list of the contract may have, so that it shows when there are too many. */
const ENOUGH = 65_537;

/** Whether the value gives items one by one; a text does not count. */
export function isIterable(value: unknown): value is Iterable<unknown> {
  try {
    return typeof value === "object" && value !== null && Symbol.iterator in value;
  } catch {
    // A proxy throws whatever it likes, content included.
    return false;
  }
}

/** The items of anything that can be iterated; any other value as it is, for the schema to refuse. */
export function listed(given: unknown): unknown {
  return isIterable(given) ? (itemsOf(given) ?? given) : given;
}

/**
 * The items, at most 65,537 of them. Undefined for an array that cannot be read, as that of a proxy that throws; what any other iterable
 * throws is thrown on.
 */
export function itemsOf(given: Iterable<unknown>): readonly unknown[] | undefined {
  if (!Array.isArray(given)) return taken(given);
  try {
    return taken(given);
  } catch {
    return undefined;
  }
}

function taken(given: Iterable<unknown>): readonly unknown[] {
  const items: unknown[] = [];
  for (const item of given) {
    if (items.push(item) === ENOUGH) break;
  }
  return items;
}
