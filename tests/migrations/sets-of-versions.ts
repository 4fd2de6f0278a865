/** The small sets of schemas that have migrations. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { CASES } from "../../tools/generator/test/cases.js";
import { schemasOf } from "../../tools/generator/test/support.js";

export function setsOfVersions(): string[] {
  return CASES.map(({ name }) => name).filter((name) => existsSync(join(schemasOf(name), "migrations")));
}
