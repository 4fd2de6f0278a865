/** Random stored values: messages and persisted roots of a version, some with unknown fields that another version has a meaning for. */

import fc from "fast-check";
import { bundleOf } from "../../tools/generator/src/bundle.js";
import type { Contract, Json } from "../../tools/generator/src/model.js";
import { anyJson, arbitraryOf } from "../../tools/sampler/src/index.js";
import { copyOf, definitionOf, type GeneratedContract } from "./generated-contract.js";
import type { Fields } from "./reading/values.js";

/** Valid values of a type as a version has them, with defaults filled in. */
export function valuesOf(code: GeneratedContract, version: number, type: string): fc.Arbitrary<Fields> {
  const contract = code.contracts.find((one) => one.version === version);
  if (contract === undefined) throw new Error(`there is no version ${version}`);
  const plain = arbitraryOf(bundleOf(contract), definitionOf(contract, type)) as fc.Arbitrary<Fields>;
  const fields = fc.tuple(fc.nat(), fc.constantFrom(...fieldNames(code.contracts)), anyJson as fc.Arbitrary<Json>);
  return fc
    .tuple(plain, fc.array(fields, { maxLength: 3 }))
    .map(([value, more]) => withFields({ ...value, schema_version: version }, more))
    .filter((value) => code.isValid(version, type, value))
    .map((value) => code.tidied(version, type, value));
}

/** Every name that any version gives a field, but for those that say what a value is and where it has been. */
function fieldNames(contracts: readonly Contract[]): string[] {
  const nodes = contracts.flatMap(({ definitions }) => [...definitions.values()].map(({ node }) => node));
  const names = nodes.flatMap((node) => (node.kind === "object" ? node.properties.map(({ name }) => name) : []));
  return [...new Set(names)].filter((name) => !["type", "schema_version", "residue"].includes(name));
}

/** A copy with more fields, each in one of its objects that does not have it. */
function withFields(value: Fields, fields: readonly (readonly [choice: number, name: string, value: Json])[]): Fields {
  const copy = copyOf(value);
  for (const [choice, name, more] of fields) {
    const objects = objectsIn(copy);
    const object = objects[choice % objects.length];
    if (object !== undefined && !Object.hasOwn(object, name)) object[name] = more;
  }
  return copy;
}

function objectsIn(value: Json): { [name: string]: Json }[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [value as { [name: string]: Json }, ...inner];
}

/** The same value as before any migration: roots inside it are of its version, and the residue is of a version that nobody has. */
export function unmigrated(value: Fields, version: number): Fields {
  const plain = JSON.parse(JSON.stringify(value), (key, member: Json) => {
    if (key === "residue") return undefined;
    return key === "schema_version" ? version : member;
  }) as Fields;
  return { ...plain, residue: { 7: {} } };
}
