/** What `split` does to the members of an object: one text becomes two going up, and one again going down. */

import type { Split } from "./format.js";
import type { Register } from "./plan.js";
import { madeLeaf, type Scope } from "./scope.js";
import { resolve, type Shape, TRUSTED } from "./shape.js";
import { type SourceLeaf, sourceLeaf } from "./source-leaf.js";
import type { Step } from "./steps.js";
import { plannedTranslation } from "./translations.js";
import type { Leaf } from "./tree.js";

/** Up. The residue of the pair is kept where its first text stands. */
export function split(scope: Scope, step: Step & { readonly step: "split" }): void {
  const { at, to, else: otherwise } = step.form;
  const text = untouched(scope, at, step);
  scope.detach(at, step);
  const from = translated(scope, step, text.register, text.origin);
  const member = (name: string): Register => scope.result({ op: "member", from, name });
  const shape = textShape(maximumOf(scope, text));
  const first = madeLeaf(member("first"), text.required, shape);
  scope.attach(to[0], { ...first, waiting: [{ step, below: "" }] }, step);
  scope.attach(to[1], madeLeaf(member("second"), text.required && otherwise !== undefined, shape), step);
}

/** Down. */
export function rejoin(scope: Scope, step: Step & { readonly step: "rejoin" }): void {
  const { at, to, limit } = step.form;
  const [first, second] = [untouched(scope, to[0], step), untouched(scope, to[1], step)];
  for (const pointer of to) scope.detach(pointer, step);
  const pair = scope.result({ op: "pair", from: first.register, with: second.register });
  const text = translated(scope, step, pair, first.origin);
  const made = madeLeaf(text, first.required || second.required, textShape(limit));
  scope.attach(at, { ...made, waiting: [{ step, below: "" }] }, step);
}

/** A text of the source that no other operation has changed. */
function untouched(scope: Scope, pointer: string, step: Step): SourceLeaf {
  const leaf = sourceLeaf(scope, pointer, step);
  if (leaf.waiting.length > 0) scope.frame.fail(step.place, `an operation has changed the value at ${pointer} before`);
  return leaf;
}

/** Translates a text or a pair; where the result is. */
function translated(scope: Scope, step: Step & { readonly form: Split }, from: Register, origin: string): Register {
  const [own, other] = [scope.write(origin, step.place), scope.read(scope.placeOf(step))];
  return scope.result({ op: "translate", from, by: plannedTranslation(step.form), own, other });
}

function maximumOf(scope: Scope, { shape }: Leaf): number | undefined {
  const node = shape.kind === "node" ? resolve(shape.node, scope.frame.source) : undefined;
  return node?.kind === "string" ? node.maxLength : undefined;
}

/** A text of any kind, as long as may be; how long is not known of what is no plain text in the source. */
function textShape(maxLength: number | undefined): Shape {
  return maxLength === undefined ? TRUSTED : { kind: "node", node: { kind: "string", maxLength } };
}
