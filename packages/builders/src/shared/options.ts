/** The argument of factories for all that a caller may say besides. */

import { ValidationError } from "@parlance/core";
import { issue, typeName } from "@parlance/core/internal";

/**
 * The options; undefined where there are none, which null says as well.
 *
 * @throws ValidationError `wrong_type` for anything but an object: what stands in its place would go unheard.
 */
export function optionsOf<Options extends object>(given: Options | null | undefined): Options | undefined {
  if (given === undefined || given === null) return undefined;
  if (typeof given === "object" && !Array.isArray(given)) return given;
  throw new ValidationError([issue("wrong_type", "", "an object with options", typeName(given))]);
}
