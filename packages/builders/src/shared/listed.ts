/** Reads what a caller gives as many. */

/** As many as a list of the contract may have. */
const MOST = 65_536;

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
export function listedItems(given: unknown): unknown {
  return isIterable(given) ? (itemsOfIterable(given) ?? given) : given;
}

/**
 * The items, at most one more than `most` of them, so that it shows when there are too many. Undefined for an array that cannot be read, as that of a proxy that throws; what any other iterable
 * throws is thrown on.
 */
export function itemsOfIterable(given: Iterable<unknown>, most: number = MOST): readonly unknown[] | undefined {
  if (!Array.isArray(given)) return taken(given, most);
  try {
    return taken(given, most);
  } catch {
    return undefined;
  }
}

function taken(given: Iterable<unknown>, most: number): readonly unknown[] {
  const items: unknown[] = [];
  for (const item of given) {
    if (items.push(item) > most) break;
  }
  return items;
}
