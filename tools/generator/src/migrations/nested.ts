/** Steps that go into another object: items of lists, values of maps, nested types and unions. Each is a function of its own. */

import { literal, pascalName } from "../emit/writer.js";
import { persistedRoots, sharedTypes } from "../stored-types.js";
import { madeLeaf, type Scope } from "./scope.js";
import { itemsOf, type Shape, TRUSTED } from "./shape.js";
import type { EachStep, Step, VariantStep } from "./steps.js";
import type { Leaf } from "./tree.js";

type NestedStep = Step & { readonly step: "each" | "apply" | "variant" };

/** Writes the call that migrates a nested value, and the function that it calls; gives the variable with the result. */
export function migrateNested(scope: Scope, step: NestedStep, leaf: Leaf & { readonly origin: string }): Leaf {
  return step.step === "each" ? migrateEach(scope, step, leaf) : migrateOne(scope, step, leaf);
}

/** A function, and the shape of what it returns. */
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
  const nested = scope.isFirstPass ? { name: "", shape: TRUSTED } : itemFunction(scope, step, leaf, items, wanted);
  const own = scope.write(`${leaf.origin}/*`, step.place);
  const form = {
    at: leaf.origin,
    own,
    other: scope.read(`${place}/*`),
    ...(step.key === undefined ? {} : { key: step.key }),
  };
  const variable = scope.variable(lastName(leaf.origin));
  const helper = frame.use(step.of === "items" ? "eachItem" : "eachValue");
  scope.lines.push(`const ${variable} = ${helper}(run, ${leaf.expression}, ${nested.name}, ${literal(form)});`);
  return madeLeaf(variable, leaf.required, { kind: "array", items: nested.shape }, leaf.origin);
}

function itemFunction(
  scope: Scope,
  step: Step & EachStep,
  leaf: Leaf & { readonly origin: string },
  items: Shape,
  wanted: Shape | undefined,
): Nested {
  const [only] = step.steps;
  const name = `${scope.name}${pascalName(lastName(leaf.origin))}`;
  const isWhole = step.steps.length === 1 && (only?.step === "apply" || only?.step === "variant") && only.at === "";
  if (isWhole && only !== undefined) return wholeFunction(scope, only, name, items, wanted);
  return scope.frame.writers.object(scope.frame, name, items, wanted, step.steps);
}

/** The function of an `apply` or `variant` that concerns an item as a whole. */
function wholeFunction(scope: Scope, step: Step, name: string, shape: Shape, wanted: Shape | undefined): Nested {
  if (step.step === "apply") return { name: definitionFunction(scope, step.type, step.place), shape: TRUSTED };
  return {
    name: scope.frame.writers.variant(scope.frame, name, step as Step & VariantStep, shape, wanted),
    shape: TRUSTED,
  };
}

function migrateOne(scope: Scope, step: NestedStep, leaf: Leaf & { readonly origin: string }): Leaf {
  const place = scope.placeOf(step);
  const name = `${scope.name}${pascalName(lastName(leaf.origin))}`;
  const nested = scope.isFirstPass ? "" : wholeFunction(scope, step, name, leaf.shape, scope.targetAt(place)).name;
  const own = literal(scope.write(leaf.origin, step.place));
  const other = literal(scope.read(place));
  const variable = scope.variable(lastName(leaf.origin));
  scope.lines.push(
    `const ${variable} = ${scope.frame.use("applyTo")}(run, ${leaf.expression}, ${nested}, ${literal(leaf.origin)}, ${own}, ${other});`,
  );
  return madeLeaf(variable, leaf.required, TRUSTED, leaf.origin);
}

/** The function of a named definition; it may call itself. */
function definitionFunction(scope: Scope, type: string, place: string): string {
  const { frame } = scope;
  const definition = frame.migration.definitions.get(type);
  if (definition === undefined) return rootFunction(scope, type, place);
  return frame.functions.get(type) ?? frame.writers.definition(frame, type, definition);
}

function rootFunction({ frame }: Scope, type: string, place: string): string {
  if (!sharedTypes(frame.versions, persistedRoots).some((root) => root.type === type))
    return frame.fail(place, `there are no operations for the definition ${type}`);
  return frame.functions.get(`root ${type}`) ?? frame.writers.root(frame, type);
}

function lastName(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf("/") + 1).replaceAll(/[^A-Za-z0-9_]/g, "");
}
