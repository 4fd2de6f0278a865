/** What the provider asks of strict tools: its published subset of JSON Schema and the limits of one request. */

import { REFUSED_EVERYWHERE, type StrictRules } from "../shared/strict/rules.js";

/**
 * "JSON Schema limitations" of the page on structured outputs in the provider's documentation. Optional properties stay optional. References
 * inside of the parameters are taken, and `minItems` of 0 and 1; of patterns, which are taken in part, none is sent, to be sure.
 */
export const ANTHROPIC_STRICT: StrictRules = {
  require_all: false,
  refused: new Set([
    ...REFUSED_EVERYWHERE,
    "exclusiveMaximum",
    "exclusiveMinimum",
    "maxItems",
    "maxLength",
    "maximum",
    "minLength",
    "minimum",
    "multipleOf",
    "oneOf",
    "pattern",
  ]),
  omitted: new Set(),
  max_min_items: 1,
  is_recursive: false,
  formats: new Set(["date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"]),
  max_properties: Number.POSITIVE_INFINITY,
  max_depth: Number.POSITIVE_INFINITY,
  max_characters: Number.POSITIVE_INFINITY,
  max_enum_values: Number.POSITIVE_INFINITY,
  large_enum: { values: Number.POSITIVE_INFINITY, characters: Number.POSITIVE_INFINITY },
};

/** All strict tools of one request together. */
export interface StrictLoad {
  readonly tools: number;
  /** Properties that are not required. */
  readonly optional: number;
  /** Schemas with `anyOf` or several types. */
  readonly unions: number;
}

/** From the same page; a request over one of them is answered with 400. */
export const MAX_STRICT_LOAD: StrictLoad = { tools: 20, optional: 24, unions: 16 };
