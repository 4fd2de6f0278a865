/** Steps that go into another object: items of lists, values of maps, nested types and unions. Each has a plan of its own. */

import { pascalName } from "../emit/writer.js";
import { persistedRoots, sharedTypes } from "../stored-types.js";
import type { Frame } from "./frame.js";
import { madeLeaf, type Scope } from "./scope.js";
import { itemsOf, type Shape, TRUSTED } from "./shape.js";
import type { EachStep, Step, VariantStep } from "./steps.js";
import type { Leaf } from "./tree.js";

type NestedStep = Step & { readonly step: "each" | "apply" | "variant" };

/** Plans a nested value; gives the register with the result. */
export function migrateNested(scope: Scope, step: NestedStep, leaf: Leaf & { readonly origin: string }): Leaf {
  return step.step === "each" ? migrateEach(scope, step, leaf) : migrateOne(scope, step, leaf);
}

/** The name of a plan, and the shape of what it makes. */
interface Nested {
  readonly name: string;
  readonly shape: Shape;
}

function migrateEach(scope: Scope, step: Step & EachStep, leaf: Leaf & { readonly origin: string }): Leaf {
  const { frame } = scope;
  const items = itemsOf(leaf.shape, frame.source) ?? frame.fail(step.place, `the value at ${step.at} is not a list`);
  const place = scope.placeOf(step);
  const target = scope.isFirstPass ? undefined : scope.targetAt(place);
  const wanted = target === undefined ? undefined : itemsOf(target, frame.target);
  const nested = scope.isFirstPass ? { name: "", shape: TRUSTED } : itemPlan(scope, step, leaf, items, wanted);
  const own = scope.write(`${leaf.origin}/*`, step.place);
  const other = scope.read(`${place}/*`);
  const migrated = scope.result({
    op: step.of === "items" ? "eachItem" : "eachValue",
    from: leaf.register,
    plan: nested.name,
    at: leaf.origin,
    own,
    other,
    ...(step.key === undefined ? {} : { key: step.key }),
  });
  return madeLeaf(migrated, leaf.required, { kind: "array", items: nested.shape }, leaf.origin);
}

function itemPlan(
  scope: Scope,
  step: Step & EachStep,
  leaf: Leaf & { readonly origin: string },
  items: Shape,
  wanted: Shape | undefined,
): Nested {
  const [only] = step.steps;
  const name = `${scope.name}${pascalName(lastName(leaf.origin))}`;
  const isWhole = step.steps.length === 1 && (only?.step === "apply" || only?.step === "variant") && only.at === "";
  if (isWhole && only !== undefined) return wholePlan(scope, only, name, items, wanted);
  return scope.frame.planners.object(scope.frame, scope.frame.reserve(name), items, wanted, step.steps);
}

/** The plan of an `apply` or `variant` that concerns an item as a whole. */
function wholePlan({ frame }: Scope, step: Step, wanted: string, shape: Shape, target: Shape | undefined): Nested {
  if (step.step === "apply") return { name: definitionPlan(frame, step.type, step.place), shape: TRUSTED };
  const name = frame.reserve(wanted);
  frame.planners.variant(frame, name, step as Step & VariantStep, shape, target);
  return { name, shape: TRUSTED };
}

function migrateOne(scope: Scope, step: NestedStep, leaf: Leaf & { readonly origin: string }): Leaf {
  const place = scope.placeOf(step);
  const name = `${scope.name}${pascalName(lastName(leaf.origin))}`;
  const plan = scope.isFirstPass ? "" : wholePlan(scope, step, name, leaf.shape, scope.targetAt(place)).name;
  const [own, other] = [scope.write(leaf.origin, step.place), scope.read(place)];
  const at = leaf.origin;
  const migrated = scope.result({ op: "apply", from: leaf.register, plan, at, own, other });
  return madeLeaf(migrated, leaf.required, TRUSTED, leaf.origin);
}

/** The plan of a named definition; it may refer to itself. */
function definitionPlan(frame: Frame, type: string, place: string): string {
  const definition = frame.migration.definitions.get(type);
  if (definition === undefined) return rootPlan(frame, type, place);
  return frame.names.get(type) ?? frame.planners.definition(frame, type, definition);
}

function rootPlan(frame: Frame, type: string, place: string): string {
  if (!sharedTypes(frame.versions, persistedRoots).some((root) => root.type === type))
    return frame.fail(place, `there are no operations for the definition ${type}`);
  return frame.names.get(`root ${type}`) ?? frame.planners.root(frame, type);
}

function lastName(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf("/") + 1).replaceAll(/[^A-Za-z0-9_]/g, "");
}
