/** Which messages of a list count, where a store holds several versions of one. */

/**
 * Of several messages with one id the last counts, in the place of the first.
 *
 * @param ids Those of stored messages, compared without regard to letter case; undefined for what has none, and always counts.
 * @returns Indexes of those that count, in the order in which they count.
 */
export function currentVersions(ids: readonly (string | undefined)[]): readonly number[] {
  const places = new Map<string | number, number>();
  for (let index = 0; index < ids.length; index++) places.set(ids[index]?.toLowerCase() ?? index, index);
  return [...places.values()];
}
