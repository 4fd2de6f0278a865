/** Phase 5, emit: the list of all emitters. */

import type { MigrationFile } from "../load.js";
import type { Contract } from "../model.js";
import { emitCodec } from "./codec.js";
import { emitCompanions } from "./companions.js";
import type { GeneratedFile } from "./header.js";
import { emitIndex } from "./index.js";
import { emitMigrations } from "./migrations.js";
import { emitPredicates } from "./predicates.js";
import { emitSchemas } from "./schemas.js";
import { emitShapes } from "./shapes.js";
import { emitTypes } from "./types.js";
import { emitValidators } from "./validators.js";

/** Turns the contracts (ascending by version) and the migrations between them into files. */
type Emitter = (
  contracts: readonly Contract[],
  migrations: readonly MigrationFile[],
) => readonly GeneratedFile[] | Promise<readonly GeneratedFile[]>;

/** Every emitter, in the order in which their files depend on each other. */
const EMITTERS: readonly Emitter[] = [
  emitTypes,
  emitValidators,
  emitSchemas,
  emitCompanions,
  emitIndex,
  emitPredicates,
  emitShapes,
  emitCodec,
  emitMigrations,
];

/** The files of all emitters. */
export async function emitAll(
  contracts: readonly Contract[],
  migrations: readonly MigrationFile[],
): Promise<GeneratedFile[]> {
  const files: GeneratedFile[] = [];
  for (const emit of EMITTERS) files.push(...(await emit(contracts, migrations)));
  return files;
}
