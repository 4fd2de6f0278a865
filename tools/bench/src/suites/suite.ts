/** What a suite of measurements gives: a table whose columns are classes of messages and whose rows are candidates. */
import type { Corpus, MessageClass } from "../corpus.js";
import { MESSAGE_CLASSES } from "../corpus.js";
import { type Candidate, compare, type Effort } from "../measure.js";

type Column = MessageClass | "mix";
const COLUMNS: readonly Column[] = [...MESSAGE_CLASSES, "mix"];

export interface SuiteResult {
  readonly title: string;
  /** What 1.00 is, in words. */
  readonly unit: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly (number | undefined)[] }[];
  /** What the candidates do that the others do not. */
  readonly notes?: string;
  /** How many digits after the point make sense. */
  readonly digits: number;
}

/**
 * Measures the candidates on every class of the corpus; the first candidate of each class is the floor, 1.00.
 * @param asShown Makes what is shown of the ratios of one class.
 */
export async function measureByClass(
  title: string,
  unit: string,
  corpus: Corpus,
  candidatesFor: (texts: readonly string[]) => readonly Candidate[],
  effort: Effort,
  asShown: (ratios: ReadonlyMap<string, number>) => ReadonlyMap<string, number> = (ratios) => ratios,
): Promise<SuiteResult> {
  const cells = new Map<string, (number | undefined)[]>();
  for (const [index, column] of COLUMNS.entries()) {
    const measured = await compare(candidatesFor(corpus[column]), effort);
    for (const [name, ratio] of asShown(new Map(measured.map((row) => [row.name, row.ratio])))) {
      const known = cells.get(name) ?? new Array<number | undefined>(COLUMNS.length).fill(undefined);
      known[index] = ratio;
      cells.set(name, known);
    }
  }
  const rows = [...cells].map(([name, values]) => ({ name, cells: values }));
  return { title, unit, columns: COLUMNS, rows, digits: 2 };
}
