/** PP03, PP04, PP15 and PP16: objects say whether they are open, names are harmless, maps are bounded. */

import { jsonTypes, settle } from "../facts.js";
import type { Rule } from "../finding.js";
import type { JsonObject } from "../json.js";
import { arrayOf, has, isObject, objectOf, pointerTo } from "../json.js";
import type { Place } from "../places.js";
import type { SchemaSet } from "../schema-set.js";

const OBJECT_KEYWORDS = [
  "properties",
  "required",
  "additionalProperties",
  "propertyNames",
  "minProperties",
  "maxProperties",
];
/** One of these says what a value is. */
const SHAPES = ["type", "$ref", "const", "enum", "oneOf", "anyOf", "allOf", "$defs"];
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

const pp03: Rule = {
  id: "PP03",
  sentence:
    "Every object schema says `type: object` and states `additionalProperties`; only user data may be any value.",
  mend: 'Add `"type": "object"` and `"additionalProperties": true`, or `"x-user-data": true` where any JSON is meant.',
  bundles: true,
  *check(set) {
    for (const { file, pointer, schema, condition, userData } of set.places) {
      if (condition || userData) continue;
      if (!isObjectSchema(schema)) {
        // A bundle spells out `required` in conditions, with members that say only what they are not.
        if (set.kind === "sources" && !SHAPES.some((keyword) => has(schema, keyword))) {
          yield { file, pointer, message: "It takes any value: it names no type, and it is not marked as user data." };
        }
        continue;
      }
      if (schema.type === undefined) yield { file, pointer, message: "It has members of an object and no `type`." };
      if (!has(schema, "additionalProperties"))
        yield { file, pointer, message: "It does not say `additionalProperties`." };
    }
  },
};

const pp04: Rule = {
  id: "PP04",
  sentence: "No `allOf` of closed objects: the generator flattens a base into what extends it.",
  mend: "Leave base and extension open (`additionalProperties: true`), or write the fields out in one object.",
  bundles: true,
  *check(set) {
    for (const { file, pointer, schema } of set.places) {
      const branches = arrayOf(schema.allOf).filter(isObject);
      if (branches.length === 0) continue;
      if (isClosed(schema)) {
        const message = "A closed object refuses the fields of its base.";
        yield { file, pointer: pointerTo(pointer, "additionalProperties"), message };
      }
      for (const [index, branch] of branches.entries()) {
        if (!isClosed(settle(set, { file, schema: branch }).schema)) continue;
        yield {
          file,
          pointer: pointerTo(pointer, "allOf", index),
          message: "The base is closed and refuses every field that is added to it.",
        };
      }
    }
  },
};

const pp15: Rule = {
  id: "PP15",
  sentence: "A property's name is `[A-Za-z_][A-Za-z0-9_]*` and no member of `Object.prototype`.",
  mend: "Choose another name, in snake_case; if the name comes from users, make the object a map.",
  bundles: true,
  *check(set) {
    for (const place of set.places) {
      if (place.position !== "property" && place.position !== "definition") continue;
      const { file, pointer, name = "" } = place;
      if (name in Object.prototype)
        yield { file, pointer, message: "Every JavaScript object inherits a member of this name." };
      else if (!NAME.test(name)) yield { file, pointer, message: "The name cannot be a name in other languages." };
    }
  },
};

const pp16: Rule = {
  id: "PP16",
  sentence:
    "A map states `additionalProperties` as a schema, with `propertyNames` and `maxProperties`, and has no other fields.",
  mend: "Add the limits of keys and of their number; put fixed fields beside the map, not into it.",
  bundles: true,
  *check(set) {
    for (const { file, pointer, schema, condition } of set.places) {
      if (condition || !isObject(schema.additionalProperties)) continue;
      for (const keyword of ["propertyNames", "maxProperties"]) {
        if (!has(schema, keyword)) yield { file, pointer, message: `The map has no \`${keyword}\`.` };
      }
      if (Object.keys(objectOf(schema.properties)).length > 0) {
        yield { file, pointer: pointerTo(pointer, "properties"), message: "The map has fixed fields too." };
      }
    }
    for (const place of set.places) {
      if (place.position === "keys" && !keysAreStrings(set, place)) {
        yield { file: place.file, pointer: place.pointer, message: "The keys of an object are strings." };
      }
    }
  },
};

export const objectRules: readonly Rule[] = [pp03, pp04, pp15, pp16];

function isObjectSchema(schema: JsonObject): boolean {
  return schema.type === "object" || OBJECT_KEYWORDS.some((keyword) => has(schema, keyword));
}

/** An object that accepts no further field, or only fields of one kind. */
function isClosed(schema: JsonObject): boolean {
  return schema.additionalProperties === false || isObject(schema.additionalProperties);
}

function keysAreStrings(set: SchemaSet, place: Place): boolean {
  const types = jsonTypes(set, place);
  return types === undefined || (types.size === 1 && types.has("string"));
}
