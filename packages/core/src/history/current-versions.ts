/** Which messages of a list count, where a store holds several versions of one. */

/**
 * Of several messages with one id the last counts, in the place of the first.
 *
 * @param ids Those of stored messages, compared without regard to letter case; undefined for what has none, and always counts.
 * @returns Indexes of those that count, in the order in which they count.
 */
export function currentVersions(ids: readonly (string | undefined)[]): readonly number[] {
  const places = new Map<string | number, number>();
  for (const [index, id] of ids.entries()) places.set(id?.toLowerCase() ?? index, index);
  return [...places.values()];
}
