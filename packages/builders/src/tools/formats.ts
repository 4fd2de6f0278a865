/** What `format` checks in the JSON Schema of a tool's arguments; every other name is an annotation. */

import type { JsonObject } from "@parlance/core";
import type { Format } from "ajv";
import { fullFormats } from "ajv-formats/dist/formats.js";

/** Those of ajv-formats. Its own `url`, which JSON Schema does not know, takes the square of the length of a text in time: it is read as `uri`. */
export const FORMATS: Readonly<Record<string, Format>> = { ...fullFormats, url: fullFormats.uri };

/** Whether the schema has a format that only annotates. To ajv, names of `Object.prototype` are formats, too. */
export function hasUnknownFormat({ format }: JsonObject): boolean {
  return typeof format === "string" && !Object.hasOwn(FORMATS, format);
}
