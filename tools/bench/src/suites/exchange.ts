/** What the measurements of the exchange with providers share: one column for each thing read or written, and equal work for all. */
import type { Said } from "../exchange/counts.js";
import { type Candidate, compare, type Effort } from "../measure.js";
import type { SuiteResult } from "./suite.js";

export interface Column {
  readonly name: string;
  /** The first one is the floor. */
  readonly candidates: readonly Candidate[];
}

/** A candidate of a name that not every column has leaves its cell empty there. */
export async function measureColumns(
  words: Pick<SuiteResult, "title" | "unit"> & { readonly notes: string },
  columns: readonly Column[],
  effort: Effort,
): Promise<SuiteResult> {
  const cells = new Map<string, (number | undefined)[]>();
  for (const [at, { candidates }] of columns.entries()) {
    for (const { name, ratio } of await compare(candidates, effort)) {
      const known = cells.get(name) ?? columns.map(() => undefined);
      known[at] = ratio;
      cells.set(name, known);
    }
  }
  const rows = [...cells].map(([name, values]) => ({ name, cells: values }));
  const notes = `${words.notes} Median over ${effort.rounds} rounds.`;
  return { ...words, notes, columns: columns.map(({ name }) => name), rows, digits: 2 };
}

/**
 * Reads the same thing several times in a row.
 * @throws Error while measuring when something of it was left out.
 */
export function reader(name: string, count: number, expected: Said, read: () => Promise<Said>): Candidate {
  return {
    name,
    run: async () => {
      for (let at = 0; at < count; at++) {
        const said = await read();
        if (said.text !== expected.text || said.arguments !== expected.arguments)
          throw new Error(`${name} read ${JSON.stringify(said)} in place of ${JSON.stringify(expected)}`);
      }
      return count;
    },
  };
}
