/** Tidies values as a table says: null where it means absent goes, and defaults are filled in. */

import type { Fields, JsonValue } from "../json.js";
import type { ObjectNode, RowNode, TableNode, UnionNode } from "../table-node.js";
import { withoutNulls } from "../tidy.js";
import { meantFor, resolved, takesNull } from "./rows.js";

/** A valid value of the node, tidied in place where that keeps it fast. */
export function tidied(node: TableNode, value: unknown): unknown {
  const tidy = tidyOf(node);
  return tidy === undefined ? value : tidy(value);
}

type Tidy = (value: unknown) => unknown;

const TIDIES = new WeakMap<RowNode, Tidy | undefined>();

/** What is done with values of a node is found out once; undefined where there is nothing to do. */
function tidyOf(node: TableNode): Tidy | undefined {
  const row = resolved(node);
  if (!TIDIES.has(row)) {
    // A definition that holds itself is tidied by the function that is being made.
    TIDIES.set(row, (value) => tidied(row, value));
    TIDIES.set(row, newTidy(row));
  }
  return TIDIES.get(row);
}

function newTidy(row: RowNode): Tidy | undefined {
  switch (row.kind) {
    case "object":
      return row.typed === false ? undefined : ofObject(row);
    case "array":
      return ofItems(tidyOf(row.items));
    case "map":
      return ofValues(tidyOf(row.values));
    case "union":
      return ofBranches(row);
    case "choice":
      if (row.nodes.every((one) => tidyOf(one) === undefined)) return undefined;
      return (value) => {
        const meant = meantFor(row.nodes, value);
        return meant === undefined ? value : tidied(meant, value);
      };
    default:
      return undefined;
  }
}

function ofBranches({ tag, branches }: UnionNode): Tidy | undefined {
  const tidies = new Map(Object.entries(branches).map(([name, branch]) => [name as unknown, tidyOf(branch)]));
  if ([...tidies.values()].every((tidy) => tidy === undefined)) return undefined;
  return (value) => tidies.get((value as Fields)[tag])?.(value) ?? value;
}

function ofItems(tidy: Tidy | undefined): Tidy | undefined {
  if (tidy === undefined) return undefined;
  return (value) => {
    const items = value as unknown[];
    for (let at = 0; at < items.length; at++) {
      const item = tidy(items[at]);
      if (item !== items[at]) items[at] = item;
    }
    return items;
  };
}

function ofValues(tidy: Tidy | undefined): Tidy | undefined {
  if (tidy === undefined) return undefined;
  return (value) => {
    const map = value as Fields;
    for (const key in map) map[key] = tidy(map[key]);
    return map;
  };
}

function ofObject(row: ObjectNode): Tidy | undefined {
  const properties = Object.entries(row.properties);
  const neverNull = properties.flatMap(([name, node]) => (takesNull(node) ? [] : [name]));
  const optional = neverNull.filter((name) => !row.required.includes(name));
  const nested = properties.flatMap(([name, node]) => {
    const tidy = tidyOf(node);
    return tidy === undefined ? [] : [{ name, tidy }];
  });
  const defaults = Object.entries(row.defaults ?? {});
  if (optional.length + nested.length + defaults.length === 0) return undefined;
  return (value) => {
    const it = withoutAbsent(value as Fields, optional, neverNull);
    for (const { name, tidy } of nested) {
      const member = it[name];
      const tidied = member === undefined ? undefined : tidy(member);
      if (tidied !== member) it[name] = tidied;
    }
    for (const [name, filled] of defaults) {
      if (it[name] === undefined) it[name] = copyOf(filled);
    }
    return it;
  };
}

function withoutAbsent(value: Fields, optional: readonly string[], neverNull: readonly string[]): Fields {
  for (const name of optional) {
    if (value[name] === null) return withoutNulls(value, neverNull);
  }
  return value;
}

function copyOf(value: JsonValue): JsonValue {
  return typeof value === "object" ? (JSON.parse(JSON.stringify(value)) as JsonValue) : value;
}
