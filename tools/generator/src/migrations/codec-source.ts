/** The named translations: as expressions for generated code, and what they make of a shape. */

import { literal } from "../emit/writer.js";
import type { Contract, Json, Node } from "../model.js";
import type { Convert, MapValue, Pair, SetAbsent, Split, State } from "./format.js";
import { itemsOf, resolve, type Shape, TRUSTED } from "./shape.js";
import type { Direction, Translation } from "./steps.js";

/** What the constant with the codec of a place is called. */
export function codecName(at: string): string {
  return `${at.slice(at.lastIndexOf("/") + 1).toUpperCase()}_CODEC`;
}

/** Calls of functions of core's `runtime/migration/codecs.ts`. `use` imports one. */
export function codecExpression(translation: Translation, use: (name: string) => string): string {
  switch (translation.op) {
    case "mapValue":
      return tableExpression(translation, use);
    case "setAbsent":
      return statesExpression(translation, use);
    case "array":
      return translation.reverse ? `${use("reversed")}(${use("inArray")}())` : `${use("inArray")}()`;
    case "split":
      return `${use("textPair")}(${literal(textPairForm(translation))})`;
    case "convert":
      return translation.reverse === true
        ? `${use("reversed")}(${namedCodec(translation, use)})`
        : namedCodec(translation, use);
  }
}

function textPairForm({ separator, limit, else: otherwise }: Split): Json {
  return { separator, limit, ...(otherwise === undefined ? {} : { otherwise }) };
}

function namedCodec(convert: Convert, use: (name: string) => string): string {
  switch (convert.codec) {
    case "scale":
      return `${use("scale")}(${convert.by ?? 1})`;
    case "epochToIso":
      return `${use("epochTime")}()`;
    case "integerToText":
      return `${use("integerText")}()`;
    case "textToBase64":
      return `${use("base64Text")}()`;
    case "booleanToEnum":
      return `${use("valueTable")}(${literal(booleanPairs(convert))})`;
  }
}

function booleanPairs({ names = ["false", "true"] }: Convert): Pair[] {
  return [
    [false, names[0]],
    [true, names[1]],
  ];
}

function tableExpression({ pairs, onlyUp, onlyDown, unmapped }: MapValue, use: (name: string) => string): string {
  const all = [
    literal(pairs),
    literal(onlyUp),
    literal(onlyDown),
    optional(unmapped?.up?.to),
    optional(unmapped?.down?.to),
  ];
  while (all.length > 1 && (all.at(-1) === "undefined" || all.at(-1) === "[]")) all.pop();
  return `${use("valueTable")}(${all.join(", ")})`;
}

function statesExpression({ states, up, down }: SetAbsent, use: (name: string) => string): string {
  return `${use("sameStates")}([${states.map(stateExpression).join(", ")}], ${stateExpression(up)}, ${stateExpression(down)})`;
}

function stateExpression(state: State): string {
  return "value" in state ? literal(state.value) : "undefined";
}

function optional(value: Json | undefined): string {
  return value === undefined ? "undefined" : literal(value);
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
