/** The steps of one object, done one after the other. */

import type { Shape } from "../../../tools/generator/src/migrations/shape.js";
import type { Direction, Step } from "../../../tools/generator/src/migrations/steps.js";
import type { Json } from "../../../tools/generator/src/model.js";
import { holds } from "./conditions.js";
import { gather, spread } from "./items.js";
import { partsOfText, textOfParts } from "./parts.js";
import { finalPlace } from "./place.js";
import type { Residue } from "./record.js";
import { isHost, type Members } from "./tree.js";
import { type Fields, isSame, memberOf, type Value } from "./values.js";

/** A step that the steps of one object cannot do alone: it goes into another object, or out to a custom function. */
export type NestedStep = Step & { readonly step: "each" | "apply" | "variant" | "custom" };

/** The value that such a step is about. */
export interface NestedLeaf {
  readonly value: Value;
  readonly shape: Shape;
  readonly origin: string;
}

/** Migrates the value of such a step. */
export type Nest = (step: NestedStep, leaf: NestedLeaf, later: readonly Step[]) => Value;

/** The steps of one object. */
export class ObjectScope {
  readonly #image: Fields;
  readonly #members: Members;
  readonly #residue: Residue;
  readonly #direction: Direction;
  readonly #nest: Nest;

  constructor(image: Fields, members: Members, residue: Residue, direction: Direction, nest: Nest) {
    this.#image = image;
    this.#members = members;
    this.#residue = residue;
    this.#direction = direction;
    this.#nest = nest;
  }

  run(steps: readonly Step[], later: readonly Step[]): void {
    for (const [index, step] of steps.entries()) this.#step(step, [...steps.slice(index + 1), ...later]);
  }

  #step(step: Step, later: readonly Step[]): void {
    const members = this.#members;
    switch (step.step) {
      case "move":
        members.put(step.to, members.take(step.from));
        break;
      case "enclose":
        this.#enclose(step.at, step.key);
        break;
      case "disclose":
        this.#disclose(step.at, step.key);
        break;
      case "insert":
        this.#insert(step, later);
        break;
      case "drop":
        this.#drop(step);
        break;
      case "spread":
      case "gather":
        this.#spread(step, later);
        break;
      case "split":
        this.#split(step, later);
        break;
      case "rejoin":
        this.#rejoin(step, later);
        break;
      case "when":
        this.run(holds(step.test, this.#image) ? step.done : step.otherwise, later);
        break;
      default:
        members.set(step.at, this.#value(step, later));
    }
  }

  #value(step: ValueStep, later: readonly Step[]): Value {
    const value = this.#members.valueAt(step.at);
    const [own, other] = [this.#originOf(step.at), finalPlace(step.at, later)];
    switch (step.step) {
      case "translate":
        return this.#residue.translate(step.by, this.#direction, value, own, other);
      case "splitText":
        return partsOfText(this.#residue, value, step.form, other);
      case "joinTexts":
        return textOfParts(this.#residue, value, step.form, own);
      default: {
        const shape = this.#members.at(step.at)?.shape;
        return shape === undefined ? value : this.#nest(step, { value, shape, origin: own }, later);
      }
    }
  }

  #originOf(pointer: string): string {
    return this.#members.at(pointer)?.origin ?? pointer;
  }

  #enclose(at: string, key: string): void {
    const inner = this.#members.take(at);
    this.#members.put(`${at}/${key}`, inner);
  }

  #disclose(at: string, key: string): void {
    const inner = this.#members.take(`${at}/${key}`);
    const host = this.#members.take(at);
    this.#members.put(at, inner);
    // Kept under a name that no version has, so that it is taken leave of in the end.
    this.#members.put(`${at} left`, host);
  }

  #insert(step: Step & { readonly step: "insert" }, later: readonly Step[]): void {
    const plain = step.copy === undefined ? step.value : this.#members.valueAt(step.copy);
    const stored = this.#residue.in(finalPlace(step.at, later));
    this.#members.put(step.at, { value: stored === undefined ? plain : stored.value });
  }

  #drop(step: Step & { readonly step: "drop" }): void {
    const expected = step.copy === undefined ? step.value : this.#members.valueAt(step.copy);
    const origin = this.#originOf(step.at);
    const tree = this.#members.take(step.at);
    const absence = isHost(tree) ? undefined : tree.default;
    const value = isHost(tree) ? undefined : tree.value;
    const isExpected = isSame(
      value,
      step.value === undefined && step.copy === undefined && absence !== undefined ? absence : expected,
    );
    if (!isExpected) this.#residue.setAside(origin, value);
  }

  #split({ form }: Step & { readonly step: "split" }, later: readonly Step[]): void {
    const origin = this.#originOf(form.at);
    const value = this.#members.valueAt(form.at);
    this.#members.take(form.at);
    const pair = this.#residue.translate(form, "up", value, origin, finalPlace(form.to[0], later));
    this.#members.put(form.to[0], { value: memberOf(pair, "first") });
    this.#members.put(form.to[1], { value: memberOf(pair, "second") });
  }

  #rejoin({ form }: Step & { readonly step: "rejoin" }, later: readonly Step[]): void {
    const origin = this.#originOf(form.to[0]);
    const [first, second] = form.to.map((pointer) => this.#members.valueAt(pointer));
    for (const pointer of form.to) this.#members.take(pointer);
    const pair = first === undefined && second === undefined ? undefined : defined({ first, second });
    const text = this.#residue.translate(form, "down", pair, origin, finalPlace(form.at, later));
    this.#members.put(form.at, { value: text });
  }

  #spread(step: Step & { readonly step: "spread" | "gather" }, later: readonly Step[]): void {
    const { form } = step;
    const origin = this.#originOf(form.to);
    const [own, other] = [`${origin}/*/${form.host}`, `${finalPlace(form.to, later)}/*/${form.host}`];
    const list = this.#members.valueAt(form.to);
    if (step.step === "spread") {
      const tree = this.#members.take(form.from);
      const value = isHost(tree) ? undefined : tree.value;
      this.#members.set(form.to, spread(this.#residue, value, list, form, own, other));
      return;
    }
    const gathered = gather(this.#residue, list, form, own, other);
    this.#members.set(form.to, gathered.list);
    this.#members.put(form.from, { value: gathered.value, origin: `${own}/${form.field}` });
  }
}

type ValueStep = Extract<Step, { readonly at: string }> & {
  readonly step: "translate" | "splitText" | "joinTexts" | "custom" | "each" | "apply" | "variant";
};

/** The members that are there. */
function defined(members: { readonly [name: string]: Value }): Fields {
  const there = Object.entries(members).filter((entry): entry is [string, Json] => entry[1] !== undefined);
  return Object.fromEntries(there);
}
