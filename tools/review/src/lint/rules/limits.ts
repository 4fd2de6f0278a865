/** PP08, PP09, PP18 and PP19: numbers that a double holds, and sizes that every parser can take. */

import { unlimitedCycles } from "../cycles.js";
import type { Rule } from "../finding.js";
import type { Json } from "../json.js";
import { arrayOf, has, pointerTo } from "../json.js";
import type { Place } from "../places.js";
import type { SchemaSet } from "../schema-set.js";

const pp08: Rule = {
  id: "PP08",
  sentence: "An integer has `minimum` and `maximum` within ±9007199254740991.",
  mend: "State both bounds, or make it a decimal string when it may be larger.",
  bundles: true,
  *check(set) {
    for (const { file, pointer, schema } of shapes(set, "integer")) {
      if (has(schema, "const") || has(schema, "enum")) continue;
      const { minimum, maximum } = schema;
      if (Number.isSafeInteger(minimum) && Number.isSafeInteger(maximum)) continue;
      yield { file, pointer, message: "The integer has no bounds, or bounds that a double cannot hold." };
    }
  },
};

const pp09: Rule = {
  id: "PP09",
  sentence: "A number has `minimum` and `maximum`; a `const` or `enum` holds no fraction.",
  mend: "State both bounds; compare fractions by bounds, or hold them as integers of a smaller unit.",
  bundles: true,
  *check(set) {
    for (const { file, pointer, schema } of shapes(set, "number")) {
      if (has(schema, "const") || has(schema, "enum")) continue;
      if (typeof schema.minimum === "number" && typeof schema.maximum === "number") continue;
      yield { file, pointer, message: "The number has no bounds." };
    }
    for (const { file, pointer, value } of literalsOf(set)) {
      if (typeof value === "number" && !Number.isInteger(value))
        yield { file, pointer, message: "A fraction is compared for equality." };
    }
  },
};

const pp18: Rule = {
  id: "PP18",
  sentence: "A string has `maxLength`, an array `maxItems`, and a recursion `x-depth-limit`.",
  mend: "State the limit; a definition that holds itself names its depth in `x-depth-limit`.",
  bundles: true,
  *check(set) {
    for (const { file, pointer, schema } of shapes(set, "string")) {
      if (has(schema, "const") || has(schema, "enum") || has(schema, "maxLength")) continue;
      yield { file, pointer, message: "The string has no `maxLength`." };
    }
    for (const { file, pointer, schema } of shapes(set, "array")) {
      if (!has(schema, "maxItems")) yield { file, pointer, message: "The array has no `maxItems`." };
    }
    for (const { file, pointer } of unlimitedCycles(set)) {
      yield { file, pointer, message: "The definition can hold itself, and no depth is stated." };
    }
  },
};

const pp19: Rule = {
  id: "PP19",
  sentence: "The values of `enum` and `const` are strings, booleans, null or integers that a double holds.",
  mend: "Describe an object or an array by its members; write a large integer as a decimal string.",
  bundles: true,
  *check(set) {
    for (const { file, pointer, value } of literalsOf(set)) {
      const unsafe = Number.isInteger(value) && !Number.isSafeInteger(value);
      if (unsafe || (typeof value === "object" && value !== null)) {
        yield { file, pointer, message: "The value is compared differently by different engines." };
      }
    }
  },
};

export const limitRules: readonly Rule[] = [pp08, pp09, pp18, pp19];

/** Places that state this type for a value, conditions and user data left out. */
function* shapes(set: SchemaSet, type: string): Iterable<Place> {
  for (const place of set.places) {
    if (place.condition || place.userData) continue;
    if (statesType(place, type)) yield place;
  }
}

/** The keys of a map are strings without saying so. */
function statesType({ schema, position }: Place, type: string): boolean {
  if (position === "keys" && type === "string" && !has(schema, "$ref")) return true;
  return schema.type === type || (Array.isArray(schema.type) && schema.type.includes(type));
}

interface Literal {
  readonly file: string;
  readonly pointer: string;
  readonly value: Json;
}

function* literalsOf(set: SchemaSet): Iterable<Literal> {
  for (const { file, pointer, schema } of set.places) {
    if (has(schema, "const")) yield { file, pointer: pointerTo(pointer, "const"), value: schema.const ?? null };
    for (const [index, value] of arrayOf(schema.enum).entries()) {
      yield { file, pointer: pointerTo(pointer, "enum", index), value };
    }
  }
}
