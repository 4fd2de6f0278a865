/** JSON as the lint sees it, and the few questions that every rule asks of it. */

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value when it is an object, else an empty one: a shape that is wrong altogether is the dialect's finding. */
export function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

export function arrayOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

export function stringsOf(value: Json | undefined): string[] {
  return arrayOf(value).filter((item) => typeof item === "string");
}

/** Own members only: `toString` in a schema must not find the prototype's. */
export function has(value: JsonObject, key: string): boolean {
  return Object.hasOwn(value, key);
}

export function member(value: JsonObject, key: string): Json | undefined {
  return has(value, key) ? value[key] : undefined;
}

/** Appends one reference token to a JSON Pointer (RFC 6901). */
export function pointerTo(pointer: string, ...tokens: readonly (string | number)[]): string {
  return pointer + tokens.map((token) => `/${String(token).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
