/** Emits `vN/validators.gen.ts`: ajv's detailed verdict on every definition, compiled ahead of time, and the table over all versions. */

import { validatorSchemas } from "../bundle.js";
import type { Contract } from "../model.js";
import { SchemaError } from "../schema-error.js";
import { compileValidators, StrictModeError } from "./ajv-compiler.js";
import { type AjvModule, adaptAjvModule } from "./ajv-module.js";
import { type GeneratedFile, generatedHeader } from "./header.js";

/** Core's hand-written helpers, from the folder of a version and from the one above it. */
const RUNTIME = { fromVersion: "../../runtime", fromTable: "../runtime" } as const;

/** The validators of each version, and `validators.gen.ts`, which dispatches on the version. */
export function emitValidators(contracts: readonly Contract[]): GeneratedFile[] {
  return [...contracts.map(emitVersion), emitDispatch(contracts)];
}

function emitVersion(contract: Contract): GeneratedFile {
  const code = compileVersion(contract);
  const path = `v${contract.version}/validators.gen.ts`;
  return { path, content: printVersion(contract, adaptAjvModule(code, RUNTIME.fromVersion)) };
}

/** @throws SchemaError at the definition that ajv refuses. */
function compileVersion(contract: Contract): string {
  try {
    return compileValidators(validatorSchemas(contract), [...contract.definitions.keys()]);
  } catch (error) {
    const definition = error instanceof StrictModeError ? contract.definitions.get(error.definition) : undefined;
    if (!(error instanceof StrictModeError) || definition === undefined) throw error;
    throw new SchemaError(definition.file, definition.pointer, `ajv refuses the definition: ${error.message}`);
  }
}

function printVersion(contract: Contract, module: AjvModule): string {
  const entries = [...contract.definitions.keys()].map((name) => `  ${name}: ${module.validators.get(name)},`);
  return `${generatedHeader(`schemas/v${contract.version}`)}
// @ts-nocheck: what ajv writes carries no types.

/** Every rule that a value breaks, found by ajv compiled ahead of time. */

${module.imports.join("\n")}
import type { AjvError } from "${RUNTIME.fromVersion}/ajv-error.js";

/**
 * All errors of a value against a definition (\`TextMessage\`; \`Message\` dispatches by type), none when it satisfies it.
 *
 * @throws RangeError when no definition has that name.
 */
export function errorsOf(definition: string, value: unknown): readonly AjvError[] {
  const validate = Object.hasOwn(VALIDATORS, definition) ? VALIDATORS[definition] : undefined;
  if (!validate) throw new RangeError(\`version ${contract.version} has no validator of that name\`);
  return validate(value) ? [] : (validate.errors ?? []);
}

${module.body}

const VALIDATORS = {
${entries.join("\n")}
};
`;
}

function emitDispatch(contracts: readonly Contract[]): GeneratedFile {
  const imports = contracts.map(({ version }) => `import * as v${version} from "./v${version}/validators.gen.js";`);
  const rows = contracts.map(({ version }) => `  ${version}: v${version},`);
  const content = `${generatedHeader("schemas")}

/** The detailed validators, by version. */

${imports.join("\n")}

import type { Validators } from "${RUNTIME.fromTable}/ajv-error.js";

export const VALIDATORS: Readonly<Record<number, Validators>> = {
${rows.join("\n")}
};
`;
  return { path: "validators.gen.ts", content };
}
