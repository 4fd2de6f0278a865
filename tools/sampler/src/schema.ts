/** A JSON Schema bundle as the sampler reads it: plain data with `$defs`, references of the form `#/$defs/Name`. */

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}
export type Schema = JsonObject;

const REFERENCE = /^#\/\$defs\/([^/]+)$/;

/** A schema that the sampler cannot read. */
export class SchemaError extends Error {
  override readonly name = "SchemaError";
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function schemasOf(value: unknown): Schema[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

export function numberOr(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}

/**
 * The definition of a name.
 * @throws SchemaError when the bundle has none.
 */
export function definitionOf(bundle: object, name: string): Schema {
  const definitions = objectOf((bundle as JsonObject).$defs);
  const definition = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
  if (!isObject(definition)) throw new SchemaError(`the bundle has no definition ${name}`);
  return definition;
}

/** The name that a schema refers to, or undefined when it is not a reference. */
export function referenceOf(schema: Schema): string | undefined {
  if (typeof schema.$ref !== "string") return undefined;
  const name = REFERENCE.exec(schema.$ref)?.[1];
  if (name === undefined) throw new SchemaError(`the reference ${schema.$ref} is not of the form #/$defs/Name`);
  return name;
}

/** Sets an own member, whatever its name: `__proto__` is an ordinary key here. */
export function setMember(target: JsonObject, key: string, value: Json): void {
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
}

export function objectFrom(entries: Iterable<readonly [string, Json]>): JsonObject {
  const result: JsonObject = {};
  for (const [key, value] of entries) setMember(result, key, value);
  return result;
}

/** The length that JSON Schema counts: code points. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
