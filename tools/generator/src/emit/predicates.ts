/**
 * Emits `vN/predicates.gen.ts`, the verdict on what stands on the wire, and `decoded.gen.ts`, the verdict on decoded values.
 * A predicate allocates nothing and says nothing about the reason: the detailed validators do that after a refusal.
 */

import type { Contract } from "../model.js";
import { GeneratedModule } from "./generated-module.js";
import type { GeneratedFile } from "./header.js";
import { PredicateWriter } from "./predicates/functions.js";

/** One file of wire predicates per version, and the decoded ones of the current version. */
export function emitPredicates(contracts: readonly Contract[]): GeneratedFile[] {
  const current = contracts.filter((contract) => contract.current);
  return [...contracts.map(wirePredicates), ...current.map(decodedPredicates)];
}

function wirePredicates(contract: Contract): GeneratedFile {
  const module = new GeneratedModule();
  new PredicateWriter(module, contract, { decoded: false, runtime: "../../runtime" }).writeAll();
  const purpose =
    "Whether a parsed JSON value satisfies a definition as it may stand on the wire: null is absent, defaults may be missing.";
  return module.file(`v${contract.version}/predicates.gen.ts`, `schemas/v${contract.version}`, purpose);
}

function decodedPredicates(contract: Contract): GeneratedFile {
  const module = new GeneratedModule();
  new PredicateWriter(module, contract, { decoded: true, runtime: "../runtime" }).writeAll();
  const purpose =
    "Whether a value has the decoded form of a definition: defaults filled, nothing null that means absent, unknown values wrapped.";
  return module.file("decoded.gen.ts", `schemas/v${contract.version}`, purpose);
}
