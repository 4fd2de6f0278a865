/** Refuses what a caller may not ask of a request. */

import { ValidationError } from "@parlance/core";
import { issue } from "@parlance/core/internal";
import { REASONING_MEMBERS } from "../provider-names.js";
import type { RequestOptions } from "../types.js";

const NAMES: readonly unknown[] = REASONING_MEMBERS;

/**
 * Any other member would send reasoning as something else, such as what was said.
 *
 * @throws ValidationError with the code `not_allowed_value`.
 */
export function assertRequestOptions({ reasoning_member }: RequestOptions): void {
  if (reasoning_member === undefined || NAMES.includes(reasoning_member)) return;
  const expected = REASONING_MEMBERS.join(" or ");
  throw new ValidationError([issue("not_allowed_value", "/options/reasoning_member", expected, "another value")]);
}
