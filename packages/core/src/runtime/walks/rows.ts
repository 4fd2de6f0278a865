/** What walks ask of the rows of a table. */

import { isObject } from "../check.js";
import type { Fields } from "../json.js";
import type { RowNode, TableNode, UnionNode } from "../table-node.js";

/** The node, or the one that the reference leads to. */
export function resolvedRow(node: TableNode): RowNode {
  let row = node;
  while (typeof row === "function") row = row();
  return row;
}

/** The branch that the tag of a value names; undefined where it names none. */
export function branchOf({ tag, branches }: UnionNode, value: Fields): TableNode | undefined {
  const name = value[tag];
  return typeof name === "string" && Object.hasOwn(branches, name) ? branches[name] : undefined;
}

/** The one of the nodes that says what is in a list or in an object; undefined for a scalar. */
export function meantFor(nodes: readonly TableNode[], value: unknown): RowNode | undefined {
  if (Array.isArray(value)) return nodes.map(resolvedRow).find(({ kind }) => kind === "array");
  return isObject(value) ? nodes.map(resolvedRow).find(({ kind }) => OF_OBJECTS.includes(kind)) : undefined;
}

const OF_OBJECTS: readonly RowNode["kind"][] = ["object", "map", "union"];

/** Whether null is a value of the node, so that it does not mean "absent". */
export function takesNull(node: TableNode): boolean {
  const row = resolvedRow(node);
  return ownTakesNull(row) && (row.also ?? []).every(takesNull);
}

function ownTakesNull(row: RowNode): boolean {
  switch (row.kind) {
    case "null":
      return true;
    case "literals":
      return row.values.includes(null);
    case "user_data":
      return !row.object;
    case "object":
      return row.typed === false;
    case "choice":
    case "some":
      return row.nodes.some(takesNull);
    case "all":
      return row.nodes.every(takesNull);
    case "not":
      return !takesNull(row.node);
    case "if": {
      const branch = takesNull(row.test) ? row.then : row.otherwise;
      return branch === undefined || takesNull(branch);
    }
    default:
      return false;
  }
}
