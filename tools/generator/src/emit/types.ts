/** Emits `types.gen.ts`: the decoded types of the current version, written for people to read. */

import { compile } from "json-schema-to-typescript";
import { format } from "prettier";
import type { Contract } from "../model.js";
import { type GeneratedFile, generatedHeader } from "./header.js";
import { type Declaration, makeReadonly, referencedTypes, shortenComments, splitDeclarations } from "./types/passes.js";
import { JSON_OBJECT, JSON_VALUE, typeSchemaOf } from "./types/type-schema.js";

/** Names the schema that refers to every definition; its own type is thrown away. */
const SYNTHETIC_ROOT = "EveryDefinition";

/** The types of the newest contract. */
export async function emitTypes(contracts: readonly Contract[]): Promise<GeneratedFile[]> {
  const contract = contracts.find((one) => one.current);
  if (contract === undefined) return [];
  const declarations = inReadingOrder(splitDeclarations(await compileTypes(contract)), contract);
  const body = shortenComments(makeReadonly(declarations.map((declaration) => declaration.text).join("\n\n")));
  const parts = [generatedHeader(`schemas/v${contract.version}`), importLine(body), body, messageHelpers(contract)];
  const content = await format(parts.filter((part) => part !== "").join("\n\n"), {
    parser: "typescript",
    printWidth: 120,
  });
  return [{ path: "types.gen.ts", content }];
}

async function compileTypes(contract: Contract): Promise<string> {
  const schema = typeSchemaOf(contract, SYNTHETIC_ROOT);
  return await compile(structuredClone(schema) as Parameters<typeof compile>[0], SYNTHETIC_ROOT, {
    additionalProperties: false,
    bannerComment: "",
    format: false,
    unknownAny: true,
  });
}

/** The declarations of the definitions, each once, in the order of the contract. */
function inReadingOrder(declarations: readonly Declaration[], contract: Contract): Declaration[] {
  const extra = declarations.find(({ name }) => name !== SYNTHETIC_ROOT && !contract.definitions.has(name));
  if (extra !== undefined) throw new Error(`json-schema-to-typescript invented the type ${extra.name}`);
  return [...contract.definitions.keys()].map((name) => {
    const declaration = declarations.find((one) => one.name === name);
    if (declaration === undefined) throw new Error(`json-schema-to-typescript wrote no type ${name}`);
    return declaration;
  });
}

function importLine(body: string): string {
  const used = referencedTypes(body);
  const names = [JSON_OBJECT, JSON_VALUE].filter((name) => used.has(name));
  return names.length === 0 ? "" : `import type { ${names.join(", ")} } from "../runtime/json.js";`;
}

/** What is said about all messages together. */
function messageHelpers(contract: Contract): string {
  const union =
    [...contract.definitions.values()].find((definition) => definition.root === "message")?.name ?? "Message";
  const { tag, branches } = contract.message;
  const tags = branches.map((branch) => JSON.stringify(branch.tag));
  return `/** The \`${tag}\` of every message that this version knows. */
export type ${union}Type = Exclude<${union}["${tag}"], "unknown">;

/** The message of one type: \`${union}Of<${tags[0] ?? '"unknown"'}>\`. */
export type ${union}Of<Type extends ${union}["${tag}"]> = Extract<${union}, { readonly ${tag}: Type }>;

/** Every type of message that this version knows, in the order of the schema. */
export const ${union.toUpperCase()}_TYPES = [${tags.join(", ")}] as const;`;
}
