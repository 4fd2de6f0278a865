/** Recorded traffic of real servers, where it is present. */

import { existsSync, readFileSync } from "node:fs";
import { parseJson } from "@parlance/core/json";

const FOLDER = new URL("../../../../../shared/corpora/", import.meta.url);

/** One recorded body or stream. */
export interface Recorded {
  readonly source: string;
  readonly upstream?: string;
  readonly status?: number;
  readonly flags: readonly string[];
  readonly body?: unknown;
  readonly chunks?: readonly object[];
  /** The stream as it came. */
  readonly raw?: string;
}

/** An object of JSON that nobody has checked. */
export interface Json {
  readonly [name: string]: unknown;
}

/** Without members for what is not an object. */
export function objectOf(value: unknown): Json {
  return typeof value === "object" && value !== null ? (value as Json) : {};
}

/** Empty for what is not a list. */
export function objectsIn(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

/** Empty for what is not text. */
export function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function recordsOf(name: string): readonly Recorded[] {
  const file = new URL(`${name}.ndjson`, FOLDER);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  return lines.map((line) => parseJson(line) as unknown as Recorded);
}

/** Whether there is anything to be tested; says so when there is not. */
export function isPresent(subject: string): boolean {
  const there = existsSync(FOLDER);
  if (!there) console.log(`${subject}: skipped, there is no recorded traffic in ../shared/corpora`);
  return there;
}
