/** Emits `index.gen.ts`: everything generated that users of the package name. */

import type { Contract } from "../model.js";
import { hasCompanion } from "./companions.js";
import { type GeneratedFile, generatedHeader } from "./header.js";

/** Companions with their types, and the types that have none, of the current version. */
export function emitIndex(contracts: readonly Contract[]): GeneratedFile[] {
  return contracts
    .filter((contract) => contract.current)
    .map((contract) => ({ path: "index.gen.ts", content: printIndex(contract) }));
}

function printIndex(contract: Contract): string {
  const definitions = [...contract.definitions.values()];
  const companions = definitions.filter(hasCompanion).map((definition) => definition.name);
  const others = definitions.filter((definition) => !hasCompanion(definition)).map((definition) => definition.name);
  return `${generatedHeader(`schemas/v${contract.version}`)}

/** Every generated name that is API. */

export {
${listed(companions)}
} from "./companions.gen.js";
export type {
${listed([...others, "MessageOf", "MessageType"])}
} from "./types.gen.js";
export { MESSAGE_TYPES } from "./types.gen.js";
`;
}

function listed(names: readonly string[]): string {
  return [...names]
    .sort((a, b) => (a < b ? -1 : 1))
    .map((name) => `  ${name},`)
    .join("\n");
}
