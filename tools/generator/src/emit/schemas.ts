/** Emits `vN/schemas.gen.ts`: the published JSON Schema of every definition as data, and `schemas.gen.ts`, the roots of all versions. */

import { bundleOf, publishedSchemas, schemaId } from "../bundle.js";
import { isObject } from "../json.js";
import type { Contract, Definition } from "../model.js";
import { type GeneratedFile, generatedHeader } from "./header.js";
import { Code, literalLines } from "./literal-lines.js";
import { objectKey } from "./writer.js";

/** Core's hand-written helpers, from the folder of a version and from the one above it. */
const RUNTIME = { fromVersion: "../../runtime", fromTable: "../runtime" } as const;

/** The schemas of each version, and the table by version and root name. */
export function emitSchemas(contracts: readonly Contract[]): GeneratedFile[] {
  return [...contracts.map(emitVersion), emitTable(contracts)];
}

function emitVersion(contract: Contract): GeneratedFile {
  const published = publishedSchemas(contract);
  const constants = [...contract.definitions.values()].map(
    (definition) => `${printConstant(contract, definition, published[definition.name])}\n`,
  );
  const content = `${generatedHeader(`schemas/v${contract.version}`)}

/** The JSON Schema of every definition of version ${contract.version}, as it is published. */

import type { SchemaData } from "${RUNTIME.fromVersion}/schema-data.js";

${constants.join("\n")}`;
  return { path: `v${contract.version}/schemas.gen.ts`, content };
}

/** A constant each, reached only through functions, so that a bundler drops the schemas that nobody asks for. */
function printConstant(contract: Contract, definition: Definition, schema: unknown): string {
  const { name } = definition;
  const { $defs } = bundleOf(contract, name);
  const uses = new Code(`() => [${isObject($defs) ? Object.keys($defs).join(", ") : ""}]`);
  const data = { name, id: schemaId(contract, name), schema, uses };
  return `export const ${name}: SchemaData = ${literalLines(data).join("\n")};`;
}

function emitTable(contracts: readonly Contract[]): GeneratedFile {
  const names = new Set(contracts.flatMap((contract) => rootsOf(contract).map(rootName)));
  const content = `${generatedHeader("schemas")}

/** The JSON Schemas that have a file of their own, by version and name. */

import type { SchemaData } from "${RUNTIME.fromTable}/schema-data.js";
${contracts.map(({ version }) => `import * as v${version} from "./v${version}/schemas.gen.js";`).join("\n")}

/** The name of a schema file: a message's \`type\`, or the name of another root. */
export type SchemaName =
${[...names].map((name) => `  | ${JSON.stringify(name)}`).join("\n")};

/** The names that each version has a schema for. */
export const SCHEMA_NAMES: Readonly<Record<number, readonly SchemaName[]>> = {
${contracts.map((contract) => `  ${contract.version}: ${printNames(contract)},`).join("\n")}
};

/** By version: the schema of any message, with every definition of the version beside it. */
export const CONTRACT_SCHEMAS: Readonly<Record<number, SchemaData>> = {
${contracts.map((contract) => `  ${contract.version}: ${printWhole(contract)},`).join("\n")}
};

/** By version and name. */
export const SCHEMAS: Readonly<Record<number, Readonly<Partial<Record<SchemaName, SchemaData>>>>> = {
${contracts.map((contract) => `  ${contract.version}: ${printTable(contract)},`).join("\n")}
};
`;
  return { path: "schemas.gen.ts", content };
}

function printWhole(contract: Contract): string {
  const { version, definitions } = contract;
  const message = [...definitions.values()].find(({ root }) => root === "message")?.name ?? "Message";
  const data = { name: message, id: schemaId(contract), schema: new Code(`v${version}.${message}.schema`) };
  const uses = new Code(`() => [${[...definitions.keys()].map((name) => `v${version}.${name}`).join(", ")}]`);
  return literalLines({ ...data, uses }).join("\n  ");
}

function rootsOf(contract: Contract): Definition[] {
  return [...contract.definitions.values()].filter((definition) => definition.root !== undefined);
}

function rootName(definition: Definition): string {
  return definition.root ?? definition.name;
}

function printNames(contract: Contract): string {
  return `[\n${rootsOf(contract)
    .map((definition) => `    ${JSON.stringify(rootName(definition))},`)
    .join("\n")}\n  ]`;
}

function printTable(contract: Contract): string {
  const rows = rootsOf(contract).map(
    (definition) => `    ${objectKey(rootName(definition))}: v${contract.version}.${definition.name},`,
  );
  return `{\n${rows.join("\n")}\n  }`;
}
