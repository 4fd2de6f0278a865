/** The newest version of the contract, which tests here have in what they expect. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

const VERSIONS = readdirSync(join(import.meta.dirname, "../schemas")).flatMap(
  (name) => /^v(\d+)$/.exec(name)?.[1] ?? [],
);

export const CURRENT: number = Math.max(...VERSIONS.map(Number));
