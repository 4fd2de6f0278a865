/** All phases in their order: from a folder of schemas to the generated folders of the packages. */

import { join } from "node:path";
import { modelContracts } from "./contracts.js";
import { emitAll, type PackageFiles } from "./emit/registry.js";
import { loadSources } from "./load.js";
import { compareOutput, type Difference, writeOutput } from "./output.js";

export interface GenerateOptions {
  /** The folder that holds `v1`, `v2`, ... and `migrations`. */
  readonly schemasDir: string;
  /** The folder that holds `packages`, each with its `src/generated`; nothing is compared or written when absent. */
  readonly outDir?: string;
  /** Compare only. */
  readonly check?: boolean;
}

/** What was generated for one package. */
export interface Output extends PackageFiles {
  /** Its generated folder relative to `outDir`, with forward slashes. */
  readonly folder: string;
  /** What differed in that folder before this run; nothing when there is no `outDir`. */
  readonly difference: Difference;
}

/**
 * Generates everything; equal schemas give equal bytes.
 * @throws SchemaError when a schema or migration file is wrong.
 */
export async function generate(options: GenerateOptions): Promise<Output[]> {
  const { schemas, migrations } = loadSources(options.schemasDir);
  const outputs = await emitAll(modelContracts(schemas), migrations);
  return outputs.map((output) => {
    const folder = `packages/${output.package}/src/generated`;
    return { ...output, folder, difference: settle(output, folder, options) };
  });
}

function settle({ files }: PackageFiles, folder: string, { outDir, check = false }: GenerateOptions): Difference {
  if (outDir === undefined) return { stale: [], missing: [], superfluous: [] };
  const target = join(outDir, folder);
  return check ? compareOutput(target, files) : writeOutput(target, files);
}
