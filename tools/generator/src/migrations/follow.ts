/** What each step does to the members of an object: one function per kind of step. */

import type { Json } from "../model.js";
import { rejoin, split } from "./follow-split.js";
import type { JoinParts, Spread } from "./format.js";
import { migrateNested } from "./nested.js";
import { definedMembers, type PlanData, type Register } from "./plan.js";
import { madeLeaf, type Scope } from "./scope.js";
import { itemsOf, type Member, membersOf, type Shape, TRUSTED } from "./shape.js";
import { type SourceLeaf, sourceLeaf } from "./source-leaf.js";
import type { Step } from "./steps.js";
import { plannedTranslation, translatedShape } from "./translations.js";
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
  const slot = scope.read(scope.placeOf(step));
  const made = scope.result({ op: "insert", ...constantOf(scope, step), slot });
  scope.attach(
    step.at,
    { ...madeLeaf(made, isGiven(scope, step), insertedShape(step)), waiting: [{ step, below: "" }] },
    step,
  );
}

/** The value that an insert makes and a drop expects: a constant, another member, or nothing. */
function constantOf(
  scope: Scope,
  step: Step & { readonly step: "insert" | "drop" },
): { readonly value?: Json; readonly copied?: Register } {
  if (step.copy !== undefined) return { copied: scope.leafAt(step.copy, step).register };
  return step.value === undefined ? {} : { value: step.value };
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
  const { register: from, origin, default: absence } = sourceLeaf(scope, step.at, step);
  // Nothing declared means absence, for which the default stands where there is one.
  const isAbsence = step.value === undefined && step.copy === undefined && absence !== undefined;
  const constant = isAbsence ? { value: absence } : constantOf(scope, step);
  const leaf = scope.detach(step.at, step);
  if (leaf.kind === "leaf" && leaf.waiting.length > 0)
    scope.frame.fail(step.place, "an operation has changed this value before");
  scope.add({ op: "drop", from, ...constant, slot: scope.write(origin, step.place) });
}

function translate(scope: Scope, step: Step & { readonly step: "translate" }, leaf: SourceLeaf): Leaf {
  const { direction, source } = scope.frame;
  const register = translatedValue(scope, step, leaf, plannedTranslation(step.by));
  const made = translatedShape(step.by, direction, leaf.shape, leaf.required, source);
  return madeLeaf(register, made.required, made.shape, leaf.origin);
}

function translatedValue(scope: Scope, step: Step, { register: from, origin }: SourceLeaf, by: PlanData): Register {
  const [own, other] = [scope.write(origin, step.place), scope.read(scope.placeOf(step))];
  return scope.result({ op: "translate", from, by, own, other });
}

function custom(scope: Scope, step: Step & { readonly step: "custom" }, leaf: SourceLeaf): Leaf {
  const by = { op: "custom", name: step.name };
  return madeLeaf(translatedValue(scope, step, leaf, by), leaf.required, TRUSTED, leaf.origin);
}

function splitText(scope: Scope, step: Step & { readonly step: "splitText" }, leaf: SourceLeaf): Leaf {
  const other = scope.read(scope.placeOf(step));
  const parts = scope.result({ op: "splitText", from: leaf.register, form: partsForm(step.form), other });
  return madeLeaf(parts, leaf.required, TRUSTED, leaf.origin);
}

function joinTexts(scope: Scope, step: Step & { readonly step: "joinTexts" }, leaf: SourceLeaf): Leaf {
  const own = scope.write(leaf.origin, step.place);
  const text = scope.result({ op: "joinTexts", from: leaf.register, form: partsForm(step.form), own });
  return madeLeaf(text, leaf.required, TRUSTED, leaf.origin);
}

function partsForm({ tag, textTag, field, limit, bound }: JoinParts): PlanData {
  return definedMembers({ tag, textTag, field, limit, bound });
}

function spreadForm({ host, field, key, any, else: otherwise, unless }: Spread): PlanData {
  return definedMembers({ host, field, key, any, otherwise, unless });
}

function spread(scope: Scope, step: Step & { readonly step: "spread" }): void {
  const { form } = step;
  const value = scope.detach(form.from, step);
  if (value.kind === "host") scope.frame.fail(step.place, "an object cannot be spread");
  const list = sourceLeaf(scope, form.to, step);
  const [own, other] = hostSlots(scope, step, list.origin, form);
  const items = scope.result({
    op: "spread",
    from: list.register,
    with: value.register,
    form: spreadForm(form),
    at: list.origin,
    own,
    other,
  });
  const below = `/*/${form.host}/${form.field}`;
  const carried = value.waiting.map((waiting) => ({ ...waiting, below: below + waiting.below }));
  const shape = withMember(scope, list.shape, form.host, {
    shape: TRUSTED,
    required: value.required,
    isDefaulted: false,
  });
  replace(scope, form.to, step, { ...madeLeaf(items, list.required, shape, list.origin), waiting: carried });
}

function gather(scope: Scope, step: Step & { readonly step: "gather" }): void {
  const { form } = step;
  const list = sourceLeaf(scope, form.to, step);
  const [own, other] = hostSlots(scope, step, list.origin, form);
  const taken = { from: list.register, form: spreadForm(form) };
  const value = scope.result({ op: "gatherValue", ...taken, other });
  const items = scope.result({ op: "gatherItems", ...taken, at: list.origin, own, other });
  const gathered = fieldMember(scope, list.shape, form);
  replace(
    scope,
    form.to,
    step,
    madeLeaf(items, list.required, withMember(scope, list.shape, form.host, undefined), list.origin),
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
