/**
 * The second reading of a migration file: applies its operations to a message or a persisted root, one after the other, straight from
 * the data. It is a witness for the generated code and core's engine, which never see it: what both make of a value is what the file says.
 * Only the file's own form, the directions of its operations and the model of the schemas are the generator's.
 */

import { isArray, isObject } from "../../../tools/generator/src/json.js";
import type { Migration } from "../../../tools/generator/src/migrations/format.js";
import { operationsOf } from "../../../tools/generator/src/migrations/nested-roots.js";
import { itemsOf, resolve, type Shape } from "../../../tools/generator/src/migrations/shape.js";
import {
  type Branch,
  type Direction,
  type EachStep,
  type Step,
  stepsOf,
  type VariantStep,
} from "../../../tools/generator/src/migrations/steps.js";
import type { Contract, Json } from "../../../tools/generator/src/model.js";
import { allSharedTypes } from "../../../tools/generator/src/stored-types.js";
import { holds } from "./conditions.js";
import { type Interpreted, inEnvelope } from "./envelope.js";
import { finish, shapeAt } from "./finish.js";
import { ItemResidue, keyOf } from "./items.js";
import { type NestedLeaf, type NestedStep, ObjectScope } from "./object-scope.js";
import { finalPlace } from "./place.js";
import { Residue } from "./record.js";
import { Members } from "./tree.js";
import { type Fields, isSame, memberOf, objectFrom, type Value } from "./values.js";

/**
 * A message or root one version up or down, without the checks that residue which nobody trusts needs.
 * @param versions The contracts of the migration.
 * @param customs Is given the places of the custom operations that met a value, which stays as it was.
 */
export function interpret(
  migration: Migration,
  direction: Direction,
  versions: readonly [Contract, Contract],
  type: string,
  value: Fields,
  customs: Set<string> = new Set(),
): Fields {
  return new Interpreter(migration, direction, versions, customs).stored(type, value);
}

/** The shapes of an object before and after. */
interface Shapes {
  readonly before: Shape;
  readonly after: Shape | undefined;
}

const NONE: ReadonlySet<string> = new Set();

interface NestedContext {
  readonly after: Shape | undefined;
  readonly later: readonly Step[];
  /** All steps of the object. */
  readonly steps: readonly Step[];
}

/** One direction of a migration. */
class Interpreter {
  readonly #migration: Migration;
  readonly #direction: Direction;
  readonly #versions: readonly [Contract, Contract];
  readonly #source: Contract;
  readonly #target: Contract;
  readonly #customs: Set<string>;

  /** @param customs Is given the places of the custom operations that met a value. */
  constructor(
    migration: Migration,
    direction: Direction,
    versions: readonly [Contract, Contract],
    customs: Set<string>,
  ) {
    const [older, newer] = versions;
    this.#versions = versions;
    this.#customs = customs;
    this.#migration = migration;
    this.#direction = direction;
    [this.#source, this.#target] = direction === "up" ? [older, newer] : [newer, older];
  }

  /** A message or root of a type that both versions have. */
  stored(type: string, value: Fields): Fields {
    const shared = allSharedTypes(this.#versions).find((one) => one.type === type);
    if (shared === undefined) return value;
    const steps = stepsOf(operationsOf(this.#migration, this.#versions, shared), this.#direction);
    const [from, to] = this.#direction === "up" ? [shared.older, shared.newer] : [shared.newer, shared.older];
    return inEnvelope(value, [this.#source.version, this.#target.version], (stored) =>
      this.#object(value, { before: refTo(from), after: refTo(to) }, steps, stored),
    );
  }

  #object(
    value: Fields,
    { before, after }: Shapes,
    steps: readonly Step[],
    stored: Value,
    reserved: ReadonlySet<string> = new Set(),
  ): Interpreted {
    const members = new Members(value, before, this.#source);
    const residue = new Residue(stored);
    const scope = new ObjectScope(value, members, residue, this.#direction, (step, leaf, later) =>
      this.#nested(step, leaf, { after, later, steps }, residue),
    );
    scope.run(steps, []);
    const finished = finish(members.root, {
      residue,
      source: this.#source,
      target: this.#target,
      wanted: after,
      reserved,
    });
    return { value: finished, kept: residue.kept, asked: residue.asked };
  }

  #nested(step: NestedStep, leaf: NestedLeaf, context: NestedContext, residue: Residue): Value {
    if (step.step === "custom") {
      // Its functions are TypeScript of another package: the value stays, and the outcome is for the generated code to show.
      if (leaf.value !== undefined) this.#customs.add(step.place);
      return leaf.value;
    }
    const place = finalPlace(step.at, context.later);
    const after = shapeAt(context.after, place, this.#target);
    if (step.step === "each") return this.#each(step, leaf, { ...context, after }, place, residue);
    if (!isObject(leaf.value)) return leaf.value;
    const { value, kept } = this.#whole(step, leaf.value, { before: leaf.shape, after }, residue.in(place)?.value);
    if (kept !== undefined) residue.setAside(leaf.origin, kept);
    return value;
  }

  #each(step: EachStep, leaf: NestedLeaf, context: NestedContext, place: string, residue: Residue): Value {
    const before = itemsOf(leaf.shape, this.#source);
    const after = context.after === undefined ? undefined : itemsOf(context.after, this.#target);
    if (before === undefined) return leaf.value;
    const slots = new ItemResidue(residue, `${place}/*`);
    const reserved = new Set(
      context.steps.flatMap((other) => (other.step === "spread" && other.form.to === step.at ? other.form.host : [])),
    );
    const migrate = (item: Json, key: string): Json => {
      const stored = slots.next(key);
      const migrated = isObject(item) ? this.#item(step, item, { before, after }, stored, reserved) : undefined;
      slots.add(key, migrated?.kept);
      return migrated?.value ?? item;
    };
    const value = migrateAll(leaf.value, step, migrate);
    slots.close(residue, `${leaf.origin}/*`);
    return value;
  }

  #item(step: EachStep, item: Fields, shapes: Shapes, stored: Value, reserved: ReadonlySet<string>): Interpreted {
    const [only] = step.steps;
    const isWhole = step.steps.length === 1 && (only?.step === "apply" || only?.step === "variant") && only.at === "";
    if (isWhole && only !== undefined) return this.#whole(only, item, shapes, stored);
    return this.#object(item, shapes, step.steps, stored, reserved);
  }

  /** An `apply` or `variant` on an object as a whole. */
  #whole(step: Step, value: Fields, shapes: Shapes, stored: Value): Interpreted {
    if (step.step === "variant") return this.#variant(step, value, shapes, stored);
    if (step.step !== "apply") return { value, kept: undefined, asked: NONE };
    const definition = this.#migration.definitions.get(step.type);
    // A root inside another type keeps its own residue.
    if (definition === undefined) return { value: this.stored(step.type, value), kept: undefined, asked: NONE };
    const [from, to] = this.#direction === "up" ? [definition.from, definition.to] : [definition.to, definition.from];
    const inner: Shapes = { before: refTo(from), after: refTo(to) };
    const steps = stepsOf(definition.do, this.#direction);
    const [only] = steps;
    if (steps.length === 1 && only?.step === "variant" && only.at === "")
      return this.#variant(only, value, inner, stored);
    return this.#object(value, inner, steps, stored);
  }

  #variant({ tag, cases }: VariantStep, value: Fields, shapes: Shapes, stored: Value): Interpreted {
    const is = memberOf(value, tag);
    const original = memberOf(stored, "");
    const isBack = (one: Branch): boolean =>
      isObject(original) &&
      ((one.from === undefined && original[tag] === one.to && isSame(value, one.substitute)) ||
        (one.to === undefined && original[tag] === one.from && isSame(value, one.collision)));
    if (isObject(original) && cases.some(isBack)) return { value: original, kept: undefined, asked: NONE };
    const own = cases.filter((one) => one.from === is);
    const gone = own.find((one) => one.to === undefined);
    if (gone !== undefined) return { value: gone.substitute as Fields, kept: { "": value }, asked: NONE };
    const collision =
      own.length === 0 ? cases.find((one) => one.to === is && one.from === undefined)?.collision : undefined;
    if (isObject(collision)) return { value: collision, kept: { "": value }, asked: NONE };
    return own.length === 0
      ? { value, kept: undefined, asked: NONE }
      : this.#branch(tag, cases, own, value, shapes, stored);
  }

  #branch(
    tag: string,
    cases: readonly Branch[],
    own: readonly Branch[],
    value: Fields,
    shapes: Shapes,
    stored: Value,
  ): Interpreted {
    const first = own.find((one) => one.test === undefined || holds(one.test, value)) ?? own.at(-1);
    const wanted = own.find((one) => one.index === memberOf(stored, "#branch"));
    const chosen = wanted ?? first;
    if (chosen === undefined) return { value, kept: undefined, asked: NONE };
    const inner: Shapes = {
      before: this.#branchShape(shapes.before, chosen.from, this.#source) ?? shapes.before,
      after: this.#branchShape(shapes.after, chosen.to, this.#target),
    };
    const migrated = this.#object({ ...value, [tag]: chosen.from ?? "" }, inner, chosen.steps, stored);
    const result = { ...migrated.value, [tag]: chosen.to ?? "" };
    const rivals = cases.filter((one) => one.to === chosen.to);
    const back = rivals.find((one) => one.testBack === undefined || holds(one.testBack, result)) ?? rivals.at(-1);
    const kept = back === chosen ? migrated.kept : { ...migrated.kept, "#branch": chosen.index };
    return { value: result, kept, asked: NONE };
  }

  #branchShape(shape: Shape | undefined, tag: string | undefined, contract: Contract): Shape | undefined {
    const node = shape?.kind === "node" ? resolve(shape.node, contract) : undefined;
    const branch = node?.kind === "union" ? node.branches.find((one) => one.tag === tag) : undefined;
    return branch === undefined ? undefined : refTo(branch.name);
  }
}

function refTo(name: string): Shape {
  return { kind: "node", node: { kind: "ref", name } };
}

function migrateAll(value: Value, step: EachStep, migrate: (item: Json, key: string) => Json): Value {
  if (step.of === "items")
    return isArray(value) ? value.map((item) => migrate(item, keyOf(item, step.key?.[0]))) : value;
  return isObject(value) ? objectFrom(Object.entries(value).map(([key, item]) => [key, migrate(item, key)])) : value;
}
