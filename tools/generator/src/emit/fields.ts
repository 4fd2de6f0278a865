/** Emits `fields.gen.ts`: the names of the fields of types, for code that has to tell a name that is none of them. */

import type { Contract, Definition } from "../model.js";
import { NOT_TO_BE_SET } from "./builders/setters.js";
import { type GeneratedFile, generatedHeader } from "./header.js";
import { constantName, listLiteral, literal, objectKey } from "./writer.js";

/** The types with a patching `with`, which refuses any other name. */
const PATCHED: readonly string[] = ["AgentRequest", "ToolAvailabilityContext"];

/** What lies inside of messages and parts that a model is sent, so that it can be said what of it is not sent. */
const SENT: readonly string[] = ["FileResolution", "RequestedToolCall", "ToolCall", "ToolDefinition", "ToolError"];

/** The unions of which a model is sent something; those of one table share their tags. */
const SENT_UNIONS: readonly (readonly string[])[] = [
  ["ChatMessage"],
  ["ContentPart", "Part"],
  ["ImageSource"],
  ["MediaSource"],
  ["ResourceContents"],
];

/** For builders, of the current version; no file where there is no such type. */
export function emitPatchedFields(contracts: readonly Contract[]): GeneratedFile[] {
  return emitFields(contracts, PATCHED, [], envelopeTables);
}

/** For providers: of what a model is sent, by the tag that it has. */
export function emitSentFields(contracts: readonly Contract[]): GeneratedFile[] {
  return emitFields(contracts, SENT, SENT_UNIONS, () => []);
}

function emitFields(
  contracts: readonly Contract[],
  names: readonly string[],
  unions: readonly (readonly string[])[],
  more: (contract: Contract) => readonly string[],
): GeneratedFile[] {
  return contracts
    .filter((contract) => contract.current)
    .flatMap((contract) => {
      const types = definitionsOf(contract, names);
      const tables = [
        ...types.map(typeTable),
        ...unions.flatMap((one) => unionTable(contract, one)),
        ...more(contract),
      ];
      if (tables.length > 0 && unions.length > 0) tables.push(messageTable(contract));
      return tables.length === 0 ? [] : [{ path: "fields.gen.ts", content: printFile(contract, types, tables) }];
    });
}

function definitionsOf({ definitions }: Contract, names: readonly string[]): readonly Definition[] {
  return [...definitions.values()].filter(({ name }) => names.includes(name));
}

function printFile({ version }: Contract, types: readonly Definition[], tables: readonly string[]): string {
  const names = types.map(({ name }) => name).sort();
  const imports = names.length === 0 ? "" : `import type { ${names.join(", ")} } from "@parlance/core";\n\n`;
  return `${generatedHeader(`schemas/v${version}`)}

/** The names of fields. */

${imports}${tables.join("\n\n")}
`;
}

function typeTable(definition: Definition): string {
  const { name } = definition;
  const rows = namesOf(definition).map((field) => `  ${objectKey(field)}: true,\n`);
  return `/** Every field of \`${name}\`. */
export const ${constantName(name)}_FIELDS: Readonly<Record<keyof ${name}, true>> = {\n${rows.join("")}};`;
}

function namesOf(definition: Definition | undefined): readonly string[] {
  return definition?.node.kind === "object" ? definition.node.properties.map(({ name }) => name) : [];
}

function fieldNames(definition: Definition | undefined): string {
  return `{ ${namesOf(definition)
    .map((field) => `${objectKey(field)}: true`)
    .join(", ")} }`;
}

const FIELDS = "Readonly<Record<string, true>>";

/** What every message may have besides its data, and nobody has to say; none where there is no such field. */
function envelopeTables({ message, definitions }: Contract): readonly string[] {
  const messages = message.branches.map(({ name }) => optionalNames(definitions.get(name)));
  const [first = [], ...others] = messages;
  const names = first.filter((name) => !NOT_TO_BE_SET.includes(name) && others.every((other) => other.includes(name)));
  if (names.length === 0) return [];
  return [
    `/** What any message may have besides its data. */\nexport const ENVELOPE_FIELDS = ${listLiteral(names)} as const;`,
  ];
}

function optionalNames(definition: Definition | undefined): readonly string[] {
  if (definition?.node.kind !== "object") return [];
  return definition.node.properties.filter(({ required }) => !required).map(({ name }) => name);
}

/** The fields of every branch of the unions, by tag; none where there is no such union. */
function unionTable(contract: Contract, names: readonly string[]): readonly string[] {
  const definitions = definitionsOf(contract, names);
  const unions = definitions.flatMap(({ node }) => (node.kind === "union" ? [node] : []));
  const [first] = unions;
  if (first === undefined) return [];
  const branches = new Map(unions.flatMap((union) => union.branches.map(({ tag, name }) => [tag, name] as const)));
  const rows = [...branches].map(([branch, name]) => [branch, fieldNames(contract.definitions.get(name))] as const);
  const name = `${constantName(names[0] ?? "")}_FIELDS_BY_${constantName(first.tag)}`;
  return [
    tableByTag(
      `Every field of each ${definitions.map((one) => one.name).join(" and ")}, by its ${first.tag}.`,
      name,
      FIELDS,
      rows,
    ),
  ];
}

/** The fields of every message and of its data, by type. */
function messageTable(contract: Contract): string {
  const rows = contract.message.branches.map(({ tag, name }) => {
    const message = contract.definitions.get(name);
    const data = message === undefined ? undefined : contract.definitions.get(dataOf(message) ?? "");
    return [tag, `{\n    message: ${fieldNames(message)},\n    data: ${fieldNames(data)},\n  }`] as const;
  });
  const type = `{ readonly message: ${FIELDS}; readonly data: ${FIELDS} }`;
  return tableByTag("Every field of each message and of its data, by its type.", "MESSAGE_FIELDS_BY_TYPE", type, rows);
}

function tableByTag(
  about: string,
  name: string,
  type: string,
  rows: readonly (readonly [tag: string, value: string])[],
): string {
  const tags = rows.map(([tag]) => literal(tag)).join(" | ");
  const lines = rows.map(([tag, value]) => `  ${objectKey(tag)}: ${value},\n`).join("");
  return `/** ${about} */\nexport const ${name}: Readonly<\n  Record<${tags}, ${type}>\n> = {\n${lines}};`;
}

/** The name of the definition of a message's data. */
function dataOf({ node }: Definition): string | undefined {
  const data = node.kind === "object" ? node.properties.find(({ name }) => name === "data")?.node : undefined;
  return data?.kind === "ref" ? data.name : undefined;
}
