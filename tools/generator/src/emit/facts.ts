/** Emits `facts.gen.ts`: what others need to know of the types of the current version, as it is declared beside them. */

import type { Contract, TypeFacts } from "../model.js";
import { type GeneratedFile, generatedHeader } from "./header.js";
import { indent, literal, objectKey } from "./writer.js";

export function emitFacts(contracts: readonly Contract[]): GeneratedFile[] {
  return contracts
    .filter((contract) => contract.current)
    .map((contract) => ({ path: "facts.gen.ts", content: printFacts(contract) }));
}

function printFacts({ version, facts }: Contract): string {
  return `${generatedHeader(`schemas/v${version}`)}

/** What others need to know of the types, as it is declared beside them in the schemas. */

import type { MessageFacts, PartFacts } from "../runtime/type-facts.js";

/** By message type; one that declares nothing is not in here. */
export const MESSAGE_FACTS: Readonly<Record<string, MessageFacts>> = ${printTable(facts.messages)};

/** By part type. */
export const PART_FACTS: Readonly<Record<string, PartFacts>> = ${printTable(facts.parts)};
`;
}

function printTable(table: TypeFacts["messages"]): string {
  const rows = [...table].flatMap(([tag, facts]) => [
    `${objectKey(tag)}: {`,
    ...indent(Object.entries(facts).map(([name, value]) => `${name}: ${printValue(value)},`)),
    "},",
  ]);
  return rows.length === 0 ? "{}" : ["{", ...indent(rows), "}"].join("\n");
}

function printValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printValue).join(", ")}]`;
  if (typeof value !== "object" || value === null) return literal(value);
  const members = Object.entries(value).map(([name, member]) => `${name}: ${printValue(member)}`);
  return `{ ${members.join(", ")} }`;
}
