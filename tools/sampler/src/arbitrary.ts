/** Builds, from a definition of a bundle, an arbitrary of the payloads that the definition takes. */
import fc from "fast-check";
import { anyJson, anyJsonObject, anyName } from "./any-json.js";
import { namesOf } from "./dictionary.js";
import { satisfies } from "./satisfies.js";
import { integerOf, numberOf, textOf } from "./scalars.js";
import type { Json, JsonObject, Schema } from "./schema.js";
import { definitionOf, isObject, numberOr, objectFrom, objectOf, referenceOf, schemasOf, stringsOf } from "./schema.js";

export interface SampleOptions {
  /** Fields that the schema does not name, on every open object. Default true. */
  readonly unknownFields?: boolean;
  /** Null in optional properties, which means absent. Default true. */
  readonly nulls?: boolean;
  /** Branches of open unions that no other branch describes. Default true. */
  readonly unknownTags?: boolean;
}

/** Where the recursion of a schema ends: from here on optional members stay away. */
const DEEPEST = 12;
const MOST_ITEMS = 3;
const ABSENT: unique symbol = Symbol("absent");

/**
 * An arbitrary of values that satisfy the definition `name` of a bundle (JSON Schema 2020-12 with `$defs`).
 * @throws SchemaError when the bundle has no such definition, or a reference is not `#/$defs/Name`.
 */
export function arbitraryOf(bundle: object, name: string, options: SampleOptions = {}): fc.Arbitrary<unknown> {
  return new Sampler(bundle, options).definition(name, 0);
}

type Items = readonly (readonly [string, Json | typeof ABSENT])[];

class Sampler {
  readonly #bundle: object;
  readonly #options: SampleOptions;
  readonly #fieldNames: fc.Arbitrary<string>;
  readonly #known = new Map<string, fc.Arbitrary<Json>>();

  constructor(bundle: object, options: SampleOptions) {
    this.#bundle = bundle;
    this.#options = options;
    const names = namesOf(bundle);
    this.#fieldNames =
      names.length === 0 ? anyName : fc.oneof({ weight: 3, arbitrary: anyName }, fc.constantFrom(...names));
  }

  definition(name: string, depth: number): fc.Arbitrary<Json> {
    const key = `${name} ${depth}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const arbitrary = this.#schema(definitionOf(this.#bundle, name), depth + 1);
    this.#known.set(key, arbitrary);
    return arbitrary;
  }

  #schema(schema: Json | undefined, depth: number): fc.Arbitrary<Json> {
    if (!isObject(schema)) return anyJson;
    const name = referenceOf(schema);
    if (name !== undefined) return this.definition(name, depth);
    if (Object.hasOwn(schema, "const")) return fc.constant(schema.const ?? null);
    if (Array.isArray(schema.enum)) return this.#checked(schema, fc.constantFrom(...schema.enum));
    if (schema.oneOf !== undefined) return this.#union(schemasOf(schema.oneOf), depth);
    if (schema.anyOf !== undefined && schema.type === undefined) return this.#choice(schemasOf(schema.anyOf), depth);
    if (Array.isArray(schema.type))
      return this.#choice(
        schema.type.map((type) => ({ ...schema, type })),
        depth,
      );
    return this.#typed(schema, depth);
  }

  #typed(schema: Schema, depth: number): fc.Arbitrary<Json> {
    switch (schema.type) {
      case "string":
        return textOf(schema, (text) => satisfies(this.#bundle, schema, text));
      case "integer":
        return this.#checked(schema, integerOf(schema));
      case "number":
        return this.#checked(schema, numberOf(schema));
      case "boolean":
        return fc.boolean();
      case "null":
        return fc.constant(null);
      case "array":
        return this.#array(schema, depth);
      case "object":
        return this.#object(schema, depth);
      default:
        return this.#checked(schema, anyJson);
    }
  }

  #union(branches: readonly Schema[], depth: number): fc.Arbitrary<Json> {
    const wanted = this.#options.unknownTags === false ? branches.filter((branch) => !this.#isOpen(branch)) : branches;
    return fc.oneof(...wanted.map((branch) => this.#schema(branch, depth)));
  }

  /** An open branch excludes the tags of the others. */
  #isOpen(branch: Schema): boolean {
    const name = referenceOf(branch);
    const definition = name === undefined ? branch : definitionOf(this.#bundle, name);
    const properties = objectOf(definition.properties);
    return stringsOf(definition.required).some((field) =>
      Array.isArray(objectOf(objectOf(properties[field]).not).enum),
    );
  }

  #choice(branches: readonly Schema[], depth: number): fc.Arbitrary<Json> {
    return fc.oneof(
      ...branches.map((branch) => ({ weight: branch.type === "null" ? 1 : 3, arbitrary: this.#schema(branch, depth) })),
    );
  }

  #array(schema: Schema, depth: number): fc.Arbitrary<Json> {
    const minLength = numberOr(schema.minItems, 0);
    const most = Math.min(numberOr(schema.maxItems, MOST_ITEMS), Math.max(minLength, MOST_ITEMS));
    const maxLength = depth > DEEPEST ? minLength : most;
    if (maxLength === 0) return fc.constant([]);
    const items = this.#schema(schema.items, depth);
    const lengths = { minLength, maxLength };
    const array: fc.Arbitrary<Json[]> =
      schema.uniqueItems === true
        ? fc.uniqueArray(items, { ...lengths, selector: (item) => JSON.stringify(item) })
        : fc.array(items, lengths);
    return this.#checked(schema, array);
  }

  #object(schema: Schema, depth: number): fc.Arbitrary<Json> {
    const properties = objectOf(schema.properties);
    const isBare = Object.keys(properties).length === 0 && schema.required === undefined;
    if (isObject(schema.additionalProperties)) return this.#checked(schema, this.#map(schema, depth));
    if (schema["x-user-data"] === true || (isBare && schema.additionalProperties !== false))
      return this.#checked(schema, anyJsonObject);
    const required = stringsOf(schema.required);
    // `anyOf: [{ required: [a] }, { required: [b] }]` asks for one of several fields.
    const wishes = schemasOf(schema.anyOf).map((condition) => stringsOf(condition.required));
    const variants = (wishes.length === 0 ? [[]] : wishes).map((names) => this.#fields(schema, required, names, depth));
    return this.#checked(schema, fc.oneof(...variants));
  }

  #fields(
    schema: Schema,
    required: readonly string[],
    wished: readonly string[],
    depth: number,
  ): fc.Arbitrary<JsonObject> {
    const properties = objectOf(schema.properties);
    const fields = Object.entries(properties).map(([name, property]) => {
      const isRequired = required.includes(name) || wished.includes(name);
      return this.#field(name, property, isRequired, wished.includes(name), depth);
    });
    const others = required
      .filter((name) => !Object.hasOwn(properties, name))
      .map((name) => fc.tuple(fc.constant(name), anyJson));
    const unknown = this.#unknownFields(schema, Object.keys(properties));
    return fc
      .tuple(fc.tuple(...fields, ...others), unknown, fc.nat({ max: 7 }))
      .map(([known, extra, order]) => objectFrom(present(inSomeOrder([...known, ...extra], order))));
  }

  #field(
    name: string,
    property: Json,
    required: boolean,
    notNull: boolean,
    depth: number,
  ): fc.Arbitrary<readonly [string, Json | typeof ABSENT]> {
    const nullsAreFine = required ? !notNull : this.#options.nulls !== false;
    const values = this.#schema(nullsAreFine ? property : withoutNull(property), depth);
    if (required) return values.map((value) => [name, value] as const);
    if (depth > DEEPEST) return fc.constant([name, ABSENT] as const);
    const absent: fc.Arbitrary<Json | typeof ABSENT> = fc.constant(ABSENT);
    return fc.oneof(absent, values).map((value) => [name, value] as const);
  }

  #unknownFields(schema: Schema, known: readonly string[]): fc.Arbitrary<Items> {
    if (this.#options.unknownFields === false || schema.additionalProperties === false) return fc.constant([]);
    const names = this.#fieldNames.filter((name) => !known.includes(name));
    const some = fc.uniqueArray(fc.tuple(names, anyJson), { minLength: 1, maxLength: 2, selector: ([name]) => name });
    return fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: some });
  }

  #map(schema: Schema, depth: number): fc.Arbitrary<JsonObject> {
    const minLength = numberOr(schema.minProperties, 0);
    const most = Math.min(numberOr(schema.maxProperties, MOST_ITEMS), Math.max(minLength, MOST_ITEMS));
    const keys = this.#keys(objectOf(schema.propertyNames));
    const entry = fc.tuple(keys, this.#schema(schema.additionalProperties, depth));
    const lengths = { minLength, maxLength: depth > DEEPEST ? minLength : most };
    return fc.uniqueArray(entry, { ...lengths, selector: ([key]) => key }).map(objectFrom);
  }

  #keys(schema: Schema): fc.Arbitrary<string> {
    const arbitrary = this.#schema({ type: "string", ...schema }, DEEPEST);
    return arbitrary.map(String);
  }

  /** Conditions that no construction took care of. */
  #checked<T extends Json>(schema: Schema, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T> {
    const conditional = ["not", "if", "allOf", "anyOf", "enum"].some((keyword) => Object.hasOwn(schema, keyword));
    return conditional ? arbitrary.filter((value) => satisfies(this.#bundle, schema, value)) : arbitrary;
  }
}

/** A property's schema without the null that a bundle adds to optional properties. */
function withoutNull(property: Json): Json {
  if (!isObject(property)) return property;
  if (Array.isArray(property.type)) return { ...property, type: property.type.filter((type) => type !== "null") };
  if (Array.isArray(property.enum)) return { ...property, enum: property.enum.filter((value) => value !== null) };
  if (property.anyOf === undefined) return property;
  return { ...property, anyOf: schemasOf(property.anyOf).filter((branch) => branch.type !== "null") };
}

function present(items: Items): [string, Json][] {
  return items.flatMap(([name, value]) => (value === ABSENT ? [] : [[name, value]]));
}

/** Mostly the order of the schema, at times reversed or turned: the order of members means nothing. */
function inSomeOrder(items: Items, order: number): Items {
  if (order === 6) return [...items].reverse();
  if (order === 7) return [...items.slice(2), ...items.slice(0, 2)];
  return items;
}
