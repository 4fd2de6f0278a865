/** Emits `vN/table.gen.ts`: the definitions of a version as rows of nodes, which core's walks read. */

import type { Contract, Node, ObjectNode, UnionNode } from "../model.js";
import { type GeneratedFile, generatedHeader } from "./header.js";
import { Code, literalLines } from "./literal-lines.js";
import { docComment } from "./writer.js";

/** Core's hand-written helpers, from the folder of a version. */
const RUNTIME = "../../runtime";

/** One table per version. */
export function emitTables(contracts: readonly Contract[]): GeneratedFile[] {
  return contracts.map((contract) => ({ path: `v${contract.version}/table.gen.ts`, content: printTable(contract) }));
}

function printTable({ version, definitions }: Contract): string {
  const rows = [...definitions.values()].map(
    ({ name, node }) => `export const ${name}: TableNode = ${literalLines(rowOf(node)).join("\n")};\n`,
  );
  return `${generatedHeader(`schemas/v${version}`)}

${docComment(`What the value of each definition of version ${version} may be.`).join("\n")}

import type { TableNode } from "${RUNTIME}/table-node.js";

${rows.join("\n")}`;
}

/** The node in the form of the table. */
function rowOf(node: Node): object {
  if (node.kind === "ref") return referenceTo(node.name);
  const { also, checks, ...own } = node;
  return {
    ...ownRow(own as typeof node),
    ...(also === undefined ? {} : { also: also.map(rowOf) }),
    ...(checks === undefined ? {} : { checks }),
  };
}

function ownRow(node: Exclude<Node, { readonly kind: "ref" }>): object {
  switch (node.kind) {
    case "string": {
      const { format: _, ...row } = node;
      return row;
    }
    case "number": {
      const { integer, ...row } = node;
      return { ...row, kind: integer ? "integer" : "number" };
    }
    case "array":
      return { ...node, items: rowOf(node.items) };
    case "object":
      return objectRow(node);
    case "map":
      return { ...node, keys: rowOf(node.keys), values: rowOf(node.values) };
    case "union":
      return unionRow(node);
    case "not":
      return { ...node, node: rowOf(node.node) };
    case "some":
      return conditionOf(node.nodes) ?? { ...node, nodes: node.nodes.map(rowOf) };
    case "choice":
    case "all":
      return { ...node, nodes: node.nodes.map(rowOf) };
    case "if":
      return {
        kind: "if",
        test: rowOf(node.test),
        // biome-ignore lint/suspicious/noThenProperty: named as in JSON Schema; a row is never awaited
        ...(node.then === undefined ? {} : { then: rowOf(node.then) }),
        ...(node.otherwise === undefined ? {} : { otherwise: rowOf(node.otherwise) }),
      };
    default:
      return node;
  }
}

/** "Not a text, or one of this form" is a rule for texts. */
function conditionOf([first, second, ...others]: readonly Node[]): object | undefined {
  if (first?.kind !== "not" || second === undefined || others.length > 0) return undefined;
  // biome-ignore lint/suspicious/noThenProperty: named as in JSON Schema; a row is never awaited
  return { kind: "if", test: rowOf(first.node), then: rowOf(second) };
}

function objectRow({ properties, typed, closed }: ObjectNode): object {
  const defaults = properties.filter((property) => property.default !== undefined);
  return {
    kind: "object",
    ...(typed ? {} : { typed }),
    ...(closed ? { closed } : {}),
    required: properties.filter((property) => property.required).map((property) => property.name),
    properties: Object.fromEntries(properties.map((property) => [property.name, rowOf(property.node)])),
    ...(defaults.length === 0
      ? {}
      : { defaults: Object.fromEntries(defaults.map((property) => [property.name, property.default ?? null])) }),
  };
}

function unionRow({ tag, branches, open }: UnionNode): object {
  return {
    kind: "union",
    tag,
    branches: Object.fromEntries(branches.map((branch) => [branch.tag, referenceTo(branch.name)])),
    ...(open === undefined ? {} : { open: referenceTo(open) }),
  };
}

/** A function, so that a bundler drops the rows that nobody reaches. */
function referenceTo(name: string): Code {
  return new Code(`() => ${name}`);
}
