/** PP17: a default fills a gap and decides nothing. */

import { acceptsAt } from "../compiled.js";
import { fieldsOf } from "../facts.js";
import type { Rule } from "../finding.js";
import type { JsonObject } from "../json.js";
import { arrayOf, has, isObject, objectOf, pointerTo, stringsOf } from "../json.js";
import type { Place } from "../places.js";
import type { SchemaSet } from "../schema-set.js";

const CONDITIONS = ["if", "then", "else", "not"];

export const pp17: Rule = {
  id: "PP17",
  sentence: "A `default` stands on an optional property only, satisfies that property, and no verdict depends on it.",
  mend: "Take the default away, or make the property optional and free of conditions.",
  bundles: true,
  *check(set) {
    for (const place of set.places) {
      if (!has(place.schema, "default")) continue;
      const message = complaint(set, place);
      if (message !== undefined) yield { file: place.file, pointer: pointerTo(place.pointer, "default"), message };
    }
  },
};

function complaint(set: SchemaSet, place: Place): string | undefined {
  const { position, name = "", parent } = place;
  if (position !== "property" || place.condition || parent === undefined)
    return "The default does not stand on a property.";
  if (fieldsOf(set, parent).required.has(name)) return "The property is required.";
  if (conditionsOf(parent.schema).some((condition) => mentions(condition, name))) {
    return "A condition of the same object reads the property, and some engines fill the default in before.";
  }
  return acceptsAt(set, place, place.schema.default ?? null)
    ? undefined
    : "The default does not satisfy its own property.";
}

function conditionsOf(schema: JsonObject): JsonObject[] {
  const direct = CONDITIONS.map((keyword) => schema[keyword]);
  return [...direct, ...arrayOf(schema.anyOf), ...arrayOf(schema.allOf)].filter(isObject);
}

function mentions(condition: JsonObject, name: string): boolean {
  if (has(condition, "$ref")) return false;
  const here = stringsOf(condition.required).includes(name) || has(objectOf(condition.properties), name);
  return here || conditionsOf(condition).some((inner) => mentions(inner, name));
}
