/** Part of bundle: a bundle in the dialect that older tools read. */

import { isObject, omit } from "../json.js";
import { mapSubschemas } from "../keywords.js";
import type { JsonSchema } from "../model.js";
import { refName } from "../references.js";

/**
 * The same bundle in draft-07: `definitions` instead of `$defs`, and a reference with anything beside it wrapped in `allOf`,
 * since draft-07 ignores what stands beside.
 */
export function toDraft07(bundle: JsonSchema): JsonSchema {
  const { $schema: _, $id, ...rest } = rewrite(bundle);
  return { $schema: "http://json-schema.org/draft-07/schema#", ...($id === undefined ? {} : { $id }), ...rest };
}

function rewrite(schema: JsonSchema): JsonSchema {
  const { $defs, ...rest } = mapSubschemas(schema, rewrite);
  const named = wrapReference(rest);
  return isObject($defs) ? { ...named, definitions: $defs } : named;
}

function wrapReference(schema: JsonSchema): JsonSchema {
  const name = refName(schema);
  if (name === undefined) return schema;
  const reference = { $ref: `#/definitions/${name}` };
  const beside = omit(schema, ["$ref"]);
  return Object.keys(beside).length === 0 ? reference : { ...beside, allOf: [reference] };
}
