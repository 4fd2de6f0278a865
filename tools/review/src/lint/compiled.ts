/** What ajv says: of a definition in strict mode, of a file against the dialect, of a value against a schema of the set. */
import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Json, JsonObject } from "./json.js";
import { isObject, objectOf } from "./json.js";
import type { SchemaSet } from "./schema-set.js";
import { EXTENSIONS } from "./vocabulary.js";
import { addressOf, wireForms } from "./wire-form.js";

export interface Refusal {
  readonly pointer: string;
  readonly keyword: string;
  readonly message: string;
}

const registries = new WeakMap<SchemaSet, Ajv2020>();
/** By text: every folder that is read has meta-schemas of its own, and they are all alike. */
const metaSchemas = new Map<string, ValidateFunction>();
const strictAjv = newAjv({ strict: true, strictRequired: false });
/** By text: most definitions of a version are those of the version before. */
const strictProblems = new Map<string, string | undefined>();

/** Why ajv's strict mode refuses a definition, references left out; undefined when it does not. */
export function strictProblem(schema: JsonObject): string | undefined {
  const { $defs: _, $id: __, ...rest } = schema;
  const own = withoutReferences(rest);
  const text = JSON.stringify(own);
  if (!strictProblems.has(text)) strictProblems.set(text, compileProblem(own));
  return strictProblems.get(text);
}

function compileProblem(schema: JsonObject): string | undefined {
  try {
    strictAjv.compile(schema);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** Where a source file is not as the dialect describes it. */
export function dialectProblems(set: SchemaSet, schema: JsonObject): Refusal[] {
  if (set.dialect === undefined) return [];
  const validate = compiledMetaSchema(set.dialect);
  // What a combination reports only repeats that one of its members was refused.
  const echoes = ["if", "anyOf", "allOf", "oneOf"];
  return validate(schema) ? [] : refusals(validate.errors).filter(({ keyword }) => !echoes.includes(keyword));
}

/** What the schema at a place has against a value on the wire; undefined when the schema cannot be compiled. */
export function refusalsAt(set: SchemaSet, file: string, pointer: string, value: Json): Refusal[] | undefined {
  try {
    const validate = registryOf(set).compile({ $ref: addressOf(file, pointer) });
    return validate(value) ? [] : refusals(validate.errors);
  } catch {
    return undefined;
  }
}

/** Whether the schema at a place takes a value; true when the schema cannot be compiled, which is another rule's finding. */
export function acceptsAt(
  set: SchemaSet,
  place: { readonly file: string; readonly pointer: string },
  value: Json,
): boolean {
  return (refusalsAt(set, place.file, place.pointer, value) ?? []).length === 0;
}

/** Where a migration file is not as its meta-schema describes it: the first place that lies deepest. */
export function migrationProblem(set: SchemaSet, migration: JsonObject): Refusal | undefined {
  if (set.migrationSchema === undefined) return undefined;
  const validate = compiledMetaSchema(taggedByOperation(set.migrationSchema));
  if (validate(migration)) return undefined;
  const depths = refusals(validate.errors).map((refusal) => ({ refusal, depth: refusal.pointer.split("/").length }));
  return depths.find(({ depth }) => depths.every((other) => other.depth <= depth))?.refusal;
}

/** Lets ajv go by the tag, so that an operation is not reported for what fifteen others would ask of it. */
function taggedByOperation(schema: JsonObject): JsonObject {
  const definitions = objectOf(schema.$defs);
  const operation = { ...objectOf(definitions.Operation), type: "object", discriminator: { propertyName: "op" } };
  return { ...schema, $defs: { ...definitions, Operation: operation } };
}

function compiledMetaSchema(schema: JsonObject): ValidateFunction {
  const text = JSON.stringify(schema);
  const known = metaSchemas.get(text);
  if (known !== undefined) return known;
  const validate = newAjv({ strict: false, discriminator: true }).compile(schema);
  metaSchemas.set(text, validate);
  return validate;
}

function registryOf(set: SchemaSet): Ajv2020 {
  const known = registries.get(set);
  if (known !== undefined) return known;
  const ajv = newAjv({ strict: false });
  for (const [address, schema] of wireForms(set)) ajv.addSchema(schema, address);
  registries.set(set, ajv);
  return ajv;
}

function newAjv(options: { strict: boolean; strictRequired?: boolean; discriminator?: boolean }): Ajv2020 {
  const ajv = new Ajv2020({ ...options, allErrors: true, ownProperties: true, validateFormats: false, logger: false });
  for (const keyword of Object.keys(EXTENSIONS)) ajv.addKeyword({ keyword });
  return ajv;
}

function refusals(errors: readonly ErrorObject[] | null | undefined): Refusal[] {
  return (errors ?? []).map(({ instancePath, keyword, message }) => ({
    pointer: instancePath,
    keyword,
    message: `It ${message ?? "is not as described"}.`,
  }));
}

/** A copy in which each reference is a schema that says nothing: what is left is the definition's own. */
function withoutReferences(schema: JsonObject): JsonObject {
  const copy = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(copy);
    if (!isObject(value)) return value;
    if (typeof value.$ref === "string") return {};
    const entries = Object.entries(value).filter(([key]) => key !== "$schema" && key !== "$id");
    return Object.fromEntries(entries.map(([key, member]) => [key, copy(member)]));
  };
  return copy(schema) as JsonObject;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.replaceAll(/\s+/g, " ") : "refused";
}
