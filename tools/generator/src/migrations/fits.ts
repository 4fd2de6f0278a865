/** Whether every value of a shape is valid where the target version wants it: what makes a forgotten field fail without a payload. */

import type { ArrayNode, Contract, MapNode, Node, NumberNode, StringNode, UnionNode } from "../model.js";
import type { Frame } from "./frame.js";
import { itemsOf, type Member, membersOf, resolve, type Shape } from "./shape.js";

/** Where a shape does not fit, and why. */
interface Misfit {
  readonly pointer: string;
  readonly reason: string;
}

/** Refuses a migration whose result may not be what the target version's schema says. */
export function checkResult(
  frame: Frame,
  place: string,
  shape: Shape,
  node: Node,
  skipped: readonly string[] = [],
): void {
  const found = misfit(shape, node, frame.source, frame.target, skipped);
  if (found !== undefined) frame.fail(place, `version ${frame.target.version}: ${found.pointer} ${found.reason}`);
}

interface Context {
  readonly source: Contract;
  readonly target: Contract;
  /** Pairs of definitions that are being compared, since definitions may refer to themselves. */
  readonly open: Set<string>;
  /** Members of the outermost object that are nobody's business here. */
  readonly skipped: readonly string[];
}

/** The first place at which a value of the shape may be something that the node does not allow. */
function misfit(
  shape: Shape,
  node: Node,
  source: Contract,
  target: Contract,
  skipped: readonly string[] = [],
): Misfit | undefined {
  return compare(shape, node, "", { source, target, open: new Set(), skipped });
}

function compare(shape: Shape, node: Node, pointer: string, context: Context): Misfit | undefined {
  if (shape.kind === "trusted" || shape.kind === "absent") return undefined;
  const pair = pairOf(shape, node);
  if (pair !== undefined && context.open.has(pair)) return undefined;
  if (pair !== undefined) context.open.add(pair);
  const target = resolve(node, context.target);
  if (shape.kind === "object") return compareMembers(shape.members, shape.isMade, target, pointer, context);
  if (shape.kind === "array") return compareItems(shape.items, target, pointer, context);
  return compareNodes(resolve(shape.node, context.source), target, pointer, context);
}

function pairOf(shape: Shape, node: Node): string | undefined {
  return shape.kind === "node" && shape.node.kind === "ref" && node.kind === "ref"
    ? `${shape.node.name} ${node.name}`
    : undefined;
}

function compareItems(items: Shape, target: Node, pointer: string, context: Context): Misfit | undefined {
  if (target.kind !== "array" && target.kind !== "map")
    return { pointer, reason: `is a list here and ${target.kind} there` };
  return compare(items, target.kind === "array" ? target.items : target.values, `${pointer}/*`, context);
}

function compareNodes(source: Node, target: Node, pointer: string, context: Context): Misfit | undefined {
  const members = membersOf({ kind: "node", node: source }, context.source);
  const missing = (target.also ?? []).find((condition) => !holdsIn(source, condition));
  if (missing !== undefined)
    return { pointer, reason: "the other version has a condition that this one does not have" };
  switch (target.kind) {
    case "user_data":
      return target.object && !isObjectLike(source) ? kindMisfit(source, target, pointer) : undefined;
    case "union":
      return source.kind === "union"
        ? compareUnions(source, target, pointer, context)
        : kindMisfit(source, target, pointer);
    case "object":
      return source.kind === "object" && members !== undefined
        ? compareMembers(members, false, target, pointer, context)
        : kindMisfit(source, target, pointer);
    case "array":
      return source.kind === "array"
        ? compareArrays(source, target, pointer, context)
        : kindMisfit(source, target, pointer);
    case "map":
      return source.kind === "map"
        ? compareMaps(source, target, pointer, context)
        : kindMisfit(source, target, pointer);
    case "choice":
      return compareChoice(source, target.nodes, pointer, context);
    default:
      return fitsScalar(source, target) ? undefined : kindMisfit(source, target, pointer);
  }
}

function isObjectLike(node: Node): boolean {
  return (
    node.kind === "object" || node.kind === "map" || node.kind === "union" || (node.kind === "user_data" && node.object)
  );
}

function kindMisfit(source: Node, target: Node, pointer: string): Misfit {
  const reason =
    source.kind === target.kind
      ? "may be a value that the other version does not allow"
      : `is ${source.kind} here and ${target.kind} there`;
  return { pointer, reason };
}

function holdsIn(source: Node, condition: Node): boolean {
  return (source.also ?? []).some((own) => JSON.stringify(own) === JSON.stringify(condition));
}

/** Members that only one side has are what a migration forgets. */
function compareMembers(
  members: ReadonlyMap<string, Member>,
  isMade: boolean,
  target: Node,
  pointer: string,
  context: Context,
): Misfit | undefined {
  const wanted = membersOf({ kind: "node", node: target }, context.target);
  if (wanted === undefined) {
    return target.kind === "user_data" ? undefined : { pointer, reason: `is an object here and ${target.kind} there` };
  }
  const isSkipped = (name: string): boolean => pointer === "" && context.skipped.includes(name);
  for (const [name, member] of members) {
    if (!isSkipped(name) && member.shape.kind !== "absent" && !wanted.has(name)) {
      return { pointer: `${pointer}/${name}`, reason: "is left as it is, but the other version does not have it" };
    }
  }
  for (const [name, want] of wanted) {
    if (isSkipped(name)) continue;
    const found = compareMember(members.get(name), want, isMade, `${pointer}/${name}`, context);
    if (found !== undefined) return found;
  }
  return undefined;
}

function compareMember(
  member: Member | undefined,
  want: Member,
  isMade: boolean,
  pointer: string,
  context: Context,
): Misfit | undefined {
  if (member === undefined) {
    if (want.required && !want.isDefaulted) return { pointer, reason: "is required, and no operation makes it" };
    return isMade ? undefined : { pointer, reason: "is new, and no operation adds it" };
  }
  if (want.required && !want.isDefaulted && !member.required) {
    return { pointer, reason: "is required, but may be missing in the other version" };
  }
  return want.shape.kind === "node" ? compare(member.shape, want.shape.node, pointer, context) : undefined;
}

function compareUnions(source: UnionNode, target: UnionNode, pointer: string, context: Context): Misfit | undefined {
  if (source.tag !== target.tag)
    return { pointer, reason: `is told apart by ${source.tag} here and ${target.tag} there` };
  if (source.open !== undefined && target.open === undefined)
    return { pointer, reason: "takes unknown tags only on one side" };
  for (const { tag, name } of source.branches) {
    const branch = target.branches.find((other) => other.tag === tag);
    if (branch === undefined) return { pointer, reason: `only one side has the branch ${tag}` };
    const found = compare(
      { kind: "node", node: { kind: "ref", name } },
      { kind: "ref", name: branch.name },
      pointer,
      context,
    );
    if (found !== undefined) return found;
  }
  const isNew = target.branches.find(({ tag }) => !source.branches.some((other) => other.tag === tag));
  return isNew === undefined ? undefined : { pointer, reason: `only one side has the branch ${isNew.tag}` };
}

function compareArrays(source: ArrayNode, target: ArrayNode, pointer: string, context: Context): Misfit | undefined {
  if (!isWithin(source.minItems, source.maxItems, target.minItems, target.maxItems))
    return kindMisfit(source, target, pointer);
  if (target.uniqueItems === true && source.uniqueItems !== true) return kindMisfit(source, target, pointer);
  const items = itemsOf({ kind: "node", node: source }, context.source);
  return items === undefined ? undefined : compare(items, target.items, `${pointer}/*`, context);
}

function compareMaps(source: MapNode, target: MapNode, pointer: string, context: Context): Misfit | undefined {
  const isNarrower = isWithin(source.minProperties, source.maxProperties, target.minProperties, target.maxProperties);
  if (!isNarrower || !fitsScalar(resolve(source.keys, context.source), resolve(target.keys, context.target))) {
    return kindMisfit(source, target, pointer);
  }
  return compare({ kind: "node", node: source.values }, target.values, `${pointer}/*`, context);
}

function compareChoice(source: Node, targets: readonly Node[], pointer: string, context: Context): Misfit | undefined {
  const sources = source.kind === "choice" ? source.nodes : [source];
  const left = sources.find((one) =>
    targets.every((target) => compare({ kind: "node", node: one }, target, pointer, context) !== undefined),
  );
  return left === undefined ? undefined : { pointer, reason: "has a type here that the other version does not allow" };
}

function fitsScalar(source: Node, target: Node): boolean {
  if (source.kind === "literals") return source.values.every((value) => allows(target, value));
  if (source.kind === "string" && target.kind === "string") return fitsString(source, target);
  if (source.kind === "number" && target.kind === "number") return fitsNumber(source, target);
  if (source.kind === "boolean" && target.kind === "literals")
    return [true, false].every((value) => target.values.includes(value));
  return source.kind === target.kind && JSON.stringify(source) === JSON.stringify(target);
}

function allows(target: Node, value: string | number | boolean | null): boolean {
  switch (target.kind) {
    case "literals":
      return target.values.includes(value);
    case "string":
      return (
        typeof value === "string" && isWithin([...value].length, [...value].length, target.minLength, target.maxLength)
      );
    case "number":
      return typeof value === "number" && isWithin(value, value, target.minimum, target.maximum);
    case "boolean":
      return typeof value === "boolean";
    default:
      return target.kind === "null" && value === null;
  }
}

function fitsString(source: StringNode, target: StringNode): boolean {
  const isPatternKept = target.pattern === undefined || target.pattern === source.pattern;
  return isPatternKept && isWithin(source.minLength ?? 0, source.maxLength, target.minLength ?? 0, target.maxLength);
}

function fitsNumber(source: NumberNode, target: NumberNode): boolean {
  if (target.integer && !source.integer) return false;
  return isWithin(source.minimum, source.maximum, target.minimum, target.maximum);
}

/** Whether the first range lies in the second; a missing bound is none. */
function isWithin(
  min: number | undefined,
  max: number | undefined,
  outerMin: number | undefined,
  outerMax: number | undefined,
): boolean {
  const isLow = outerMin === undefined || (min ?? Number.NEGATIVE_INFINITY) >= outerMin;
  return isLow && (outerMax === undefined || (max ?? Number.POSITIVE_INFINITY) <= outerMax);
}
