/** The order in which calls run: those that are safe beside each other, the others alone, never more at a time than allowed. */

import type { ToolConcurrency } from "./tool.js";

/** The positions of calls, in groups that run one after the other. */
export function groupsOf(kinds: readonly ToolConcurrency[]): readonly (readonly number[])[] {
  const groups: number[][] = [];
  for (const [at, kind] of kinds.entries()) {
    const last = groups.at(-1);
    if (last !== undefined && kind === "safe" && kinds[at - 1] === "safe") last.push(at);
    else groups.push([at]);
  }
  return groups;
}

/**
 * Works on items in their order, some at a time.
 *
 * @param onFailure Is told at once when work fails; nothing else is begun then, and what has begun is waited for.
 * @throws What failed first.
 */
export async function someAtATime<Item>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<void>,
  onFailure: (error: unknown) => void,
): Promise<void> {
  const left = items.values();
  let failure: { readonly error: unknown } | undefined;
  const worker = async (): Promise<void> => {
    for (const item of left) {
      if (failure !== undefined) return;
      try {
        await work(item);
      } catch (error) {
        failure ??= { error };
        onFailure(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  if (failure !== undefined) throw failure.error;
}
