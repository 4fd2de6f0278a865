/** Where in its line the reading is: how far in the line begins, and whether it has begun. */

import { isSpace } from "../reading/read-text.js";
import { COMMA, LINE_FEED } from "./chunk.js";

export class LineStart {
  /** How many units of white space the line begins with. */
  indentation = 0;
  /** Nothing but white space came yet. */
  #isBlank = true;
  /** Nothing but white space and commas came yet. */
  #isBeforeValue = true;

  /** Goes over a unit. */
  pass(unit: number): void {
    if (unit === LINE_FEED) this.goTo(0);
    else if (!isSpace(unit)) this.#begin(unit);
    else if (this.#isBlank) this.indentation += 1;
  }

  /** Is at the first unit of a line that is not white space. */
  goTo(indentation: number): void {
    this.indentation = indentation;
    this.#isBlank = true;
    this.#isBeforeValue = true;
  }

  /** Is within a value that began on a line. */
  goInto(indentation: number): void {
    this.indentation = indentation;
    this.#isBlank = false;
    this.#isBeforeValue = false;
  }

  /**
   * After damage a record begins where a line begins that is no further in than the line on which the damaged record began.
   * @param isDirectlyAfter Whether the damaged record is one line, and this the next, which may be further in.
   */
  beginsRecord(damaged: number, isDirectlyAfter: boolean): boolean {
    return this.#isBeforeValue && (this.indentation <= damaged || isDirectlyAfter);
  }

  /** After damage an array ends where a line begins that is not as far in as the line on which the damaged element began. */
  endsArray(damaged: number): boolean {
    return this.#isBlank && (this.indentation === 0 || this.indentation < damaged);
  }

  #begin(unit: number): void {
    this.#isBlank = false;
    if (unit !== COMMA) this.#isBeforeValue = false;
  }
}
