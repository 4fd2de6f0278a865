/** Finds the value of the source that a step changes, whose residue can be kept under where it stood. */

import type { Scope } from "./scope.js";
import type { Step } from "./steps.js";
import type { Leaf } from "./tree.js";

export type SourceLeaf = Leaf & { readonly origin: string };

export function sourceLeaf(scope: Scope, pointer: string, step: Step): SourceLeaf {
  const leaf = scope.leafAt(pointer, step);
  const { origin } = leaf;
  return origin === undefined
    ? scope.frame.fail(step.place, `the value at ${pointer} was made by an operation`)
    : { ...leaf, origin };
}
