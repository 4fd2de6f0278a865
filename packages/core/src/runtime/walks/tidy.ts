/** Tidies values as a table says: null where it means absent goes, and defaults are filled in. */

import type { Fields, JsonValue } from "../json.js";
import type { ObjectNode, TableNode, UnionNode } from "../table-node.js";
import { withoutNulls } from "../tidy.js";
import { takesNull } from "./rows.js";
import { areIdle, type BranchWalks, type MemberWalks, walksOf } from "./walk.js";

/** A valid value of the node, tidied in place where that keeps it fast. */
export function tidiedByTable(node: TableNode, value: unknown): unknown {
  const tidy = tidyOf(node);
  return tidy === undefined ? value : tidy(value);
}

type Tidy = (value: unknown) => unknown;

const tidyOf: (node: TableNode) => Tidy | undefined = /* @__PURE__ */ walksOf<Tidy>({
  ofObject,
  ofItems,
  ofValues,
  ofBranches,
  ofChoice: (tidyFor) => (value) => tidyFor(value)?.(value) ?? value,
});

function ofObject(row: ObjectNode, walks: MemberWalks<Tidy>): Tidy | undefined {
  const names = Object.keys(row.properties);
  const neverNull = names.filter((name) => !takesNull(row.properties[name] as TableNode));
  const optional = neverNull.filter((name) => !row.required.includes(name));
  const defaults = Object.entries(row.defaults ?? {});
  if (optional.length + walks.size + defaults.length === 0) return undefined;
  return (value) => {
    const hasAbsent = tidyMembers(value as Fields, optional, walks);
    const it = hasAbsent ? withoutNulls(value as Fields, neverNull) : (value as Fields);
    for (const [name, filled] of defaults) {
      if (it[name] === undefined) it[name] = copyOf(filled);
    }
    return it;
  };
}

/**
 * Tidies the members that are there: to ask for each name that may be absent takes longer than all else here.
 * @returns Whether an optional one is null.
 */
function tidyMembers(value: Fields, optional: readonly string[], walks: MemberWalks<Tidy>): boolean {
  let hasAbsent = false;
  for (const name in value) {
    const member = value[name];
    if (typeof member !== "object") continue;
    if (member === null) hasAbsent ||= optional.includes(name);
    else {
      const walk = walks.get(name);
      const done = walk === undefined ? member : walk(member);
      if (done !== member) value[name] = done;
    }
  }
  return hasAbsent;
}

function ofItems(tidy: Tidy): Tidy {
  return (value) => {
    const items = value as unknown[];
    for (let at = 0; at < items.length; at++) {
      const item = tidy(items[at]);
      if (item !== items[at]) items[at] = item;
    }
    return items;
  };
}

function ofValues(tidy: Tidy): Tidy {
  return (value) => {
    const map = value as Fields;
    for (const key in map) map[key] = tidy(map[key]);
    return map;
  };
}

function ofBranches({ tag }: UnionNode, tidies: BranchWalks<Tidy>): Tidy | undefined {
  if (areIdle(tidies)) return undefined;
  return (value) => {
    const tidy = tidies.get((value as Fields)[tag]);
    return tidy ? tidy(value) : value;
  };
}

function copyOf(value: JsonValue): JsonValue {
  return typeof value === "object" ? (JSON.parse(JSON.stringify(value)) as JsonValue) : value;
}
