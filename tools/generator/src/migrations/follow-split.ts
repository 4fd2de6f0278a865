/** What `split` does to the members of an object: one text becomes two going up, and one again going down. */

import { literal } from "../emit/writer.js";
import { codecExpression, codecName } from "./codec-source.js";
import type { Split } from "./format.js";
import { madeLeaf, type Scope } from "./scope.js";
import { resolve, type Shape, TRUSTED } from "./shape.js";
import { type SourceLeaf, sourceLeaf } from "./source-leaf.js";
import type { Step } from "./steps.js";
import type { Leaf } from "./tree.js";

/** Up. The residue of the pair is kept where its first text stands. */
export function split(scope: Scope, step: Step & { readonly step: "split" }): void {
  const { at, to, else: otherwise } = step.form;
  const text = untouched(scope, at, step);
  scope.detach(at, step);
  const pair = translated(scope, step, text.expression, text.origin, nameOf(at, "pair"));
  const memberOf = scope.frame.use("memberOf");
  const names = to.map((pointer) => scope.variable(nameOf(pointer)));
  scope.lines.push(
    ...["first", "second"].map((member, index) => `const ${names[index]} = ${memberOf}(${pair}, ${literal(member)});`),
  );
  const shape = textShape(maximumOf(scope, text));
  const first = madeLeaf(names[0] ?? "", text.required, shape);
  scope.attach(to[0], { ...first, waiting: [{ step, below: "" }] }, step);
  scope.attach(to[1], madeLeaf(names[1] ?? "", text.required && otherwise !== undefined, shape), step);
}

/** Down. */
export function rejoin(scope: Scope, step: Step & { readonly step: "rejoin" }): void {
  const { at, to, limit } = step.form;
  const [first, second] = [untouched(scope, to[0], step), untouched(scope, to[1], step)];
  for (const pointer of to) scope.detach(pointer, step);
  const pair = `${scope.frame.use("pairOf")}(${first.expression}, ${second.expression})`;
  const text = translated(scope, step, pair, first.origin, nameOf(at));
  const made = madeLeaf(text, first.required || second.required, textShape(limit));
  scope.attach(at, { ...made, waiting: [{ step, below: "" }] }, step);
}

/** A text of the source that no other operation has changed. */
function untouched(scope: Scope, pointer: string, step: Step): SourceLeaf {
  const leaf = sourceLeaf(scope, pointer, step);
  if (leaf.waiting.length > 0) scope.frame.fail(step.place, `an operation has changed the value at ${pointer} before`);
  return leaf;
}

/** A line that translates a value; the name of its result. */
function translated(
  scope: Scope,
  step: Step & { readonly form: Split },
  value: string,
  origin: string,
  name: string,
): string {
  const { frame } = scope;
  const { form } = step;
  const source = codecExpression(form, (one) => frame.use(one));
  const codec = frame.module.constant(codecName(form.at), frame.use("type ValueCodec"), source);
  const [own, other] = [scope.write(origin, step.place), scope.read(scope.placeOf(step))];
  const variable = scope.variable(name);
  scope.lines.push(
    `const ${variable} = ${frame.use("translate")}(run, ${value}, ${codec}, ${literal(own)}, ${literal(other)});`,
  );
  return variable;
}

function nameOf(pointer: string, ...more: readonly string[]): string {
  return [pointer.slice(pointer.lastIndexOf("/") + 1), ...more].join("_");
}

function maximumOf(scope: Scope, { shape }: Leaf): number | undefined {
  const node = shape.kind === "node" ? resolve(shape.node, scope.frame.source) : undefined;
  return node?.kind === "string" ? node.maxLength : undefined;
}

/** A text of any kind, as long as may be; how long is not known of what is no plain text in the source. */
function textShape(maxLength: number | undefined): Shape {
  return maxLength === undefined ? TRUSTED : { kind: "node", node: { kind: "string", maxLength } };
}
