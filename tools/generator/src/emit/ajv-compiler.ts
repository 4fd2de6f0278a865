/** Sets ajv up as the reference for every verdict, with one rule of our own: it stops collecting when it has seen enough. */

import { _, Ajv, type CodeKeywordDefinition, type KeywordCxt, Name } from "ajv";
import standalone from "ajv/dist/standalone/index.js";
import type { SchemaRecord } from "../bundle.js";
import { isObject } from "../json.js";
import { mapSubschemas } from "../keywords.js";
import type { JsonSchema } from "../model.js";
import { referencesOf, type SchemaSet } from "../references.js";
import { typesOf } from "../verdicts.js";

/** Errors after which a validator visits no further item of an array and no further key of a map. */
const ENOUGH_ERRORS = 1000;

const STOP = "x-stop";
const BASE = "parlance";
/** Steps to a subschema that one value may meet many times. */
const REPEATED: readonly string[] = ["/items", "/additionalProperties", "/propertyNames"];

/**
 * Compiles definitions, whose references have the form `#/$defs/Name`, to the text of one ES module that
 * exports a validating function for each of the given names.
 *
 * @throws StrictModeError when a schema does not compile in ajv's strict mode.
 */
export function compileValidators(definitions: SchemaRecord, names: readonly string[]): string {
  const ajv = createAjv();
  const set = new Map(Object.entries(definitions).map(([name, schema]) => [name, { schema }]));
  const schemas = [...set].map(([name, { schema }]) => [name, withStops(withItemTypes(schema, set))] as const);
  ajv.addSchema({ $id: BASE, $defs: Object.fromEntries(schemas) });
  // ajv shares a function between references only where it was compiled before them, and writes a function of a cycle
  // twice when it is asked for one before the one that the cycle was compiled from: hence one order for both.
  const ordered = referredFirst(definitions);
  for (const name of ordered) compileOne(ajv, name);
  const exported = ordered.filter((name) => names.includes(name));
  return standalone.default(ajv, Object.fromEntries(exported.map((name) => [name, addressOf(name)])));
}

/** A definition that ajv's strict mode refuses. */
export class StrictModeError extends Error {
  override readonly name = "StrictModeError";
  readonly definition: string;

  constructor(definition: string, cause: Error) {
    super(cause.message, { cause });
    this.definition = definition;
  }
}

function compileOne(ajv: Ajv, name: string): void {
  try {
    ajv.getSchema(addressOf(name));
  } catch (error) {
    throw error instanceof Error ? new StrictModeError(name, error) : error;
  }
}

function addressOf(name: string): string {
  return `${BASE}#/$defs/${name}`;
}

/** Where items must differ and are scalars behind a reference, ajv has to see their type, or it compares each with each. */
function withItemTypes(schema: JsonSchema, definitions: SchemaSet): JsonSchema {
  const inner = mapSubschemas(schema, (sub) => withItemTypes(sub, definitions));
  if (inner.uniqueItems !== true || !isObject(inner.items)) return inner;
  const types = [...typesOf(inner.items, definitions)];
  const areScalars = types.every((type) => type !== "object" && type !== "array");
  return areScalars && inner.items.type === undefined ? { ...inner, items: { type: types, ...inner.items } } : inner;
}

/** The names of all definitions, each after those that it refers to; where they refer to each other, one must come first. */
function referredFirst(definitions: SchemaRecord): string[] {
  const ordered = new Set<string>();
  const visit = (name: string, path: readonly string[]): void => {
    const schema = definitions[name];
    if (schema === undefined || ordered.has(name) || path.includes(name)) return;
    for (const next of referencesOf(schema)) visit(next, [...path, name]);
    ordered.add(name);
  };
  for (const name of Object.keys(definitions)) visit(name, []);
  return [...ordered];
}

function createAjv(): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    allowUnionTypes: true,
    // Without it an absent property named like a member of Object.prototype counts as present.
    ownProperties: true,
    strict: true,
    strictRequired: false,
    messages: false,
    // One function a definition, called where it is referenced: a third smaller than copies.
    inlineRefs: false,
    code: { esm: true, source: true, lines: true },
  });
  return ajv.addKeyword(STOP_KEYWORD);
}

/**
 * With `allErrors` a record of 64 MiB can hold millions of wrong items, each an error object. This rule
 * leaves the validating function when an item begins and there are errors enough.
 */
const STOP_KEYWORD: CodeKeywordDefinition = {
  keyword: STOP,
  schemaType: "boolean",
  before: "$ref",
  code({ gen, it }: KeywordCxt): void {
    gen.if(_`${new Name("errors")} > ${ENOUGH_ERRORS}`, () => {
      gen.assign(_`${it.validateName}.errors`, new Name("vErrors"));
      gen.return(_`false`);
    });
  },
};

/** A copy in which every array item, map value and map key begins with the stop rule. */
function withStops(schema: JsonSchema): JsonSchema {
  return mapSubschemas(schema, (sub, step) => {
    const inner = withStops(sub);
    return REPEATED.includes(step) ? { [STOP]: true, ...inner } : inner;
  });
}
