/** The generated modules of each version of the contract, so that no test has to name the newest one. */

import { CURRENT_VERSION, VERSIONS } from "../src/generated/contract.gen.js";
import type { AjvError } from "../src/runtime/ajv-error.js";
import type { JsonObject } from "../src/runtime/json.js";
import type { SchemaData } from "../src/runtime/schema-data.js";
import type { TableNode } from "../src/runtime/table-node.js";

/** One function for each definition, such as `isText`. */
export type Functions = { readonly [name: string]: (...values: never[]) => unknown };

export interface GeneratedVersion {
  readonly version: number;
  /** The published definitions by their names, as the sampler reads them. */
  readonly bundle: { readonly $defs: { readonly [name: string]: JsonObject } };
  readonly predicates: { readonly [name: string]: (value: unknown) => boolean };
  /** Of the current version alone; others are walked. */
  readonly shapes: Functions;
  /** What explains a refusal, by the names of definitions. */
  readonly table: { readonly [name: string]: TableNode };
  readonly errorsOf: (definition: string, value: unknown) => readonly AjvError[];
}

/** All versions, ascending. */
export const GENERATED: readonly GeneratedVersion[] = await Promise.all(VERSIONS.map(generatedVersion));

export const CURRENT: GeneratedVersion = versionOf(CURRENT_VERSION);

/** A number that the build does not know. */
export const NEWER_VERSION: number = CURRENT_VERSION + 1;

export function versionOf(version: number): GeneratedVersion {
  const found = GENERATED.find((one) => one.version === version);
  if (found === undefined) throw new Error(`there is no version ${version}`);
  return found;
}

/** The message types of a version, with the names of their definitions. */
export function messageTypes(version: number): { readonly [type: string]: string } {
  const { $defs } = versionOf(version).bundle;
  const branches = ($defs.Message as { readonly oneOf: readonly { readonly $ref: string }[] }).oneOf;
  const names = branches.map(({ $ref }) => $ref.slice("#/$defs/".length));
  return Object.fromEntries(names.flatMap((name) => tagOf($defs[name] as JsonObject).map((tag) => [tag, name])));
}

/** The tag of a branch; none for the one that takes all others. */
function tagOf({ properties }: JsonObject): string[] {
  const { type } = properties as { readonly type: { readonly const?: string } };
  return type.const === undefined ? [] : [type.const];
}

async function generatedVersion(version: number): Promise<GeneratedVersion> {
  const read = (name: string) => {
    const path = `../src/generated/v${version}/${name}.gen.ts`;
    return import(path);
  };
  const [schemas, predicates, table, validators] = await Promise.all(
    ["schemas", "predicates", "table", "validators"].map(read),
  );
  const shapes = version === CURRENT_VERSION ? await read("shapes") : {};
  const all: readonly SchemaData[] = Object.values({ ...schemas });
  const $defs = Object.fromEntries(all.map(({ name, schema }) => [name, schema]));
  return { version, bundle: { $defs }, predicates, shapes, table, errorsOf: validators.errorsOf };
}
