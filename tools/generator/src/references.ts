/** References of the form `#/$defs/Name`: reading, finding and following them. */

import { walkSchema } from "./keywords.js";
import type { JsonSchema } from "./model.js";

const PREFIX = "#/$defs/";

/** The name that a schema refers to; undefined when it is not a reference. */
export function refName(schema: JsonSchema): string | undefined {
  return typeof schema.$ref === "string" && schema.$ref.startsWith(PREFIX)
    ? schema.$ref.slice(PREFIX.length)
    : undefined;
}

/** The names a schema refers to anywhere inside it, each once, in the order in which a reader meets them. */
export function referencesOf(schema: JsonSchema): string[] {
  const names = new Set<string>();
  walkSchema(schema, (sub) => {
    const name = refName(sub);
    if (name !== undefined) names.add(name);
  });
  return [...names];
}

/** What a definition looks like to code that only follows references. */
export type SchemaSet = ReadonlyMap<string, { readonly schema: JsonSchema }>;

/** The schema itself, or the one that it refers to, however many references lie between. */
export function follow(schema: JsonSchema, definitions: SchemaSet): JsonSchema {
  const seen = new Set<string>();
  let current = schema;
  for (let name = refName(current); name !== undefined && !seen.has(name); name = refName(current)) {
    seen.add(name);
    current = definitions.get(name)?.schema ?? {};
  }
  return current;
}

/** The given names and all that they lead to, depth first, each once. */
export function closureOf(names: readonly string[], definitions: SchemaSet): string[] {
  const met = new Set<string>();
  const visit = (name: string): void => {
    const definition = definitions.get(name);
    if (definition === undefined || met.has(name)) return;
    met.add(name);
    for (const next of referencesOf(definition.schema)) visit(next);
  };
  for (const name of names) visit(name);
  return [...met];
}
