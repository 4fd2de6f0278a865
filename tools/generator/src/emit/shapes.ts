/**
 * Emits `vN/shapes.gen.ts` for the current version: writing and comparing values as straight code, since walks over the table are too
 * slow for these two. Everything else that is done with values, and all of it in older versions, is done by core's walks.
 */

import type { Contract } from "../model.js";
import { GeneratedModule } from "./generated-module.js";
import type { GeneratedFile } from "./header.js";
import { EncodeWriter } from "./shapes/encode.js";
import { EqualWriter } from "./shapes/equal.js";

/** The shapes of the current version. */
export function emitShapes(contracts: readonly Contract[]): GeneratedFile[] {
  return contracts.filter((contract) => contract.current).map(shapes);
}

function shapes(contract: Contract): GeneratedFile {
  const module = new GeneratedModule();
  const writers = [EncodeWriter, EqualWriter];
  const made = writers.map((Writer) => new Writer(module, contract, "../../runtime"));
  for (const writer of made) writer.reserveNames();
  for (const writer of made) writer.writeAll();
  const purpose = "Writes and compares values of each definition.";
  return module.file(`v${contract.version}/shapes.gen.ts`, `schemas/v${contract.version}`, purpose);
}
