/**
 * Emits `vN/shapes.gen.ts` for the current version: what is done with values whose shape is known, as straight code, since every
 * message goes through it. Older versions are tidied and written by core's walks over their tables.
 */

import type { Contract } from "../model.js";
import { GeneratedModule } from "./generated-module.js";
import type { GeneratedFile } from "./header.js";
import { EncodeWriter } from "./shapes/encode.js";
import { EqualWriter } from "./shapes/equal.js";
import { FreezeWriter } from "./shapes/freeze.js";
import { TidyWriter } from "./shapes/tidy.js";
import { WrapWriter } from "./shapes/wrap.js";

/** The shapes of the current version. */
export function emitShapes(contracts: readonly Contract[]): GeneratedFile[] {
  return contracts.filter((contract) => contract.current).map(shapes);
}

function shapes(contract: Contract): GeneratedFile {
  const module = new GeneratedModule();
  const writers = [TidyWriter, WrapWriter, FreezeWriter, EncodeWriter, EqualWriter];
  const made = writers.map((Writer) => new Writer(module, contract, "../../runtime"));
  for (const writer of made) writer.reserveNames();
  for (const writer of made) writer.writeAll();
  const purpose = "Tidies, wraps, freezes, writes and compares values of each definition.";
  return module.file(`v${contract.version}/shapes.gen.ts`, `schemas/v${contract.version}`, purpose);
}
