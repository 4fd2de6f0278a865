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
  readonly body?: Json;
  readonly chunks?: readonly Json[];
  /** The stream as it came. */
  readonly raw?: string;
}

/** JSON that nobody has checked. */
// biome-ignore lint/suspicious/noExplicitAny: a walk over JSON of any form
export type Json = any;

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
