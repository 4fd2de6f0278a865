/** Puts what a table does not know into its decoded form: the values of open unions whose tag is not listed. */

import type { Fields, JsonObject } from "../json.js";
import type { ObjectNode, TableNode, UnionNode } from "../table-node.js";
import { keyPointer, type Wrap } from "../unknown.js";
import { areIdle, type BranchWalks, type MemberWalks, walksOf } from "./walk.js";

/** A value of the node with everything unknown wrapped, in place where it is not unknown itself. */
export function wrappedByTable(node: TableNode, value: unknown, wrap: Wrap): unknown {
  const walk = walkOf(node);
  return walk === undefined ? value : walk(value, "", "", wrap);
}

/** Gets the pointer to what holds the value and the step to the value: mostly nobody needs them put together. */
type Walk = (value: unknown, above: string, step: Step, wrap: Wrap) => unknown;

/** A name with its slash, or an index. */
type Step = string | number;

function pointerTo(above: string, step: Step): string {
  return typeof step === "number" ? `${above}/${step}` : above + step;
}

const walkOf: (node: TableNode) => Walk | undefined = /* @__PURE__ */ walksOf<Walk>({
  ofObject,
  ofItems,
  ofValues,
  ofBranches,
  ofChoice: (walkFor) => (value, above, step, wrap) => walkFor(value)?.(value, above, step, wrap) ?? value,
});

function ofObject(_row: ObjectNode, walks: MemberWalks<Walk>): Walk | undefined {
  if (walks.size === 0) return undefined;
  const steps = [...walks].map(([name, walk]) => ({ name, next: keyPointer(name), walk }));
  return (value, above, step, wrap) => {
    const it = value as Fields;
    const here = pointerTo(above, step);
    for (const { name, next, walk } of steps) {
      const member = it[name];
      // Null is absent; whoever only looks for what is unknown meets it, since nothing is tidied for that.
      const done = member == null ? member : walk(member, here, next, wrap);
      if (done !== member) it[name] = done;
    }
    return it;
  };
}

function ofItems(walk: Walk): Walk {
  return (value, above, step, wrap) => {
    const items = value as unknown[];
    const here = pointerTo(above, step);
    for (let index = 0; index < items.length; index++) {
      const item = walk(items[index], here, index, wrap);
      if (item !== items[index]) items[index] = item;
    }
    return items;
  };
}

function ofValues(walk: Walk): Walk {
  return (value, above, step, wrap) => {
    const map = value as Fields;
    const here = pointerTo(above, step);
    for (const key in map) map[key] = walk(map[key], here, keyPointer(key), wrap);
    return map;
  };
}

function ofBranches({ tag, open }: UnionNode, walks: BranchWalks<Walk>): Walk | undefined {
  if (open === undefined && areIdle(walks)) return undefined;
  return (value, above, step, wrap) => {
    const walk = walks.get((value as Fields)[tag]);
    if (walk) return walk(value, above, step, wrap);
    return walk === null || open === undefined ? value : wrap(value as JsonObject, pointerTo(above, step));
  };
}
