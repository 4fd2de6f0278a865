/** Schemas as they judge a payload on the wire: bases flattened, null added to optional properties, open tags spelled out. */
import { fieldsOf, settle, tagsOf } from "./facts.js";
import type { Json, JsonObject } from "./json.js";
import { arrayOf, has, isObject, objectOf, stringsOf } from "./json.js";
import type { Place } from "./places.js";
import type { SchemaSet } from "./schema-set.js";
import { resolveReference } from "./schema-set.js";

/** Where a compiled source lives: an absolute name, so that relative references can be told apart. */
export function addressOf(file: string, pointer = ""): string {
  return `https://lint.invalid/${file}${pointer === "" ? "" : `#${pointer}`}`;
}

/** The wire form of every document, under its address. */
export function wireForms(set: SchemaSet): Map<string, JsonObject> {
  const form = new WireForm(set);
  return new Map(set.documents.map(({ file, schema }) => [addressOf(file), form.schema(file, schema)]));
}

class WireForm {
  readonly #set: SchemaSet;
  readonly #places: ReadonlyMap<JsonObject, Place>;
  readonly #openTags: ReadonlyMap<JsonObject, string[]>;
  /** What is in wire form already and must not be taken for a source again. */
  readonly #done = new WeakSet<JsonObject>();

  constructor(set: SchemaSet) {
    this.#set = set;
    this.#places = new Map(set.places.map((place) => [place.schema, place]));
    this.#openTags = openTagsOf(set);
  }

  schema(file: string, schema: JsonObject): JsonObject {
    if (this.#done.has(schema)) return schema;
    const place = this.#places.get(schema);
    const isCondition = place?.condition === true;
    const source = isCondition ? schema : this.#flattened(file, schema);
    const result: JsonObject = {};
    for (const [keyword, value] of Object.entries(source)) {
      if (keyword === "$schema" || keyword === "default") continue;
      result[keyword] = this.#keyword(file, keyword, value);
    }
    if (isCondition) return presentMeansNotNull(result);
    this.#addNulls(result);
    const parent = place?.parent?.schema;
    const tags = has(schema, "x-open-tag") && parent !== undefined ? this.#openTags.get(parent) : undefined;
    return tags === undefined ? result : { ...result, not: { enum: tags } };
  }

  #keyword(file: string, keyword: string, value: Json): Json {
    switch (keyword) {
      case "$ref":
        return this.#reference(file, String(value));
      case "$defs":
      case "properties":
        return this.#each(file, objectOf(value));
      case "oneOf":
      case "anyOf":
      case "allOf":
        return arrayOf(value).map((branch) => (isObject(branch) ? this.schema(file, branch) : branch));
      case "items":
      case "additionalProperties":
      case "propertyNames":
      case "not":
      case "if":
      case "then":
      case "else":
        return isObject(value) ? this.schema(file, value) : value;
      default:
        return value;
    }
  }

  #each(file: string, group: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(group).map(([name, schema]) => [name, isObject(schema) ? this.schema(file, schema) : schema]),
    );
  }

  #reference(file: string, reference: string): string {
    const target = resolveReference(this.#set, file, reference);
    return target === undefined ? reference : addressOf(target.file, target.pointer);
  }

  /** The bases' fields written into the object itself; conditions stay in `allOf`. */
  #flattened(file: string, schema: JsonObject): JsonObject {
    const branches = arrayOf(schema.allOf).filter(isObject);
    const bases = branches.filter((branch) => has(branch, "$ref"));
    if (bases.length === 0 || this.#set.kind === "bundle") return schema;
    const { properties, required } = fieldsOf(this.#set, { file, schema });
    const own = Object.keys(objectOf(schema.properties));
    const inherited = [...properties].filter(([name]) => !own.includes(name));
    const { allOf: _, ...rest } = schema;
    const merged: JsonObject = {
      ...rest,
      properties: {
        ...Object.fromEntries(inherited.map(([name, at]) => [name, this.#absolute(at.file, at.schema)])),
        ...objectOf(schema.properties),
      },
      required: [...required],
    };
    const conditions = [...branches.filter((branch) => !has(branch, "$ref")), ...this.#conditionsOf(file, bases)];
    return conditions.length === 0 ? merged : { ...merged, allOf: conditions };
  }

  #conditionsOf(file: string, bases: readonly JsonObject[]): JsonObject[] {
    return bases
      .flatMap((base) => arrayOf(settle(this.#set, { file, schema: base }).schema.allOf).filter(isObject))
      .filter((branch) => !has(branch, "$ref"));
  }

  /** A base's property, its references made independent of the file it comes from. */
  #absolute(file: string, schema: JsonObject): JsonObject {
    const result = this.schema(file, schema);
    this.#done.add(result);
    return result;
  }

  #addNulls(schema: JsonObject): void {
    if (this.#set.kind === "bundle") return;
    const required = stringsOf(schema.required);
    const properties = objectOf(schema.properties);
    for (const [name, property] of Object.entries(properties)) {
      if (!required.includes(name)) properties[name] = { anyOf: [property, { type: "null" }] };
    }
  }
}

/** A bare `required` asks for a value: null means absent. */
function presentMeansNotNull(schema: JsonObject): JsonObject {
  const properties = objectOf(schema.properties);
  const names = stringsOf(schema.required).filter((name) => !has(properties, name));
  if (names.length === 0) return schema;
  const present = Object.fromEntries(names.map((name) => [name, { not: { type: "null" } }]));
  return { ...schema, properties: { ...properties, ...present } };
}

/** For the definition of each open branch, the tags that it leaves to the others. */
function openTagsOf(set: SchemaSet): Map<JsonObject, string[]> {
  const result = new Map<JsonObject, string[]>();
  for (const { file, schema } of set.places) {
    const targets = arrayOf(schema.oneOf)
      .filter(isObject)
      .map((branch) => settle(set, { file, schema: branch }));
    const tags = targets.flatMap((target) => tagsOf(set, target));
    const open = targets.find((target) => tagsOf(set, target).some((tag) => tag.kind === "open"));
    const values = tags.flatMap((tag) => (tag.kind === "const" ? [tag.value] : []));
    if (open !== undefined) result.set(open.schema, [...(result.get(open.schema) ?? []), ...values]);
  }
  return result;
}
