/** Small helpers for parsed JSON: recognising objects, JSON Pointers, comparing. */

import type { Json, JsonSchema } from "./model.js";

/** Whether a JSON value is an object (neither null nor an array). */
export function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a JSON value is an array; `Array.isArray` does not narrow readonly arrays. */
export function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The string members of a JSON array; none for anything else. */
export function stringsOf(value: Json | undefined): string[] {
  return isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** One step of a JSON Pointer, escaped (RFC 6901). */
export function pointerStep(key: string | number): string {
  return `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** A copy without the given keys; the order of the others is kept. */
export function omit(schema: JsonSchema, keys: readonly string[]): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)));
}

/** A copy with the given keys alone; the order is kept. */
export function pick(schema: JsonSchema, keys: readonly string[]): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => keys.includes(key)));
}
