/** What providers ask of the parameters of a strict tool, as data. */

/** The rules of one provider. */
export interface StrictRules {
  /** Whether every property has to be required, so that one that is optional becomes one that may be null. */
  readonly require_all: boolean;
  /** Keywords with which a schema is refused. */
  readonly refused: ReadonlySet<string>;
  /** Keywords that are refused and say nothing of what is valid: they are left out. */
  readonly omitted: ReadonlySet<string>;
  /** The most items that a list can be made to have. */
  readonly max_min_items: number;
  /** Whether a schema may come again inside of itself. */
  readonly is_recursive: boolean;
  /** The formats of text that the provider knows. */
  readonly formats: ReadonlySet<string>;
  /** Properties of all objects together. */
  readonly max_properties: number;
  /** Objects and lists in one another. */
  readonly max_depth: number;
  /** UTF-16 units of all names, enum values and constants together. */
  readonly max_characters: number;
  /** Enum values of all schemas together. */
  readonly max_enum_values: number;
  /** Enums of texts with more values than `values` may have so many UTF-16 units together. */
  readonly large_enum: { readonly values: number; readonly characters: number };
}

/** Keywords that no provider holds a model to. */
export const REFUSED_EVERYWHERE: readonly string[] = [
  "$anchor",
  "$dynamicAnchor",
  "$dynamicRef",
  "$recursiveAnchor",
  "$recursiveRef",
  "additionalItems",
  "allOf",
  "contains",
  "contentEncoding",
  "contentMediaType",
  "contentSchema",
  "dependencies",
  "dependentRequired",
  "dependentSchemas",
  "else",
  "if",
  "maxContains",
  "maxProperties",
  "minContains",
  "minProperties",
  "not",
  "patternProperties",
  "prefixItems",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
  "uniqueItems",
];

/** Of OpenAI's Structured Outputs: its published limits, and the keywords that its own SDK refuses. */
export const OPENAI_STRICT: StrictRules = {
  require_all: true,
  refused: new Set(REFUSED_EVERYWHERE),
  omitted: new Set(["default"]),
  max_min_items: Number.POSITIVE_INFINITY,
  is_recursive: true,
  formats: new Set(["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"]),
  max_properties: 5000,
  max_depth: 10,
  max_characters: 120_000,
  max_enum_values: 1000,
  large_enum: { values: 250, characters: 15_000 },
};
