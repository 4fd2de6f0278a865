/** Where in its line the reading is: how far in the line begins, and whether it has begun. */

import { isSpace } from "../reading/read-text.js";
import { COMMA, LINE_FEED } from "./chunk.js";

export class LineStart {
  /** How many units of white space the line begins with. */
  indentation = 0;
  /** Nothing but white space came yet. */
  isBlank = true;
  /** Nothing but white space and commas came yet. */
  isBeforeValue = true;

  /** Goes over a unit. */
  pass(unit: number): void {
    if (unit === LINE_FEED) this.goTo(0);
    else if (!isSpace(unit)) this.begin(unit);
    else if (this.isBlank) this.indentation += 1;
  }

  /** Is at the first unit of a line that is not white space. */
  goTo(indentation: number): void {
    this.indentation = indentation;
    this.isBlank = true;
    this.isBeforeValue = true;
  }

  /** Is within a value that began on a line. */
  goInto(indentation: number): void {
    this.indentation = indentation;
    this.isBlank = false;
    this.isBeforeValue = false;
  }

  private begin(unit: number): void {
    this.isBlank = false;
    if (unit !== COMMA) this.isBeforeValue = false;
  }
}
