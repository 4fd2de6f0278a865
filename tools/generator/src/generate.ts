/** All phases in their order: from a folder of schemas to the generated folders of the packages. */

import { join } from "node:path";
import { modelContracts } from "./contracts.js";
import { emitAll, type PackageFiles } from "./emit/registry.js";
import { loadSources } from "./load.js";
import { compareOutput, type Difference, NAMED_SO, writeOutput } from "./output.js";

export interface GenerateOptions {
  /** The folder that holds `v1`, `v2`, ... and `migrations`. */
  readonly schemasDir: string;
  /** The folder that holds `packages`, each with its generated files; nothing is compared or written when absent. */
  readonly outDir?: string;
  /** Compare only. */
  readonly check?: boolean;
}

/** What was generated for one package. */
export interface Output extends PackageFiles {
  /** What its generated files stand in, relative to `outDir`, with forward slashes. */
  readonly folder: string;
  /** What differed in that folder before this run; nothing when there is no `outDir`. */
  readonly difference: Difference;
}

/**
 * Generates everything; equal schemas give equal bytes.
 * @throws SchemaError when a schema or migration file is wrong.
 */
export async function generate(options: GenerateOptions): Promise<Output[]> {
  const { schemas, migrations, pages } = loadSources(options.schemasDir);
  const outputs = await emitAll(modelContracts(schemas), migrations, pages);
  return outputs.map((output) => {
    const folder = folderOf(output);
    return { ...output, folder, difference: settle(output, folder, options) };
  });
}

/** Plain files stand where their users look for them. */
function folderOf({ package: name }: PackageFiles): string {
  return name === "contract" ? "packages/contract" : `packages/${name}/src/generated`;
}

const PLAIN = /^(v[0-9]+|migrations)\//;

function settle(
  { package: name, files }: PackageFiles,
  folder: string,
  { outDir, check = false }: GenerateOptions,
): Difference {
  if (outDir === undefined) return { stale: [], missing: [], superfluous: [] };
  const target = join(outDir, folder);
  const generated = name === "contract" ? PLAIN : NAMED_SO;
  return check ? compareOutput(target, files, generated) : writeOutput(target, files, generated);
}
