/**
 * Emits `vN/shapes.gen.ts`: what is done with values whose shape is known. Every version: tidying (nulls dropped, defaults
 * filled) and encoding. The current version also: wrapping of unknown values, freezing, equality.
 */

import type { Contract } from "../model.js";
import { GeneratedModule } from "./generated-module.js";
import type { GeneratedFile } from "./header.js";
import { EncodeWriter } from "./shapes/encode.js";
import { EqualWriter } from "./shapes/equal.js";
import { FreezeWriter } from "./shapes/freeze.js";
import { TidyWriter } from "./shapes/tidy.js";
import { WrapWriter } from "./shapes/wrap.js";

/** The shapes of every version. */
export function emitShapes(contracts: readonly Contract[]): GeneratedFile[] {
  return contracts.map(shapes);
}

function shapes(contract: Contract): GeneratedFile {
  const module = new GeneratedModule();
  const always = [TidyWriter, EncodeWriter];
  const writers = contract.current ? [TidyWriter, WrapWriter, FreezeWriter, EncodeWriter, EqualWriter] : always;
  const made = writers.map((Writer) => new Writer(module, contract, "../../runtime"));
  for (const writer of made) writer.reserveNames();
  for (const writer of made) writer.writeAll();
  const purpose = contract.current
    ? "Tidies, wraps, freezes, writes and compares values of each definition."
    : "Tidies and writes values of each definition, as they stand on the wire.";
  return module.file(`v${contract.version}/shapes.gen.ts`, `schemas/v${contract.version}`, purpose);
}
