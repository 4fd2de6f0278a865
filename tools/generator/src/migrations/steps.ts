/** Operations as steps of one direction: going down, their inverses in the opposite order. */

import type { Json } from "../model.js";
import type { Case, Convert, JoinParts, MapValue, Operation, SetAbsent, Split, Spread, Test } from "./format.js";

export type Direction = "up" | "down";

/** A step works on the members of one object; `place` is the operation's place in the file. */
export type Step = { readonly place: string } & (
  | { readonly step: "move"; readonly from: string; readonly to: string }
  | { readonly step: "enclose"; readonly at: string; readonly key: string }
  | { readonly step: "disclose"; readonly at: string; readonly key: string }
  | { readonly step: "insert"; readonly at: string; readonly value?: Json; readonly copy?: string }
  | { readonly step: "drop"; readonly at: string; readonly value?: Json; readonly copy?: string }
  | { readonly step: "translate"; readonly at: string; readonly by: Translation }
  | EachStep
  | { readonly step: "splitText"; readonly at: string; readonly form: JoinParts }
  | { readonly step: "joinTexts"; readonly at: string; readonly form: JoinParts }
  | { readonly step: "spread"; readonly form: Spread }
  | { readonly step: "gather"; readonly form: Spread }
  | { readonly step: "split"; readonly form: Split }
  | { readonly step: "rejoin"; readonly form: Split }
  | WhenStep
  | { readonly step: "apply"; readonly at: string; readonly type: string }
  | VariantStep
  | { readonly step: "custom"; readonly at: string; readonly name: string }
);

/** What turns one value into another, written down as in the file. */
export type Translation = MapValue | Convert | SetAbsent | Split | { readonly op: "array"; readonly reverse: boolean };

export interface EachStep {
  readonly step: "each";
  readonly at: string;
  readonly of: "items" | "values";
  /** The key member of items before and after. */
  readonly key?: readonly [string, string];
  readonly steps: readonly Step[];
}

export interface WhenStep {
  readonly step: "when";
  readonly test: Test;
  readonly done: readonly Step[];
  readonly otherwise: readonly Step[];
}

export interface VariantStep {
  readonly step: "variant";
  readonly at: string;
  readonly tag: string;
  readonly cases: readonly Branch[];
}

/** A branch of a union as one direction sees it. */
export interface Branch {
  readonly place: string;
  /** The index of the case in the file, by which residue names it. */
  readonly index: number;
  readonly from?: string;
  readonly to?: string;
  /** The test on the image before this direction, and the one on the image after it. */
  readonly test?: Test;
  readonly testBack?: Test;
  readonly steps: readonly Step[];
  readonly substitute?: Json;
  readonly collision?: Json;
}

/** The steps of a list of operations in one direction. */
export function stepsOf(operations: readonly Operation[], direction: Direction): Step[] {
  const ordered = direction === "up" ? operations : [...operations].reverse();
  return ordered.map((operation) => ({ place: operation.place, ...stepOf(operation, direction) }));
}

type Plain = Step extends infer One ? (One extends Step ? Omit<One, "place"> : never) : never;

function stepOf(operation: Operation, direction: Direction): Plain {
  const isUp = direction === "up";
  switch (operation.op) {
    case "rename":
      return moveStep(`${operation.at}/${operation.from}`, `${operation.at}/${operation.to}`, isUp);
    case "move":
      return moveStep(operation.from, operation.to, isUp);
    case "add":
      return { step: isUp ? "insert" : "drop", ...constantOf(operation) };
    case "remove":
      return { step: isUp ? "drop" : "insert", ...constantOf(operation) };
    case "wrap":
      return wrapStep(operation.at, operation.key, isUp, false);
    case "unwrap":
      return wrapStep(operation.at, operation.key, !isUp, true);
    case "mapValue":
    case "convert":
    case "setAbsent":
      return { step: "translate", at: operation.at, by: operation };
    case "each":
      return eachStep(operation, direction);
    case "joinParts":
      return { step: isUp ? "splitText" : "joinTexts", at: operation.at, form: operation };
    case "spread":
      return { step: isUp ? "spread" : "gather", form: operation };
    case "split":
      return { step: isUp ? "split" : "rejoin", form: operation };
    case "when":
      return {
        step: "when",
        test: isUp ? operation.test : operation.down,
        done: stepsOf(operation.do, direction),
        otherwise: stepsOf(operation.else, direction),
      };
    case "apply":
      return { step: "apply", at: operation.at, type: operation.type };
    case "variant":
      return {
        step: "variant",
        at: operation.at,
        tag: operation.tag,
        cases: operation.cases.map((one, index) => branchOf(one, index, direction)),
      };
    case "custom":
      return { step: "custom", at: operation.at, name: operation.name };
  }
}

function moveStep(from: string, to: string, isUp: boolean): Plain {
  return isUp ? { step: "move", from, to } : { step: "move", from: to, to: from };
}

function constantOf({ at, value, copy }: { readonly at: string; readonly value?: Json; readonly copy?: string }): {
  readonly at: string;
  readonly value?: Json;
  readonly copy?: string;
} {
  return { at, ...(value === undefined ? {} : { value }), ...(copy === undefined ? {} : { copy }) };
}

function wrapStep(at: string, key: string | undefined, isWrapping: boolean, isReversed: boolean): Plain {
  if (key === undefined) return { step: "translate", at, by: { op: "array", reverse: isReversed } };
  return { step: isWrapping ? "enclose" : "disclose", at, key };
}

function eachStep(operation: Operation & { readonly op: "each" }, direction: Direction): Plain {
  const { at, of, key } = operation;
  const steps = stepsOf(operation.do, direction);
  if (key === undefined) return { step: "each", at, of, steps };
  const renaming = operation.do.find((one) => one.op === "rename" && one.at === "" && one.from === key);
  const newer = renaming?.op === "rename" ? renaming.to : key;
  return { step: "each", at, of, steps, key: direction === "up" ? [key, newer] : [newer, key] };
}

function branchOf(one: Case, index: number, direction: Direction): Branch {
  const isUp = direction === "up";
  const [from, to] = isUp ? [one.from, one.to] : [one.to, one.from];
  const [test, testBack] = isUp ? [one.test, one.down] : [one.down, one.test];
  return {
    place: one.place,
    index,
    steps: stepsOf(one.do, direction),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(test === undefined ? {} : { test }),
    ...(testBack === undefined ? {} : { testBack }),
    ...(one.substitute === undefined ? {} : { substitute: one.substitute }),
    ...(one.collision === undefined ? {} : { collision: one.collision }),
  };
}

/** The steps of a JSON Pointer. */
export function pathOf(pointer: string): string[] {
  return pointer.split("/").slice(1);
}
