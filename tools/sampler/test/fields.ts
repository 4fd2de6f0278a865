/** Names the optional fields and kinds of parts that a definition has, and those that a value has of them. */

import { satisfies } from "../src/index.js";
import {
  definitionOf,
  isObject,
  type Json,
  objectOf,
  referenceOf,
  type Schema,
  schemasOf,
  stringsOf,
} from "../src/schema.js";

/** `ToolCall.provider_state` for an optional field, `Part: ImagePart` for a kind, of everything that the definition refers to. */
export function fieldsOf(bundle: object, name: string): ReadonlySet<string> {
  return new Set(fieldsOfDefinition(bundle, name, new Set()));
}

/** Those of `fieldsOf` that stand in a value, each as often as it does. */
export function fieldsIn(bundle: object, name: string, value: Json): readonly string[] {
  return [...fieldsAt(bundle, definitionOf(bundle, name), name, value)];
}

/** @param known The definitions that were looked into. */
function* fieldsOfDefinition(bundle: object, name: string, known: Set<string>): Generator<string> {
  if (known.has(name)) return;
  known.add(name);
  yield* fieldsOfSchema(bundle, definitionOf(bundle, name), name, known);
}

function* fieldsOfSchema(
  bundle: object,
  schema: Json | undefined,
  owner: string,
  known: Set<string>,
): Generator<string> {
  if (!isObject(schema)) return;
  const other = referenceOf(schema);
  if (other !== undefined) yield* fieldsOfDefinition(bundle, other, known);
  for (const branch of kindsOf(schema)) {
    yield* kindName(owner, branch);
    yield* fieldsOfSchema(bundle, branch, owner, known);
  }
  for (const [field, property] of Object.entries(objectOf(schema.properties))) {
    if (!isRequired(schema, field)) yield `${owner}.${field}`;
    yield* fieldsOfSchema(bundle, property, `${owner}.${field}`, known);
  }
  yield* fieldsOfSchema(bundle, schema.items, owner, known);
}

function* fieldsAt(bundle: object, schema: Json | undefined, owner: string, value: Json): Generator<string> {
  if (!isObject(schema)) return;
  const other = referenceOf(schema);
  if (other !== undefined) yield* fieldsAt(bundle, definitionOf(bundle, other), other, value);
  const kind = kindsOf(schema).find((branch) => satisfies(bundle, branch, value));
  if (kind !== undefined) {
    yield* kindName(owner, kind);
    yield* fieldsAt(bundle, kind, owner, value);
  }
  if (Array.isArray(value)) for (const item of value) yield* fieldsAt(bundle, schema.items, owner, item);
  if (isObject(value)) yield* fieldsInObject(bundle, schema, owner, value);
}

function* fieldsInObject(bundle: object, schema: Schema, owner: string, value: Schema): Generator<string> {
  for (const [field, property] of Object.entries(objectOf(schema.properties))) {
    const inner = Object.hasOwn(value, field) ? value[field] : undefined;
    if (inner === undefined || inner === null) continue;
    if (!isRequired(schema, field)) yield `${owner}.${field}`;
    yield* fieldsAt(bundle, property, `${owner}.${field}`, inner);
  }
}

/** Branches that say what a value is; a condition of an object's own is none. */
function kindsOf(schema: Schema): readonly Schema[] {
  return schemasOf(schema.oneOf ?? (schema.type === undefined ? schema.anyOf : undefined));
}

function* kindName(owner: string, kind: Schema): Generator<string> {
  const name = referenceOf(kind);
  if (name !== undefined) yield `${owner}: ${name}`;
}

function isRequired(schema: Schema, field: string): boolean {
  return stringsOf(schema.required).includes(field);
}
