/** All phases in their order: from a folder of schemas to a folder of generated code. */

import { modelContracts } from "./contracts.js";
import type { GeneratedFile } from "./emit/header.js";
import { emitAll } from "./emit/registry.js";
import { loadSources } from "./load.js";
import { compareOutput, type Difference, writeOutput } from "./output.js";

export interface GenerateOptions {
  /** The folder that holds `v1`, `v2`, ... and `migrations`. */
  readonly schemasDir: string;
  /** Where the files go; nothing is compared or written when absent. */
  readonly outDir?: string;
  /** Compare only. */
  readonly check?: boolean;
}

export interface GenerateResult {
  readonly files: readonly GeneratedFile[];
  /** What differed from `outDir` before this run; nothing when there is no `outDir`. */
  readonly difference: Difference;
}

/**
 * Generates everything; equal schemas give equal bytes.
 * @throws SchemaError when a schema or migration file is wrong.
 */
export async function generate(options: GenerateOptions): Promise<GenerateResult> {
  const { schemasDir, outDir, check = false } = options;
  const { schemas, migrations } = loadSources(schemasDir);
  const files = await emitAll(modelContracts(schemas), migrations);
  if (outDir === undefined) return { files, difference: { stale: [], missing: [], superfluous: [] } };
  return { files, difference: check ? compareOutput(outDir, files) : writeOutput(outDir, files) };
}
