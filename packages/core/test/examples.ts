/** Reads the examples of the contract, as the tests use them. */

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { VERSIONS } from "../src/index.js";

const SCHEMAS = fileURLToPath(new URL("../../../schemas/", import.meta.url));

export interface Example {
  readonly version: number;
  /** Name of the schema file: `tool_request`. */
  readonly root: string;
  /** `v2/text/minimal.json` */
  readonly file: string;
  readonly value: unknown;
}

export interface InvalidExample extends Example {
  /** The place and the keyword that a validator must name. */
  readonly pointer: string;
  readonly keyword: string;
}

/** Every valid example of every version. */
export function validExamples(): Example[] {
  return filesOf("").map(([where, json]) => ({ ...where, value: json }));
}

/** Every invalid example of every version. */
export function invalidExamples(): InvalidExample[] {
  return filesOf("/invalid").map(([where, json]) => {
    const { pointer, keyword, instance } = json as { pointer: string; keyword: string; instance: unknown };
    return { ...where, pointer, keyword, value: instance };
  });
}

function filesOf(folder: string): [Omit<Example, "value">, unknown][] {
  return VERSIONS.flatMap((version) => {
    const examples = `${SCHEMAS}v${version}/examples/`;
    return readdirSync(examples).flatMap((root) => {
      const names = readdirSync(`${examples}${root}${folder}`).filter((name) => name.endsWith(".json"));
      return names.map((name): [Omit<Example, "value">, unknown] => [
        { version, root, file: `v${version}/${root}${folder}/${name}` },
        JSON.parse(readFileSync(`${examples}${root}${folder}/${name}`, "utf8")),
      ]);
    });
  });
}
