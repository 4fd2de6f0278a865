/** Emits `enum-values.gen.ts` of builders: the number that stands for each word of an enum in formats that want one. */

import { isObject } from "../json.js";
import type { Contract, Definition, JsonSchema } from "../model.js";
import { type GeneratedFile, generatedHeader } from "./header.js";
import { constantName, literal, objectKey } from "./writer.js";

/** The enums of the current version that have numbers; no file where none has. */
export function emitEnumValues(contracts: readonly Contract[]): GeneratedFile[] {
  return contracts
    .filter((contract) => contract.current)
    .flatMap((contract) => {
      const tables = [...contract.definitions.values()].flatMap(printTable);
      return tables.length === 0 ? [] : [{ path: "enum-values.gen.ts", content: printFile(contract, tables) }];
    });
}

function printFile({ version }: Contract, tables: readonly string[]): string {
  return `${generatedHeader(`schemas/v${version}`)}

/** The number of each word, for formats that want numbers. */

${tables.join("\n\n")}
`;
}

function printTable({ name, schema }: Definition): string[] {
  const values = schema["x-enum-values"];
  if (!isObject(values)) return [];
  return [
    `/** The number of each \`${name}\`. */\nexport const ${constantName(name)}_VALUES = {\n${rows(values)}} as const;`,
  ];
}

function rows(values: JsonSchema): string {
  return Object.entries(values)
    .map(([word, value]) => `  ${objectKey(word)}: ${literal(value)},\n`)
    .join("");
}
