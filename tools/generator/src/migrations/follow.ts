/** What each step does to the members of an object: one function per kind of step. */

import { literal } from "../emit/writer.js";
import { codecExpression, codecName, translatedShape } from "./codec-source.js";
import { rejoin, split } from "./follow-split.js";
import type { JoinParts, Spread } from "./format.js";
import { migrateNested } from "./nested.js";
import { madeLeaf, type Scope } from "./scope.js";
import { itemsOf, type Member, membersOf, type Shape, TRUSTED } from "./shape.js";
import { type SourceLeaf, sourceLeaf } from "./source-leaf.js";
import type { Step } from "./steps.js";
import { type Leaf, newHost, type Tree } from "./tree.js";
import { followWhen } from "./when.js";

/** Follows steps in their order. */
export function followSteps(scope: Scope, steps: readonly Step[]): void {
  for (const step of steps) followStep(scope, step);
}

function followStep(scope: Scope, step: Step): void {
  switch (step.step) {
    case "move":
      scope.attach(step.to, scope.detach(step.from, step), step);
      break;
    case "enclose":
      enclose(scope, step);
      break;
    case "disclose":
      disclose(scope, step);
      break;
    case "insert":
      insert(scope, step);
      break;
    case "drop":
      drop(scope, step);
      break;
    case "spread":
      spread(scope, step);
      break;
    case "gather":
      gather(scope, step);
      break;
    case "split":
      split(scope, step);
      break;
    case "rejoin":
      rejoin(scope, step);
      break;
    case "when":
      followWhen(scope, step, (inner) => followSteps(scope, inner));
      break;
    default:
      replace(scope, step.at, step, madeBy(scope, step));
  }
}

/** What a step makes of the one value that it concerns. */
function madeBy(scope: Scope, step: ValueStep): Leaf {
  const leaf = sourceLeaf(scope, step.at, step);
  switch (step.step) {
    case "translate":
      return translate(scope, step, leaf);
    case "custom":
      return custom(scope, step, leaf);
    case "splitText":
      return splitText(scope, step, leaf);
    case "joinTexts":
      return joinTexts(scope, step, leaf);
    default:
      return migrateNested(scope, step, leaf);
  }
}

type ValueStep = Extract<
  Step,
  { readonly step: "translate" | "custom" | "splitText" | "joinTexts" | "each" | "apply" | "variant" }
>;
/** Puts the result of a step in the place of its value. */
function replace(scope: Scope, pointer: string, step: Step, made: Leaf): void {
  const before = scope.leafAt(pointer, step);
  scope.update(pointer, { ...made, waiting: [...before.waiting, ...made.waiting, { step, below: "" }] }, step);
}

function enclose(scope: Scope, step: Step & { readonly step: "enclose" }): void {
  const host = newHost();
  host.children.set(step.key, scope.detach(step.at, step));
  scope.update(step.at, host, step);
}

function disclose(scope: Scope, step: Step & { readonly step: "disclose" }): void {
  const host = scope.hostAt(step.at, step);
  const child: Tree = scope.detach(`${step.at}/${step.key}`, step);
  scope.detach(step.at, step);
  scope.dissolved.push(host);
  scope.update(step.at, child, step);
}

function insert(scope: Scope, step: Step & { readonly step: "insert" }): void {
  const variable = scope.variable(step.at.slice(step.at.lastIndexOf("/") + 1));
  const slot = scope.read(scope.placeOf(step));
  scope.lines.push(
    `const ${variable} = ${scope.frame.use("insert")}(run, ${constantOf(scope, step)}, ${literal(slot)});`,
  );
  scope.attach(
    step.at,
    { ...madeLeaf(variable, isGiven(scope, step), insertedShape(step)), waiting: [{ step, below: "" }] },
    step,
  );
}

/** The value that an insert makes and a drop expects: a constant, another member, or nothing. */
function constantOf(scope: Scope, step: Step & { readonly step: "insert" | "drop" }): string {
  if (step.copy !== undefined) return scope.leafAt(step.copy, step).expression;
  return step.value === undefined ? "undefined" : literal(step.value);
}

function isGiven(scope: Scope, step: Step & { readonly step: "insert" }): boolean {
  return step.copy === undefined ? step.value !== undefined : scope.leafAt(step.copy, step).required;
}

function insertedShape({ value }: Step & { readonly step: "insert" }): Shape {
  if (value === undefined || typeof value === "object")
    return value === null ? { kind: "node", node: { kind: "null" } } : TRUSTED;
  return { kind: "node", node: { kind: "literals", values: [value] } };
}

function drop(scope: Scope, step: Step & { readonly step: "drop" }): void {
  const { expression, origin, default: absence } = sourceLeaf(scope, step.at, step);
  // Nothing declared means absence, for which the default stands where there is one.
  const isAbsence = step.value === undefined && step.copy === undefined && absence !== undefined;
  const constant = isAbsence ? literal(absence) : constantOf(scope, step);
  const leaf = scope.detach(step.at, step);
  if (leaf.kind === "leaf" && leaf.waiting.length > 0)
    scope.frame.fail(step.place, "an operation has changed this value before");
  const slot = literal(scope.write(origin, step.place));
  scope.lines.push(`${scope.frame.use("drop")}(run, ${expression}, ${constant}, ${slot});`);
}

function translate(scope: Scope, step: Step & { readonly step: "translate" }, leaf: SourceLeaf): Leaf {
  const { frame } = scope;
  const codec = frame.module.constant(
    codecName(step.at),
    frame.use("type ValueCodec"),
    codecExpression(step.by, (name) => frame.use(name)),
  );
  const variable = translateLine(scope, step, leaf, codec);
  const made = translatedShape(step.by, frame.direction, leaf.shape, leaf.required, frame.source);
  return madeLeaf(variable, made.required, made.shape, leaf.origin);
}

function translateLine(scope: Scope, step: Step, leaf: Leaf & { readonly origin: string }, codec: string): string {
  const variable = scope.variable(leaf.origin.slice(leaf.origin.lastIndexOf("/") + 1));
  const [own, other] = [scope.write(leaf.origin, step.place), scope.read(scope.placeOf(step))];
  scope.lines.push(
    `const ${variable} = ${scope.frame.use("translate")}(run, ${leaf.expression}, ${codec}, ${literal(own)}, ${literal(other)});`,
  );
  return variable;
}

function custom(scope: Scope, step: Step & { readonly step: "custom" }, leaf: SourceLeaf): Leaf {
  const { frame } = scope;
  const path = `../../runtime/custom/${step.name}.js`;
  const [up, down] = [
    frame.module.useAs(path, "up", `${step.name}Up`),
    frame.module.useAs(path, "down", `${step.name}Down`),
  ];
  const pair = `${frame.use("functionPair")}(${up}, ${down})`;
  const codec = frame.module.constant(codecName(step.at), frame.use("type ValueCodec"), pair);
  return madeLeaf(translateLine(scope, step, leaf, codec), leaf.required, TRUSTED, leaf.origin);
}

function splitText(scope: Scope, step: Step & { readonly step: "splitText" }, leaf: SourceLeaf): Leaf {
  const variable = scope.variable(`${leaf.origin.slice(leaf.origin.lastIndexOf("/") + 1)}_parts`);
  const other = scope.read(scope.placeOf(step));
  scope.lines.push(
    `const ${variable} = ${scope.frame.use("splitText")}(run, ${leaf.expression}, ${partsForm(scope, step.form)}, ${literal(other)});`,
  );
  return madeLeaf(variable, leaf.required, TRUSTED, leaf.origin);
}

function joinTexts(scope: Scope, step: Step & { readonly step: "joinTexts" }, leaf: SourceLeaf): Leaf {
  const variable = scope.variable(`${leaf.origin.slice(leaf.origin.lastIndexOf("/") + 1)}_text`);
  const own = scope.write(leaf.origin, step.place);
  scope.lines.push(
    `const ${variable} = ${scope.frame.use("joinTexts")}(run, ${leaf.expression}, ${partsForm(scope, step.form)}, ${literal(own)});`,
  );
  return madeLeaf(variable, leaf.required, TRUSTED, leaf.origin);
}

function partsForm(scope: Scope, { tag, textTag, field, limit }: JoinParts): string {
  const { module } = scope.frame;
  return module.constant("PARTS", scope.frame.use("type PartsForm"), literal({ tag, textTag, field, limit }));
}

function spreadForm(scope: Scope, { host, field, key, any, else: otherwise, unless }: Spread): string {
  const form = { host, field, key, any, otherwise, ...(unless === undefined ? {} : { unless }) };
  return scope.frame.module.constant("SPREAD", scope.frame.use("type SpreadForm"), literal(form));
}

function spread(scope: Scope, step: Step & { readonly step: "spread" }): void {
  const { form } = step;
  const value = scope.detach(form.from, step);
  if (value.kind === "host") scope.frame.fail(step.place, "an object cannot be spread");
  const list = sourceLeaf(scope, form.to, step);
  const variable = scope.variable(form.to.slice(form.to.lastIndexOf("/") + 1));
  const [own, other] = hostSlots(scope, step, list.origin, form);
  scope.lines.push(
    `const ${variable} = ${scope.frame.use("spreadValue")}(run, ${value.expression}, ${list.expression}, ${spreadForm(scope, form)}, ` +
      `${literal(list.origin)}, ${literal(own)}, ${literal(other)});`,
  );
  const below = `/*/${form.host}/${form.field}`;
  const carried = value.waiting.map((waiting) => ({ ...waiting, below: below + waiting.below }));
  const shape = withMember(scope, list.shape, form.host, {
    shape: TRUSTED,
    required: value.required,
    isDefaulted: false,
  });
  replace(scope, form.to, step, { ...madeLeaf(variable, list.required, shape, list.origin), waiting: carried });
}

function gather(scope: Scope, step: Step & { readonly step: "gather" }): void {
  const { form } = step;
  const list = sourceLeaf(scope, form.to, step);
  const value = scope.variable(form.from.slice(form.from.lastIndexOf("/") + 1));
  const variable = scope.variable(form.to.slice(form.to.lastIndexOf("/") + 1));
  const [own, other] = hostSlots(scope, step, list.origin, form);
  scope.lines.push(
    `const ${value} = ${scope.frame.use("gatherValue")}(run, ${list.expression}, ${spreadForm(scope, form)}, ${literal(other)});`,
    `const ${variable} = ${scope.frame.use("gatherItems")}(run, ${list.expression}, ${spreadForm(scope, form)}, ` +
      `${literal(list.origin)}, ${literal(own)}, ${literal(other)});`,
  );
  const gathered = fieldMember(scope, list.shape, form);
  replace(
    scope,
    form.to,
    step,
    madeLeaf(variable, list.required, withMember(scope, list.shape, form.host, undefined), list.origin),
  );
  const origin = `${list.origin}/*/${form.host}/${form.field}`;
  scope.attach(form.from, madeLeaf(value, list.required && gathered.required, gathered.shape, origin), step);
}

/** The residue of a spread is kept per item under the place of its host. */
function hostSlots(scope: Scope, step: Step, origin: string, form: Spread): readonly [string, string] {
  const own = scope.write(`${origin}/*/${form.host}`, step.place);
  const other = scope.read(`${scope.placeOf(step)}/*/${form.host}`);
  // The value of an empty list has no item to be kept under.
  if (step.step === "spread") scope.write(`${own}#value`, step.place);
  else scope.read(`${other}#value`);
  return [own, other];
}

/** The items of a list with one more member, or with one less. */
function withMember(scope: Scope, list: Shape, name: string, member: Member | undefined): Shape {
  const items = itemsOf(list, scope.frame.source);
  const members = items === undefined ? undefined : membersOf(items, scope.frame.source);
  if (items === undefined || members === undefined) return TRUSTED;
  const changed = new Map(members);
  if (member === undefined) changed.delete(name);
  else changed.set(name, member);
  return { kind: "array", items: { kind: "object", members: changed, isMade: false } };
}

function fieldMember(scope: Scope, list: Shape, form: Spread): Member {
  const { source } = scope.frame;
  const items = itemsOf(list, source);
  const host = items === undefined ? undefined : membersOf(items, source)?.get(form.host);
  const field = host === undefined ? undefined : membersOf(host.shape, source)?.get(form.field);
  if (host === undefined || field === undefined) return { shape: TRUSTED, required: false, isDefaulted: false };
  return { ...field, required: host.required && field.required };
}
