/** Finds every rule that a value breaks, by a walk over the node of its definition and the value side by side. */

import type {
  ArrayNode,
  LiteralsNode,
  MapNode,
  NumberNode,
  ObjectNode,
  RowNode,
  StringNode,
  TableNode,
  UnionNode,
} from "../runtime/table-node.js";
import { codePointLength } from "../runtime/text.js";
import { resolvedRow } from "../runtime/walks/rows.js";
import { isOfType, possibleTypes, typesOf } from "./node-types.js";

/** One broken rule. */
export interface Refusal {
  /** JSON Pointer of the place; a key of a map appears as `*`. */
  readonly path: string;
  readonly keyword: string;
  /** What the keyword asks for: a limit, a name, the types or values that are allowed. */
  readonly limit: unknown;
  /** What stands there. Never told but by its type or size. */
  readonly value: unknown;
  /** Of a key that is refused: the rule that it breaks; `value` is the key. */
  readonly keyRule?: Refusal;
}

type Refusals = Iterable<Refusal>;
type Fields = Readonly<Record<string, unknown>>;

/** A record of 64 MiB can hold millions of faults: after so many nobody looks further. */
export const MOST_REFUSALS = 1000;

/** The refusals of a value; what is wrong with the value itself comes before what is wrong with its members. */
export function refusalsOf(node: TableNode, value: unknown): readonly Refusal[] {
  return [...take(refusalsAt(node, value, ""), MOST_REFUSALS)];
}

function refusalsAt(node: TableNode, value: unknown, path: string): Refusals {
  const row = resolvedRow(node);
  return ofRow(row, value, path, typesOf(row), false);
}

/** A property that need not be there may be null, which means absent. */
function ofOptional(node: TableNode, value: unknown, path: string): Refusals {
  if (value === null) return [];
  const row = resolvedRow(node);
  const types = possibleTypes(row);
  return ofRow(row, value, path, types && [...types, "null"], row === node);
}

function accepts(node: TableNode, value: unknown): boolean {
  return [...take(refusalsAt(node, value, ""), 1)].length === 0;
}

/** The first of them; nothing more is looked for. */
function* take(refusals: Refusals, most: number): Refusals {
  let count = 0;
  for (const refusal of refusals) {
    yield refusal;
    count += 1;
    if (count === most) return;
  }
}

/**
 * A value of the wrong type is told nothing else.
 * @param orNull Whether null stands among the values that are allowed: where the property itself lists them.
 */
function* ofRow(
  row: RowNode,
  value: unknown,
  path: string,
  types: readonly string[] | undefined,
  orNull: boolean,
): Refusals {
  if (types !== undefined && !types.some((type) => isOfType(value, type))) {
    yield { path, keyword: "type", limit: types, value };
    return;
  }
  for (const condition of row.also ?? []) yield* refusalsAt(condition, value, path);
  yield* ofKind(row, value, path, orNull);
}

function ofKind(row: RowNode, value: unknown, path: string, orNull: boolean): Refusals {
  switch (row.kind) {
    case "string":
      return ofString(row, value as string, path);
    case "number":
    case "integer":
      return ofNumber(row, value as number, path);
    case "literals":
      return ofLiterals(row, value, path, orNull);
    case "array":
      return ofArray(row, value as readonly unknown[], path);
    case "object":
      return isOfType(value, "object") ? ofObject(row, value as Fields, path) : [];
    case "map":
      return ofMap(row, value as Fields, path);
    case "union":
      return ofUnion(row, value as Fields, path);
    case "choice":
      return ofEach([meantOf(row.nodes, value)], value, path);
    case "all":
      return ofEach(row.nodes, value, path);
    case "some":
      return ofSome(row.nodes, value, path);
    case "not":
      return accepts(row.node, value) ? [{ path, keyword: "not", limit: undefined, value }] : [];
    case "if":
      return ofEach([accepts(row.test, value) ? row.then : row.otherwise], value, path);
    default:
      return [];
  }
}

function* ofEach(nodes: readonly (TableNode | undefined)[], value: unknown, path: string): Refusals {
  for (const node of nodes) if (node !== undefined) yield* refusalsAt(node, value, path);
}

function* ofString({ minLength = 0, maxLength, pattern }: StringNode, value: string, path: string): Refusals {
  const length = codePointLength(value);
  if (maxLength !== undefined && length > maxLength) yield { path, keyword: "maxLength", limit: maxLength, value };
  if (length < minLength) yield { path, keyword: "minLength", limit: minLength, value };
  if (pattern === undefined || new RegExp(pattern, "u").test(value)) return;
  yield { path, keyword: "pattern", limit: pattern, value };
}

function* ofNumber({ minimum, maximum }: NumberNode, value: number, path: string): Refusals {
  if (maximum !== undefined && value > maximum) yield { path, keyword: "maximum", limit: maximum, value };
  if (minimum !== undefined && value < minimum) yield { path, keyword: "minimum", limit: minimum, value };
}

function* ofLiterals({ values }: LiteralsNode, value: unknown, path: string, orNull: boolean): Refusals {
  if (values.some((one) => one === value)) return;
  const limit = orNull ? [...values, null] : values;
  yield { path, keyword: limit.length === 1 ? "const" : "enum", limit, value };
}

function* ofArray(node: ArrayNode, value: readonly unknown[], path: string): Refusals {
  const { items, minItems = 0, maxItems, uniqueItems } = node;
  if (maxItems !== undefined && value.length > maxItems) yield { path, keyword: "maxItems", limit: maxItems, value };
  if (value.length < minItems) yield { path, keyword: "minItems", limit: minItems, value };
  for (const [index, item] of value.entries()) yield* refusalsAt(items, item, `${path}/${index}`);
  if (uniqueItems && new Set(value).size < value.length) yield { path, keyword: "uniqueItems", limit: true, value };
}

function* ofObject({ properties, required, closed }: ObjectNode, value: Fields, path: string): Refusals {
  for (const limit of required) if (!Object.hasOwn(value, limit)) yield { path, keyword: "required", limit, value };
  if (closed && Object.keys(value).some((name) => !Object.hasOwn(properties, name))) {
    yield { path, keyword: "additionalProperties", limit: undefined, value };
  }
  for (const [name, node] of Object.entries(properties)) {
    if (!Object.hasOwn(value, name)) continue;
    const refusals = required.includes(name) ? refusalsAt : ofOptional;
    yield* refusals(node, value[name], `${path}/${name}`);
  }
}

function* ofMap({ keys, values, minProperties = 0, maxProperties }: MapNode, value: Fields, path: string): Refusals {
  const names = Object.keys(value);
  const isOver = maxProperties !== undefined && names.length > maxProperties;
  if (isOver) yield { path, keyword: "maxProperties", limit: maxProperties, value };
  if (names.length < minProperties) yield { path, keyword: "minProperties", limit: minProperties, value };
  for (const name of names) {
    for (const keyRule of refusalsOf(keys, name)) {
      yield { path, keyword: "propertyNames", limit: keyRule.limit, value: name, keyRule };
    }
  }
  for (const name of names) yield* refusalsAt(values, value[name], `${path}/*`);
}

function* ofUnion({ tag, branches, open }: UnionNode, value: Fields, path: string): Refusals {
  if (!Object.hasOwn(value, tag)) {
    yield { path, keyword: "required", limit: tag, value };
    return;
  }
  const name = value[tag];
  const branch = typeof name === "string" && Object.hasOwn(branches, name) ? branches[name] : open;
  if (branch !== undefined) yield* refusalsAt(branch, value, path);
  else yield { path: `${path}/${tag}`, keyword: "enum", limit: Object.keys(branches), value: name };
}

/** The branches have no type in common, so the type says which one is meant. */
function meantOf(nodes: readonly TableNode[], value: unknown): TableNode | undefined {
  return nodes.find((one) => possibleTypes(one)?.some((type) => isOfType(value, type)) ?? true);
}

/** Where branches ask for a property, one rule says so; else each branch speaks for itself. */
function* ofSome(nodes: readonly TableNode[], value: unknown, path: string): Refusals {
  if (nodes.some((one) => accepts(one, value))) return;
  const refusals = nodes.flatMap((one) => [...take(refusalsAt(one, value, path), MOST_REFUSALS)]);
  const missing = refusals.flatMap((refusal) => missingName(refusal, path) ?? []);
  if (missing.length > 0) yield { path, keyword: "anyOf", limit: missing, value };
  else yield* refusals;
}

/** The name of a property that a refusal says is missing. One that is null counts: the schema says so by `not`. */
function missingName({ path, keyword, limit }: Refusal, around: string): string | undefined {
  if (path === around) return keyword === "required" ? String(limit) : undefined;
  const end = path.lastIndexOf("/");
  return keyword === "not" && path.slice(0, end) === around ? path.slice(end + 1) : undefined;
}
