/** Sees that the elements of an array have one comma between them. */

import type { LayoutProblem } from "./sink.js";

/** What may stand inside an array. */
export type ArrayToken = "comma" | "element" | "end";

export class Commas {
  /** An element that was cut off needs no comma to be told from the next. */
  last: ArrayToken | "bracket" | "cut" = "bracket";

  /** What is wrong with what comes next. */
  take(next: ArrayToken): LayoutProblem | undefined {
    const { last } = this;
    this.last = next;
    if (next === "element") return last === "element" ? "missing_comma" : undefined;
    const isExtra = last === "comma" || (next === "comma" && last === "bracket");
    return isExtra ? "extra_comma" : undefined;
  }
}
