/** DOC01 and DOC02: everything has a description that a reviewer can judge it by. */
import type { Rule } from "../finding.js";
import type { JsonObject } from "../json.js";
import { isObject } from "../json.js";
import type { Place } from "../places.js";

const FEWEST_WORDS = 2;

const doc01: Rule = {
  id: "DOC01",
  sentence: "Every definition, a file's root included, has a description.",
  mend: "Say in a sentence what the definition is for and when it occurs.",
  bundles: false,
  *check(set) {
    for (const place of set.places) {
      if (place.position !== "definition" && place.position !== "root") continue;
      // A file that only collects definitions defines nothing itself.
      if (isCollection(place) || isDescribed(place.schema)) continue;
      yield {
        file: place.file,
        pointer: place.pointer,
        message: "The definition has no description, or one of too few words.",
      };
    }
  },
};

const doc02: Rule = {
  id: "DOC02",
  sentence: "Every property has a description of its own.",
  mend: "Say what the field means here, with its unit and what its absence means; a description may stand beside a `$ref`.",
  bundles: false,
  *check(set) {
    for (const place of set.places) {
      if (place.position !== "property" || place.condition || isDescribed(place.schema)) continue;
      yield {
        file: place.file,
        pointer: place.pointer,
        message: "The property has no description, or one of too few words.",
      };
    }
  },
};

export const documentationRules: readonly Rule[] = [doc01, doc02];

function isDescribed(schema: JsonObject): boolean {
  const text = schema.description;
  return typeof text === "string" && text.trim().split(/\s+/).length >= FEWEST_WORDS;
}

function isCollection({ position, schema }: Place): boolean {
  return position === "root" && schema.type === undefined && isObject(schema.$defs) && schema.title === undefined;
}
