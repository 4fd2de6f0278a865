/**
 * The entry `@parlance/core/validators`: what ajv says of a value, compiled ahead of time, for whoever wants its own answer. No
 * other entry brings it in. Adding an export here makes it API.
 */

import { VALIDATORS } from "./generated/validators.gen.js";
import type { AjvError } from "./runtime/ajv-error.js";

export type { AjvError };

/**
 * All errors of ajv for a JSON value, none when it satisfies the definition; after a thousand it looks no further. Unlike the
 * issues of a `ValidationError` they are not free of content: a path may hold keys that a user wrote.
 *
 * @param version of the contract, such as 2
 * @param definition name of a type, such as `TextMessage`; `Message` goes by `type`
 * @throws RangeError when the version or the definition does not exist.
 */
export function ajvErrors(version: number, definition: string, value: unknown): readonly AjvError[] {
  const validators = Object.hasOwn(VALIDATORS, version) ? VALIDATORS[version] : undefined;
  if (!validators) throw new RangeError("no such version of the contract");
  return validators.errorsOf(definition, value);
}
