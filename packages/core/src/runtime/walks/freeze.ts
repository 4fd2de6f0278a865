/**
 * Freezes decoded values as a table says. Only what can hold something unknown needs a walk, because the wrapper of an unknown value is
 * not a level of nesting on the wire. Nearly all of the time is spent in `Object.freeze`.
 */

import { freezeJson } from "../freeze.js";
import type { Fields } from "../json.js";
import type { ObjectNode, TableNode, UnionNode } from "../table-node.js";
import { freezeUnknown } from "../unknown.js";
import { areIdle, type BranchWalks, type MemberWalks, walksOf } from "./walk.js";

/** Freezes a decoded value of the node and everything in it; false when it is nested deeper than `room` levels, and then frozen in part. */
export function freezeDecoded(node: TableNode, value: unknown, room: number): boolean {
  return (walkOf(node) ?? freezeJson)(value, room);
}

type Walk = (value: unknown, room: number) => boolean;

const walkOf: (node: TableNode) => Walk | undefined = /* @__PURE__ */ walksOf<Walk>({
  ofObject,
  ofItems,
  ofValues,
  ofBranches,
  ofChoice: (walkFor) => (value, room) => (walkFor(value) ?? freezeJson)(value, room),
});

function ofObject(_row: ObjectNode, walks: MemberWalks<Walk>): Walk | undefined {
  if (walks.size === 0) return undefined;
  return (value, room) => {
    if (room <= 0) return false;
    const it = Object.freeze(value) as Fields;
    for (const name in it) {
      const member = it[name];
      if (typeof member === "object" && !(walks.get(name) ?? freezeJson)(member, room - 1)) return false;
    }
    return true;
  };
}

function ofItems(walk: Walk): Walk {
  return (value, room) => {
    if (room <= 0) return false;
    const items = Object.freeze(value) as readonly unknown[];
    for (let at = 0; at < items.length; at++) {
      if (!walk(items[at], room - 1)) return false;
    }
    return true;
  };
}

function ofValues(walk: Walk): Walk {
  return (value, room) => {
    if (room <= 0) return false;
    return Object.values(Object.freeze(value) as Fields).every((member) => walk(member, room - 1));
  };
}

function ofBranches({ tag, open }: UnionNode, walks: BranchWalks<Walk>): Walk | undefined {
  if (open === undefined && areIdle(walks)) return undefined;
  return (value, room) => {
    const name = (value as Fields)[tag];
    if (open !== undefined && name === "unknown") return freezeUnknown(value as Fields, room);
    return (walks.get(name) ?? freezeJson)(value, room);
  };
}
