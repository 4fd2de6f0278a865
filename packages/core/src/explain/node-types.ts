/** The JSON types that a node leaves possible, in the words of JSON Schema. */

import { isObject } from "../runtime/check.js";
import type { RowNode, TableNode } from "../runtime/table-node.js";
import { resolvedRow } from "../runtime/walks/rows.js";

/** The types that a value must have one of; undefined where the node asks for none, or where its values say it all. */
export function typesOf(node: RowNode): readonly string[] | undefined {
  switch (node.kind) {
    case "literals":
      return node.typed ? literalTypes(node.values) : undefined;
    case "map":
    case "union":
      return ["object"];
    case "object":
      return node.typed === false ? undefined : ["object"];
    case "user_data":
      return node.object ? ["object"] : undefined;
    case "choice":
      return node.nodes.flatMap((one) => possibleTypes(one) ?? []);
    case "all":
    case "some":
    case "not":
    case "if":
      return undefined;
    default:
      return [node.kind];
  }
}

/** As above, with the types of values that are listed. */
export function possibleTypes(node: TableNode): readonly string[] | undefined {
  const row = resolvedRow(node);
  return row.kind === "literals" ? literalTypes(row.values) : typesOf(row);
}

function literalTypes(values: readonly unknown[]): readonly string[] {
  return [...new Set(values.map((value) => (value === null ? "null" : typeof value)))];
}

/** Whether a JSON value is of a type. */
export function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return Number.isInteger(value);
    case "number":
      return Number.isFinite(value);
    default:
      return typeof value === type;
  }
}
