/** Writes values as a table says: the JSON text in canonical order, what the table does not know last. */

import type { Fields } from "../json.js";
import { closing, jsonText, looseObject } from "../json-text.js";
import { stringifyJson } from "../number-text.js";
import type { ObjectNode, TableNode } from "../table-node.js";
import { branchOf, meantFor, resolved } from "./rows.js";

/** The text of a tidied value of the node, as it stands on the wire. */
export function encoded(node: TableNode, value: Fields): string {
  return memberText(node, value, value, "");
}

/** @param container Has the value under `key`, and may have the digits of a number beside it. */
function memberText(node: TableNode, value: unknown, container: object, key: string | number): string {
  const row = resolved(node);
  switch (row.kind) {
    case "object":
      return row.typed === false ? jsonText(container, key, value) : encodedObject(row, value as Fields);
    case "array":
      return `[${(value as unknown[]).map((item, at) => memberText(row.items, item, value as object, at)).join(",")}]`;
    case "map":
      return encodedMap(row.values, value as Fields);
    case "union": {
      const branch = branchOf(row, value as Fields);
      return branch === undefined ? stringifyJson(value) : memberText(branch, value, container, key);
    }
    case "choice": {
      const meant = meantFor(row.nodes, value);
      return meant === undefined ? jsonText(container, key, value) : memberText(meant, value, container, key);
    }
    default:
      return jsonText(container, key, value);
  }
}

function encodedObject(row: ObjectNode, value: Fields): string {
  let members = "";
  let count = 0;
  for (const name in row.properties) {
    const member = value[name];
    if (member === undefined) continue;
    members += `,${JSON.stringify(name)}:${memberText(row.properties[name] as TableNode, member, value, name)}`;
    count++;
  }
  return looseObject(members + (row.closed ? "}" : closing(value, Object.keys(row.properties), count)));
}

function encodedMap(node: TableNode, map: Fields): string {
  const members = Object.keys(map).flatMap((key) =>
    map[key] === undefined ? [] : [`${JSON.stringify(key)}:${memberText(node, map[key], map, key)}`],
  );
  return `{${members.join(",")}}`;
}
