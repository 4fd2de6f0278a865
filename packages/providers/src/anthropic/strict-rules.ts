/** What the provider asks of strict tools: its published subset of JSON Schema and the limits of one request. */

import { REFUSED_EVERYWHERE, type StrictRules } from "../shared/strict-rules.js";

/** Optional properties stay optional. What is supported in part (patterns, references, few items) is refused, to be sure. */
export const ANTHROPIC_STRICT: StrictRules = {
  require_all: false,
  refused: new Set([
    ...REFUSED_EVERYWHERE,
    "$ref",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "maxItems",
    "maxLength",
    "maximum",
    "minItems",
    "minLength",
    "minimum",
    "multipleOf",
    "oneOf",
    "pattern",
  ]),
  omitted: new Set(),
  max_properties: Number.POSITIVE_INFINITY,
  max_depth: Number.POSITIVE_INFINITY,
  max_characters: Number.POSITIVE_INFINITY,
  max_enum_values: Number.POSITIVE_INFINITY,
  large_enum: { values: Number.POSITIVE_INFINITY, characters: Number.POSITIVE_INFINITY },
};

/** Formats of text that the provider can hold a model to. */
export const STRICT_FORMATS: ReadonlySet<string> = new Set([
  "date-time",
  "time",
  "date",
  "duration",
  "email",
  "hostname",
  "uri",
  "ipv4",
  "ipv6",
  "uuid",
]);

/** All strict tools of one request together. */
export interface StrictLoad {
  readonly tools: number;
  /** Properties that are not required. */
  readonly optional: number;
  /** Schemas with `anyOf` or several types. */
  readonly unions: number;
}

export const MAX_STRICT_LOAD: StrictLoad = { tools: 20, optional: 24, unions: 16 };
