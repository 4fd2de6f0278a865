/** The named translations: as data of a plan, and what they make of a shape. */

import type { Contract, Json, Node } from "../model.js";
import type { Convert, MapValue, Pair } from "./format.js";
import { definedMembers, type PlanData } from "./plan.js";
import { itemsOf, resolve, type Shape, TRUSTED } from "./shape.js";
import type { Direction, Translation } from "./steps.js";

/** What a plan says of a translation. */
export function plannedTranslation(translation: Translation): PlanData {
  switch (translation.op) {
    case "mapValue": {
      const { op, pairs, onlyUp, onlyDown, unmapped } = translation;
      return definedMembers({ op, pairs, onlyUp: orNothing(onlyUp), onlyDown: orNothing(onlyDown), unmapped });
    }
    case "setAbsent": {
      const { op, states, up, down } = translation;
      return { op, states, up, down };
    }
    case "split": {
      const { op, separator, limit, else: otherwise } = translation;
      return definedMembers({ op, separator, limit, otherwise });
    }
    case "convert":
      return definedMembers({ ...plannedConversion(translation), reverse: translation.reverse });
    case "array":
      return definedMembers({ op: translation.op, reverse: translation.reverse ? true : undefined });
  }
}

function orNothing(pairs: readonly Pair[]): readonly Pair[] | undefined {
  return pairs.length === 0 ? undefined : pairs;
}

function plannedConversion({ codec, by = 1, names = ["false", "true"] }: Convert): {
  readonly [name: string]: PlanData;
} {
  if (codec === "scale") return { op: codec, by };
  if (codec !== "booleanToEnum") return { op: codec };
  return { op: "mapValue", pairs: names.map((name, index) => [index === 1, name]) };
}

/** The shape of a value after a translation, and whether it is there for sure. */
export function translatedShape(
  translation: Translation,
  direction: Direction,
  shape: Shape,
  required: boolean,
  contract: Contract,
): { readonly shape: Shape; readonly required: boolean } {
  switch (translation.op) {
    case "mapValue":
      return { shape: mappedShape(translation, direction, shape, contract), required };
    case "setAbsent":
      return { shape: TRUSTED, required: "value" in translation[direction] };
    case "split":
      return { shape: TRUSTED, required };
    case "array":
      return arrayShape(translation.reverse === (direction === "down"), shape, required, contract);
    case "convert":
      return convertedShape(translation, direction, shape, required, contract);
  }
}

function arrayShape(
  isWrapping: boolean,
  shape: Shape,
  required: boolean,
  contract: Contract,
): { shape: Shape; required: boolean } {
  if (!isWrapping)
    return { shape: itemsOf(shape, contract) ?? TRUSTED, required: required && isNeverEmpty(shape, contract) };
  return { shape: { kind: "array", items: shape }, required };
}

function isNeverEmpty(shape: Shape, contract: Contract): boolean {
  const node = shape.kind === "node" ? resolve(shape.node, contract) : undefined;
  return node?.kind === "array" && (node.minItems ?? 0) > 0;
}

/** The values a shape allows, where it lists them. */
function valuesOf(shape: Shape, contract: Contract): readonly (string | number | boolean | null)[] | undefined {
  const node = shape.kind === "node" ? resolve(shape.node, contract) : undefined;
  if (node?.kind === "boolean") return [false, true];
  return node?.kind === "literals" ? node.values : undefined;
}

function mappedShape(table: MapValue, direction: Direction, shape: Shape, contract: Contract): Shape {
  const values = valuesOf(shape, contract);
  if (values === undefined) return TRUSTED;
  const mapped = values.map((value) => mapThrough(table, direction, value));
  return { kind: "node", node: { kind: "literals", values: mapped.filter(isScalar) } };
}

/** What a table makes of a value. */
export function mapThrough(table: MapValue, direction: Direction, value: Json): Json {
  const [from, to] = direction === "up" ? ([0, 1] as const) : ([1, 0] as const);
  const pairs = [...table.pairs, ...(direction === "up" ? table.onlyUp : table.onlyDown)];
  const pair = pairs.find((one) => JSON.stringify(one[from]) === JSON.stringify(value));
  return pair === undefined ? (table.unmapped?.[direction]?.to ?? value) : pair[to];
}

function isScalar(value: Json): value is string | number | boolean | null {
  return typeof value !== "object" || value === null;
}

function convertedShape(
  convert: Convert,
  direction: Direction,
  shape: Shape,
  required: boolean,
  contract: Contract,
): { readonly shape: Shape; readonly required: boolean } {
  const isUp = (direction === "up") !== (convert.reverse === true);
  const node = shape.kind === "node" ? resolve(shape.node, contract) : undefined;
  if (convert.codec === "scale" && node?.kind === "number") {
    return { shape: { kind: "node", node: scaledNode(node, convert.by ?? 1, isUp) }, required };
  }
  return { shape: TRUSTED, required };
}

function scaledNode(node: Node & { readonly kind: "number" }, by: number, isUp: boolean): Node {
  const convert = (bound: number): number => (isUp ? Math.round(bound * by) : bound / by);
  return {
    kind: "number",
    integer: isUp,
    ...(node.minimum === undefined ? {} : { minimum: convert(node.minimum) }),
    ...(node.maximum === undefined ? {} : { maximum: convert(node.maximum) }),
  };
}
