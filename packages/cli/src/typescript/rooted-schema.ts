/** Puts a generated schema in the form in which tools are described: the type itself at the root, and nothing twice. */

/** A JSON Schema (draft-07) as the generator gives it. */
export interface TypeSchema {
  readonly [keyword: string]: unknown;
  readonly $ref?: string;
  readonly type?: unknown;
  readonly definitions?: Readonly<Record<string, object>>;
}

/** A type that is another one, or that holds itself, is written as a definition; the root takes its place. */
export function rootedSchema({ $schema, definitions = {}, ...generated }: TypeSchema): TypeSchema {
  const name = Object.keys(definitions).find((one) => isRoot(generated, one, definitions[one]));
  const root = name === undefined ? generated : definitions[name];
  const others = Object.entries(definitions).filter(([one]) => one !== name);
  const whole = { $schema, ...root, ...(others.length > 0 ? { definitions: Object.fromEntries(others) } : {}) };
  return name === undefined ? whole : redirected(whole, referenceTo(name));
}

function isRoot(root: TypeSchema, name: string, definition: object | undefined): boolean {
  return root.$ref === referenceTo(name) || JSON.stringify(root) === JSON.stringify(definition);
}

/** As the generator writes it. */
function referenceTo(name: string): string {
  return `#/definitions/${encodeURIComponent(name)}`;
}

/** A copy in which a reference leads to the root instead. */
function redirected(schema: TypeSchema, reference: string): TypeSchema {
  const text = JSON.stringify(schema, (keyword, value: unknown) =>
    keyword === "$ref" && value === reference ? "#" : value,
  );
  return JSON.parse(text) as TypeSchema;
}
