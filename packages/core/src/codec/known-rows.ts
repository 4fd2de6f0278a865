/** What a schema says about a value and about its members, by a walk over the table. */

import { isPlainObject } from "../runtime/check.js";
import { RawScalar } from "../runtime/raw-scalar.js";
import type { RowNode, TableNode } from "../runtime/table-node.js";
import { resolvedRow } from "../runtime/walks/rows.js";

/** All rows that describe a value; none for one that the schema does not know, such as a part of an unknown type. */
export type KnownRows = readonly RowNode[];

export function rowsOf(node: TableNode, value: unknown): KnownRows {
  const row = resolvedRow(node);
  const own = ownRowsOf(row, value);
  return row.also === undefined ? own : [...own, ...row.also.flatMap((one) => rowsOf(one, value))];
}

function ownRowsOf(row: RowNode, value: unknown): KnownRows {
  switch (row.kind) {
    case "all":
    case "some":
    case "choice":
      return row.nodes.flatMap((node) => rowsOf(node, value));
    case "if":
      return [row.then, row.otherwise].flatMap((node) => (node === undefined ? [] : rowsOf(node, value)));
    case "union": {
      const tag = tagOf(value, row.tag);
      const branch = tag !== undefined && Object.hasOwn(row.branches, tag) ? row.branches[tag] : undefined;
      return branch === undefined ? [] : rowsOf(branch, value);
    }
    case "not":
      return [];
    default:
      return [row];
  }
}

function tagOf(value: unknown, name: string): string | undefined {
  const tag = isPlainObject(value) ? value[name] : undefined;
  const plain = tag instanceof RawScalar ? tag.value : tag;
  return typeof plain === "string" ? plain : undefined;
}

/** The rows of a member of what the rows describe. */
export function rowsOfMember(rows: KnownRows, key: string, member: unknown): KnownRows {
  const [only] = rows;
  if (rows.length === 1 && only !== undefined) return rowsIn(only, key, member);
  return rows.flatMap((row) => rowsIn(row, key, member));
}

const UNKNOWN: KnownRows = [];

function rowsIn(row: RowNode, key: string, member: unknown): KnownRows {
  switch (row.kind) {
    case "array":
      return rowsOf(row.items, member);
    case "map":
      return rowsOf(row.values, member);
    case "object":
      return Object.hasOwn(row.properties, key) ? rowsOf(row.properties[key] as TableNode, member) : UNKNOWN;
    default:
      return UNKNOWN;
  }
}

/** Whether the schema takes any JSON here and looks no further. */
export function isUserData(rows: KnownRows): boolean {
  for (const { kind } of rows) {
    if (kind === "user_data") return true;
  }
  return false;
}
