/** PP05 and PP20: a value's kind is told by one tag, or by its JSON type, or by being null. */
import type { Tag } from "../facts.js";
import { follow, jsonTypes, tagsOf } from "../facts.js";
import type { Found, Rule } from "../finding.js";
import type { Json, JsonObject } from "../json.js";
import { arrayOf, has, isObject, objectOf, pointerTo, stringsOf } from "../json.js";
import type { Place } from "../places.js";
import type { SchemaSet } from "../schema-set.js";

/** Decoded unions use them for what is unknown and what is broken. */
const RESERVED_TAGS: ReadonlySet<string> = new Set(["unknown", "invalid"]);

const pp05: Rule = {
  id: "PP05",
  sentence:
    "A union is `oneOf` of pure `$ref`s to definitions with a required constant string under one common name, all different, an open branch last; a value of several JSON types is `anyOf` of branches with disjoint types.",
  mend: 'Give each branch a definition of its own with `"type": { "const": "its_tag" }` in `properties` and `required`, and list only `{ "$ref": … }`.',
  bundles: true,
  *check(set) {
    for (const place of set.places) {
      if (has(place.schema, "oneOf")) yield* checkUnion(set, place);
      if (has(place.schema, "anyOf") && !place.condition) yield* checkChoice(set, place);
      if (Array.isArray(place.schema.type)) yield* checkTypes(place);
    }
  },
};

const pp20: Rule = {
  id: "PP20",
  sentence:
    'A required nullable property is `type: [X, "null"]` or `anyOf: [{ $ref }, { type: null }]`; an optional one does not spell null in the sources, the generator adds it.',
  mend: "Make the property optional and leave null out, or write one of the two forms.",
  bundles: true,
  *check(set) {
    for (const place of set.places) {
      if (place.position !== "property" || place.condition || place.userData) continue;
      if (!spellsNull(place.schema)) continue;
      const required = stringsOf(place.parent?.schema.required).includes(place.name ?? "");
      const { file, pointer } = place;
      if (!required && set.kind === "sources") yield { file, pointer, message: "An optional property spells null." };
      if (required && !isNullableForm(place.schema)) {
        yield { file, pointer, message: "A required property spells null in a form of its own." };
      }
    }
  },
};

export const unionRules: readonly Rule[] = [pp05, pp20];

function* checkUnion(set: SchemaSet, place: Place): Iterable<Found> {
  const { file, schema } = place;
  const pointer = pointerTo(place.pointer, "oneOf");
  const at = (index: number, message: string): Found => ({ file, pointer: pointerTo(pointer, index), message });
  const candidates: (readonly Tag[])[] = [];
  for (const [index, branch] of arrayOf(schema.oneOf).entries()) {
    if (!isPureReference(branch)) {
      yield at(index, "The branch is not a pure `$ref`.");
      return;
    }
    const target = follow(set, { file, schema: branch });
    // A reference that leads nowhere is a finding of PP06.
    if (target === undefined) return;
    candidates.push(tagsOf(set, target));
  }
  const name = commonName(candidates);
  if (name === undefined) {
    yield { file, pointer, message: "The branches have no required constant string under one common name." };
    return;
  }
  const tags = candidates.map((each) => each.find((tag) => tag.name === name));
  const values = tags.flatMap((tag) => (tag?.kind === "const" ? [tag.value] : []));
  const taken = new Set<string>();
  for (const [index, tag] of tags.entries()) {
    if (tag?.kind === "const" && taken.has(tag.value))
      yield at(index, `The tag \`${tag.value}\` is taken by another branch.`);
    if (tag?.kind === "const") taken.add(tag.value);
    if (tag?.kind === "const" && RESERVED_TAGS.has(tag.value))
      yield at(index, `The tag \`${tag.value}\` is reserved for what a reader does not understand.`);
    if (tag?.kind === "open" && index !== tags.length - 1) yield at(index, "The open branch is not the last one.");
    if (tag?.kind === "open" && tag.excluded !== undefined && !sameMembers(tag.excluded, values)) {
      yield at(index, "The open branch does not exclude exactly the tags of the other branches.");
    }
  }
}

/** The property under which every branch has its tag. */
function commonName(candidates: readonly (readonly Tag[])[]): string | undefined {
  const [first = [], ...others] = candidates;
  return first.find(({ name }) => others.every((tags) => tags.some((tag) => tag.name === name)))?.name;
}

/** `anyOf` of bare conditions, such as `required`, are not a choice between types. */
function* checkChoice(set: SchemaSet, place: Place): Iterable<Found> {
  const { file, schema } = place;
  const seen = new Set<string>();
  for (const [index, branch] of arrayOf(schema.anyOf).entries()) {
    if (!isObject(branch)) continue;
    const pointer = pointerTo(place.pointer, "anyOf", index);
    const types = jsonTypes(set, { file, schema: branch });
    if (types === undefined) {
      if (!has(schema, "type")) yield { file, pointer, message: "The branch does not name its JSON type." };
      continue;
    }
    if ([...types].some((type) => seen.has(type)))
      yield { file, pointer, message: "Another branch takes values of the same JSON type." };
    for (const type of types) seen.add(type);
  }
}

function* checkTypes({ file, pointer, schema }: Place): Iterable<Found> {
  const types = arrayOf(schema.type);
  if (types.length === 2 && types[1] === "null" && types[0] !== "null") return;
  yield { file, pointer: pointerTo(pointer, "type"), message: 'A list of types other than `[X, "null"]`.' };
}

function isPureReference(branch: Json): branch is JsonObject {
  return isObject(branch) && has(branch, "$ref") && Object.keys(branch).length === 1;
}

function sameMembers(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each) => b.includes(each));
}

function spellsNull(schema: JsonObject): boolean {
  const branches = [...arrayOf(schema.anyOf), ...arrayOf(schema.oneOf)];
  return (
    schema.type === "null" ||
    schema.const === null ||
    arrayOf(schema.type).includes("null") ||
    arrayOf(schema.enum).includes(null) ||
    branches.some((branch) => spellsNull(objectOf(branch)))
  );
}

function isNullableForm(schema: JsonObject): boolean {
  const branches = arrayOf(schema.anyOf).map(objectOf);
  const [first = {}, second = {}] = branches;
  if (branches.length === 2)
    return isPureReference(first) && second.type === "null" && Object.keys(second).length === 1;
  return arrayOf(schema.type).length === 2 && !arrayOf(schema.enum).includes(null);
}
