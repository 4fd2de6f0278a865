/** Emits `fields.gen.ts`: the names of the fields of types, for code that has to tell a name that is none of them. */

import type { Contract, Definition } from "../model.js";
import { type GeneratedFile, generatedHeader } from "./header.js";
import { constantName, objectKey } from "./writer.js";

/** The types with a patching `with`, which refuses any other name. */
const PATCHED: readonly string[] = ["AgentRequest", "ToolAvailabilityContext"];

/** The types of which a model is sent something, so that it can be said what of them is not sent. */
const SENT: readonly string[] = [
  "AssistantChatMessage",
  "Base64ImageSource",
  "BlobResourceContents",
  "FilePathImageSource",
  "FileReferenceData",
  "FileReferenceMessage",
  "FileResolution",
  "ImageData",
  "ImageMessage",
  "ImagePart",
  "McpResourceData",
  "McpResourceMessage",
  "ReasoningPart",
  "RefusalPart",
  "RequestedToolCall",
  "SystemChatMessage",
  "TextData",
  "TextMessage",
  "TextPart",
  "TextResourceContents",
  "ToolCall",
  "ToolChatMessage",
  "ToolDefinition",
  "ToolError",
  "ToolRequestData",
  "ToolRequestMessage",
  "ToolResultData",
  "ToolResultMessage",
  "UrlImageSource",
  "UserChatMessage",
];

/** For builders, of the current version; no file where there is no such type. */
export function emitPatchedFields(contracts: readonly Contract[]): GeneratedFile[] {
  return emitFields(contracts, PATCHED);
}

/** The same for providers. */
export function emitSentFields(contracts: readonly Contract[]): GeneratedFile[] {
  return emitFields(contracts, SENT);
}

function emitFields(contracts: readonly Contract[], names: readonly string[]): GeneratedFile[] {
  return contracts
    .filter((contract) => contract.current)
    .flatMap((contract) => {
      const types = [...contract.definitions.values()].filter(({ name }) => names.includes(name));
      return types.length === 0 ? [] : [{ path: "fields.gen.ts", content: printFile(contract, types) }];
    });
}

function printFile({ version }: Contract, types: readonly Definition[]): string {
  const names = types.map(({ name }) => name).sort();
  const flat = `import type { ${names.join(", ")} } from "@parlance/core";`;
  const imports =
    flat.length <= 120
      ? flat
      : `import type {\n${names.map((name) => `  ${name},\n`).join("")}} from "@parlance/core";`;
  return `${generatedHeader(`schemas/v${version}`)}

/** The names of fields. */

${imports}

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
