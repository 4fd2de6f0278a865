/** Writes values as a table says: the JSON text in canonical order, what the table does not know last. */

import type { Fields } from "../json.js";
import { closing, jsonText, looseObject, userDataText } from "../json-text.js";
import type { Pen } from "../pen.js";
import type { ObjectNode, TableNode } from "../table-node.js";
import { branchOf, meantFor, resolvedRow } from "./rows.js";

/** The text of a tidied value of the node, as it stands on the wire. */
export function encodedByTable(node: TableNode, value: Fields, pen: Pen): string {
  return memberText(node, value, value, "", pen);
}

/** @param container Has the value under `key`, and may have the digits of a number beside it. */
function memberText(node: TableNode, value: unknown, container: object, key: string | number, pen: Pen): string {
  const row = resolvedRow(node);
  switch (row.kind) {
    case "object":
      return row.typed === false ? jsonText(container, key, value, pen) : encodedObject(row, value as Fields, pen);
    case "array":
      return `[${(value as unknown[]).map((item, at) => memberText(row.items, item, value as object, at, pen)).join(",")}]`;
    case "map":
      return encodedMap(row.values, value as Fields, pen);
    case "union": {
      const branch = branchOf(row, value as Fields);
      return branch === undefined ? userDataText(value, pen) : memberText(branch, value, container, key, pen);
    }
    case "choice": {
      const meant = meantFor(row.nodes, value);
      return meant === undefined ? jsonText(container, key, value, pen) : memberText(meant, value, container, key, pen);
    }
    default:
      return jsonText(container, key, value, pen);
  }
}

function encodedObject(row: ObjectNode, value: Fields, pen: Pen): string {
  let members = "";
  let count = 0;
  for (const name in row.properties) {
    const member = value[name];
    if (member === undefined) continue;
    members += `,${JSON.stringify(name)}:${memberText(row.properties[name] as TableNode, member, value, name, pen)}`;
    count++;
  }
  return looseObject(members + (row.closed ? "}" : closing(value, Object.keys(row.properties), count, pen)));
}

function encodedMap(node: TableNode, map: Fields, pen: Pen): string {
  const members = Object.keys(map).flatMap((key) =>
    map[key] === undefined ? [] : [`${JSON.stringify(key)}:${memberText(node, map[key], map, key, pen)}`],
  );
  return `{${members.join(",")}}`;
}
