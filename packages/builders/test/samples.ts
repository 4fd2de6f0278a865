/** Random decoded values of a type, for properties. */

import type { Companion } from "@parlance/core";
import { arbitraryOf } from "@parlance/sampler";
import type fc from "fast-check";

/** Values that the schema of a companion takes, as its `parse` gives them. */
export function samplesOf<Value>(companion: Companion<Value>): fc.Arbitrary<Value> {
  const { $defs, ...root } = companion.schema as { readonly $defs?: object };
  const bundle = { $defs: { ...$defs, Sampled: root } };
  return arbitraryOf(bundle, "Sampled").map((value) => companion.parse(value));
}
