/** Phase 5, emit: the list of all emitters, by the package that they write for. */

import type { MigrationFile, PageFile } from "../load.js";
import type { Contract } from "../model.js";
import { emitBuilders } from "./builders.js";
import { emitChecks } from "./checks.js";
import { emitCompanions } from "./companions.js";
import { emitContract } from "./contract.js";
import { emitContractFiles } from "./contract-files.js";
import { emitEnumValues } from "./enum-values.js";
import { emitFacts } from "./facts.js";
import { emitPatchedFields, emitSentFields } from "./fields.js";
import type { GeneratedFile } from "./header.js";
import { emitIndex } from "./index.js";
import { emitLanguages } from "./languages.js";
import { emitMigrations } from "./migrations.js";
import { emitPredicates } from "./predicates.js";
import { emitReaders } from "./readers.js";
import { emitRoots } from "./roots.js";
import { emitSchemas } from "./schemas.js";
import { emitShapes } from "./shapes.js";
import { emitTables } from "./table.js";
import { emitTypes } from "./types.js";
import { emitValidators } from "./validators.js";

/** Turns the contracts (ascending by version) and the migrations between them into files. */
type Emitter = (
  contracts: readonly Contract[],
  migrations: readonly MigrationFile[],
  pages: readonly PageFile[],
) => readonly GeneratedFile[] | Promise<readonly GeneratedFile[]>;

/** A package that has generated files. */
type PackageName = "core" | "builders" | "providers" | "contract";

/** What is generated for one package. */
export interface PackageFiles {
  readonly package: PackageName;
  readonly files: readonly GeneratedFile[];
}

/** Every emitter, in the order in which their files depend on each other. */
const EMITTERS: Readonly<Record<PackageName, readonly Emitter[]>> = {
  core: [
    emitTypes,
    emitValidators,
    emitSchemas,
    emitReaders,
    emitCompanions,
    emitFacts,
    emitIndex,
    emitTables,
    emitPredicates,
    emitChecks,
    emitShapes,
    emitContract,
    emitRoots,
    emitMigrations,
  ],
  builders: [emitEnumValues, emitPatchedFields, emitBuilders, emitLanguages],
  providers: [emitSentFields],
  contract: [emitContractFiles],
};

/** The files of all emitters. */
export async function emitAll(
  contracts: readonly Contract[],
  migrations: readonly MigrationFile[],
  pages: readonly PageFile[],
): Promise<PackageFiles[]> {
  const outputs: PackageFiles[] = [];
  for (const name of ["core", "builders", "providers", "contract"] as const) {
    const files: GeneratedFile[] = [];
    for (const emit of EMITTERS[name]) files.push(...(await emit(contracts, migrations, pages)));
    outputs.push({ package: name, files });
  }
  return outputs;
}
