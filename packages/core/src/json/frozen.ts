/** Any value to JSON that cannot change any more. */

import { copyJson } from "../runtime/copy.js";
import { MAX_DEPTH } from "../runtime/freeze.js";
import type { JsonValue } from "../runtime/json.js";
import { isSealed, notJson, seal, tooDeep } from "./sealed.js";

/**
 * A deeply frozen copy of a JSON value, with the digits that are kept for its numbers; undefined members are left out.
 * What `parseJson` or this function returned comes back as it is. The value itself is neither changed nor frozen.
 *
 * @throws ValidationError: `not_json_value` where there is anything that JSON cannot say, `too_deep` over 256 levels.
 */
export function frozenJson(value: unknown): JsonValue {
  if (isSealed(value)) return value;
  const copy = copyJson(value, MAX_DEPTH);
  if (copy.ok) return seal(copy.value);
  throw copy.found === "too deep" ? tooDeep() : notJson(copy.found);
}
