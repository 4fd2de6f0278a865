/** Emits `companions.gen.ts`: for every object, union and enum of the current version a type and a value of one name. */

import type { Contract, Definition } from "../model.js";
import { persistedRoots } from "../stored-types.js";
import { type GeneratedFile, generatedHeader } from "./header.js";
import { hasReader, isShape, messageTag } from "./readers.js";
import { rootConstant } from "./roots.js";
import { docComment } from "./writer.js";

/** The companions of the current version. */
export function emitCompanions(contracts: readonly Contract[]): GeneratedFile[] {
  return contracts
    .filter((contract) => contract.current)
    .map((contract) => ({
      path: "companions.gen.ts",
      content: printFile(contract),
    }));
}

const MAKERS: readonly string[] = [
  "messageCompanion",
  "objectCompanion",
  "rootCompanion",
  "scalarCompanion",
  "unknownCompanion",
];
const SCALARS: readonly string[] = ["literals", "string", "number", "some"];

/** Whether a definition is a type that a user checks values against: objects, unions, enums, and whatever has a file of its own. */
export function hasCompanion({ node, root }: Definition): boolean {
  return isShape(node) || node.kind === "literals" || (root !== undefined && SCALARS.includes(node.kind));
}

function printFile(contract: Contract): string {
  const companions = [...contract.definitions.values()].filter(hasCompanion);
  const body = companions.map((definition) => printCompanion(contract, definition)).join("\n");
  return `${generatedHeader(`schemas/v${contract.version}`)}

/** For every type that has values to check: the type and its companion, under one name. */

${imports(contract, body).join("\n")}

${body}`;
}

/** The imports that the text uses. */
function imports({ version }: Contract, body: string): string[] {
  const makers = MAKERS.filter((maker) => body.includes(` ${maker}<`));
  const modules = {
    decoded: "./decoded",
    predicates: `./v${version}/predicates`,
    readers: "./readers",
    roots: "./roots",
    schemas: `./v${version}/schemas`,
    shapes: `./v${version}/shapes`,
    table: `./v${version}/table`,
  };
  const used = Object.entries(modules).filter(([name]) => body.includes(`: ${name}.`));
  const writing = makers.includes("messageCompanion") ? ['import { WRITABLE_CONTRACT } from "./contract.gen.js";'] : [];
  return [
    `import { ${["type Companion", ...rootType(makers), ...makers].join(", ")} } from "../companion.js";`,
    ...writing,
    'import type * as types from "./types.gen.js";',
    ...used.map(([name, path]) => `import * as ${name} from "${path}.gen.js";`),
  ];
}

function rootType(makers: readonly string[]): string[] {
  return makers.includes("rootCompanion") ? ["type RootCompanion"] : [];
}

function printCompanion(contract: Contract, definition: Definition): string {
  const { name } = definition;
  const { maker, pieces } = piecesOf(contract, definition);
  const type = maker === "rootCompanion" ? "RootCompanion" : "Companion";
  const reads = hasReader(contract, definition) ? `reader: readers.${name}` : `is: decoded.is${name}`;
  const members = [reads, `schema: schemas.${name}`, ...pieces];
  return `${comment(definition)}export type ${name} = types.${name};
${comment(definition)}export const ${name}: ${type}<types.${name}> = /*#__PURE__*/ ${maker}<types.${name}>({
${members.map((member) => `  ${member},`).join("\n")}
});
`;
}

function piecesOf(contract: Contract, { name, node, unknown }: Definition): { maker: string; pieces: string[] } {
  const equals = `equals: shapes.equal${name}`;
  if (messageTag(contract, name) !== undefined) {
    return { maker: "messageCompanion", pieces: [equals, "contract: WRITABLE_CONTRACT"] };
  }
  const root = persistedRoots(contract).find((one) => one.name === name);
  if (root !== undefined) return { maker: "rootCompanion", pieces: [equals, `root: roots.${rootConstant(root.type)}`] };
  const verdict = [`node: table.${name}`, `isWire: predicates.is${name}`];
  if (unknown) return { maker: "unknownCompanion", pieces: [equals, ...verdict] };
  if (!isShape(node)) return { maker: "scalarCompanion", pieces: verdict };
  return { maker: "objectCompanion", pieces: [equals, `encode: shapes.encode${name}`] };
}

function comment({ description, deprecated }: Definition): string {
  const lines = [...description.split("\n"), ...(deprecated ? ["@deprecated"] : [])].filter((line) => line !== "");
  return docComment(lines.join("\n"))
    .map((line) => `${line}\n`)
    .join("");
}
