/** Emits `readers.gen.ts`: what reads the values of each message type, object and union of the current version, and nothing more. */

import type { Contract, Definition } from "../model.js";
import { persistedRoots } from "../stored-types.js";
import { type GeneratedFile, generatedHeader } from "./header.js";

/** The readers of the current version. */
export function emitReaders(contracts: readonly Contract[]): GeneratedFile[] {
  return contracts
    .filter((contract) => contract.current)
    .map((contract) => ({ path: "readers.gen.ts", content: printFile(contract) }));
}

/** Whether a definition is a message, or an object or a union that is stored inside of another value. */
export function hasReader(contract: Contract, { name, node, unknown }: Definition): boolean {
  if (messageTag(contract, name) !== undefined) return true;
  return isShape(node) && !unknown && persistedRoots(contract).every((root) => root.name !== name);
}

export function isShape({ kind }: Definition["node"]): boolean {
  return kind === "object" || kind === "union";
}

/** The `type` of a message; empty for the union of all and for what it does not know; undefined for what is not a message. */
export function messageTag(contract: Contract, name: string): string | undefined {
  const branch = contract.message.branches.find((one) => one.name === name);
  if (branch) return branch.tag;
  return name === contract.message.open || contract.definitions.get(name)?.root === "message" ? "" : undefined;
}

function printFile(contract: Contract): string {
  const definitions = [...contract.definitions.values()].filter((definition) => hasReader(contract, definition));
  const body = definitions.map(({ name }) => printReader(name, messageTag(contract, name))).join("\n");
  return `${generatedHeader(`schemas/v${contract.version}`)}

/** For every type with values of several members: what reads them, without the schema, the texts and the equality of its companion. */

${imports(contract, body).join("\n")}

${body}
`;
}

/** The imports that the text uses. */
function imports({ version }: Contract, body: string): string[] {
  const makers = ["messageReader", "objectReader"].filter((maker) => body.includes(`*/ ${maker}(`));
  const modules = {
    decoded: "./decoded",
    predicates: `./v${version}/predicates`,
    table: `./v${version}/table`,
  };
  const used = Object.entries(modules).filter(([name]) => body.includes(`: ${name}.`));
  const reading = makers.includes("messageReader") ? ['import { READABLE_CONTRACT } from "./contract.gen.js";'] : [];
  return [
    `import { ${[...makers, "type Reader"].join(", ")} } from "../companion/reader.js";`,
    ...reading,
    'import type * as types from "./types.gen.js";',
    ...used.map(([name, path]) => `import * as ${name} from "${path}.gen.js";`),
  ];
}

function printReader(name: string, tag: string | undefined): string {
  const [maker, members] =
    tag === undefined
      ? (["objectReader", objectMembers(name)] as const)
      : (["messageReader", messageMembers(name, tag)] as const);
  return `export const ${name}: Reader<types.${name}> = /*#__PURE__*/ ${maker}({ ${members.join(", ")} });`;
}

function messageMembers(name: string, tag: string): readonly string[] {
  const contract = "contract: READABLE_CONTRACT";
  return [contract, `is: decoded.is${name}`, `name: "${name}"`, ...(tag === "" ? [] : [`tag: ${JSON.stringify(tag)}`])];
}

function objectMembers(name: string): readonly string[] {
  return [`is: decoded.is${name}`, `node: table.${name}`, `isWire: predicates.is${name}`];
}
