/** Shows a place in a conversation without the names that somebody made up. */

import type { InferenceOptions } from "@parlance/core";
import * as fields from "../../generated/fields.gen.js";
import { CONVERSATION_FIELDS } from "../conversation/unknown-members.js";
import { REFUSED_EVERYWHERE } from "../strict/rules.js";

const OPTIONS: Readonly<Record<keyof InferenceOptions, true>> = {
  model: true,
  temperature: true,
  top_p: true,
  top_k: true,
  min_p: true,
  max_tokens: true,
  stop: true,
  seed: true,
  frequency_penalty: true,
  presence_penalty: true,
  repetition_penalty: true,
  reasoning_effort: true,
  parallel_tool_calls: true,
};

/** What the parameters of a tool are made of. */
const KEYWORDS: readonly string[] = [
  ...REFUSED_EVERYWHERE,
  "$defs",
  "$id",
  "$ref",
  "$schema",
  "additionalProperties",
  "anyOf",
  "const",
  "default",
  "definitions",
  "enum",
  "examples",
  "exclusiveMaximum",
  "exclusiveMinimum",
  "format",
  "items",
  "maxItems",
  "maxLength",
  "maximum",
  "minItems",
  "minLength",
  "minimum",
  "multipleOf",
  "oneOf",
  "pattern",
  "properties",
  "required",
  "title",
  "type",
];

/** Members that one provider has beside those of the contract. */
const OWN_MEMBERS: readonly string[] = ["cache_control", "citations"];

/** Longer numbers are not an index of a list. */
const INDEX = /^\d{1,6}$/;

/**
 * A JSON Pointer in which every name that is neither the contract's nor a keyword of JSON Schema is `*`, as in the issues of core.
 */
export function shownPlace(pointer: string): string {
  const known = knownNames();
  const [root, ...steps] = pointer.split("/");
  return [root, ...steps.map((step) => (known.has(step) || INDEX.test(step) ? step : "*"))].join("/");
}

function knownNames(): ReadonlySet<string> {
  const records = [...Object.values(fields), CONVERSATION_FIELDS, OPTIONS];
  return new Set([...records.flatMap((record) => Object.keys(record)), ...KEYWORDS, ...OWN_MEMBERS]);
}
