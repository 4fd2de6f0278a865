/** Emits `fields.gen.ts` of builders: the names of the fields of types that have a patching `with`, which refuses any other name. */

import type { Contract, Definition } from "../model.js";
import { type GeneratedFile, generatedHeader } from "./header.js";
import { constantName, objectKey } from "./writer.js";

/** The types that are patched. */
const PATCHED: readonly string[] = ["agent_request", "tool_availability_context"];

/** The fields of types of the current version; no file where there is none. */
export function emitFields(contracts: readonly Contract[]): GeneratedFile[] {
  return contracts
    .filter((contract) => contract.current)
    .flatMap((contract) => {
      const types = [...contract.definitions.values()].filter(({ root }) => PATCHED.includes(root ?? ""));
      return types.length === 0 ? [] : [{ path: "fields.gen.ts", content: printFile(contract, types) }];
    });
}

function printFile({ version }: Contract, types: readonly Definition[]): string {
  return `${generatedHeader(`schemas/v${version}`)}

/** The names of fields. */

import type { ${types
    .map(({ name }) => name)
    .sort()
    .join(", ")} } from "@parlance/core";

${types.map(printTable).join("\n\n")}
`;
}

function printTable({ name, node }: Definition): string {
  const properties = node.kind === "object" ? node.properties : [];
  const rows = properties.map((property) => `  ${objectKey(property.name)}: true,\n`).join("");
  return `/** Every field of \`${name}\`. */
export const ${constantName(name)}_FIELDS: Readonly<Record<keyof ${name}, true>> = {
${rows}};`;
}
