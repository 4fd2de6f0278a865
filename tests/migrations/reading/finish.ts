/** Putting an object together after the last operation: fields in the way, objects of one version alone, defaults. */

import { isObject } from "../../../tools/generator/src/json.js";
import { defaultsOf, membersOf, type Shape } from "../../../tools/generator/src/migrations/shape.js";
import { pathOf } from "../../../tools/generator/src/migrations/steps.js";
import type { Contract } from "../../../tools/generator/src/model.js";
import type { Residue } from "./record.js";
import { type Host, isHost, type Tree } from "./tree.js";
import { type Fields, isSame, memberOf, objectFrom, type Value } from "./values.js";

/** What finishing needs to know. */
export interface Finish {
  readonly residue: Residue;
  readonly source: Contract;
  readonly target: Contract;
  /** What the object is to be. */
  readonly wanted: Shape | undefined;
  /** Names that another operation adds to the object later. */
  readonly reserved: ReadonlySet<string>;
}

/** The finished object. */
export function finish(root: Host, context: Finish): Fields {
  return finishShared(root, "", context);
}

/** What the target version has at a place. */
export function shapeAt(shape: Shape | undefined, place: string, contract: Contract): Shape | undefined {
  return pathOf(place).reduce<Shape | undefined>(
    (current, name) => (current === undefined ? undefined : membersOf(current, contract)?.get(name)?.shape),
    shape,
  );
}

function finishTree(tree: Tree, place: string, context: Finish): Value {
  if (!isHost(tree)) return tree.value;
  if (tree.origin === undefined) return finishMade(tree, place, context);
  if (shapeAt(context.wanted, place, context.target) === undefined) return leave(tree, tree.origin, place, context);
  const finished = finishShared(tree, place, context);
  return tree.value === undefined && Object.keys(finished).length === 0 ? undefined : finished;
}

/** An object of both versions. */
function finishShared(host: Host, place: string, context: Finish): Fields {
  const wanted = shapeAt(context.wanted, place, context.target);
  const known = wanted === undefined ? undefined : membersOf(wanted, context.target);
  const entries: [string, Value][] = [];
  for (const [name, value] of Object.entries(host.others)) {
    if (known?.has(name) !== true || (place === "" && context.reserved.has(name))) entries.push([name, value]);
    else context.residue.setAside(`${host.origin}/${name}`, value);
  }
  for (const [name, tree] of host.members) entries.push([name, finishTree(tree, `${place}/${name}`, context)]);
  for (const name of host.touched) {
    const isVacant = entries.every(([other, value]) => other !== name || value === undefined);
    if (isVacant && known?.has(name) !== true) entries.push([name, context.residue.in(`${place}/${name}`)?.value]);
  }
  return objectFrom(entries);
}

/** An object that the source version does not have. */
function finishMade(host: Host, place: string, context: Finish): Value {
  const entries = [...host.members].map(([name, tree]): [string, Value] => [
    name,
    finishTree(tree, `${place}/${name}`, context),
  ]);
  const stored = context.residue.in(place)?.value;
  const left =
    isObject(stored) && ![...host.members.keys()].some((name) => Object.hasOwn(stored, name)) ? stored : undefined;
  if (left === undefined && entries.every(([, value]) => value === undefined)) return undefined;
  return objectFrom([...Object.entries(left ?? {}), ...entries]);
}

/** An object that the target version does not have: nothing remains of it but residue. */
function leave(host: Host, origin: string, place: string, context: Finish): undefined {
  let isImplied = host.taken;
  const entries: [string, Value][] = Object.entries(host.others);
  const defaults = host.shape === undefined ? {} : defaultsOf(host.shape, context.source);
  for (const [name, tree] of host.members) {
    if (isHost(tree)) {
      isImplied ||= tree.value !== undefined;
      finishTree(tree, `${place}/${name}`, context);
    } else if (!isSame(tree.value, memberOf(defaults as Fields, name))) {
      entries.push([name, tree.value]);
    }
  }
  const isDefault = !isImplied && host.default !== undefined && isSame(host.value, host.default);
  const left = objectFrom(entries);
  if (host.value !== undefined && !isDefault && (Object.keys(left).length > 0 || !isImplied))
    context.residue.setAside(origin, left);
  return undefined;
}
