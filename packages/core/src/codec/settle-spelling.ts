/** Takes the spelling from what a migration brought from where nobody looks to where a schema does. */

import { isInexact } from "../reading/inexact.js";
import type { Fields, JsonObject } from "../runtime/json.js";
import { RawScalar } from "../runtime/raw-scalar.js";
import type { TableNode } from "../runtime/table-node.js";
import { setMember } from "../runtime/tidy.js";
import { isUserData, type KnownRows, rowsOf, rowsOfMember } from "./known-rows.js";

/** Changes the tree of a migrated record, which the node describes. */
export function settleSpelling(tree: JsonObject, node: TableNode): void {
  settleMembers(tree, rowsOf(node, tree));
}

function settleMembers(container: object, rows: KnownRows): void {
  const members = container as Fields;
  for (const key of Object.keys(members)) {
    const member = members[key];
    const known = rowsOfMember(rows, key, member);
    if (known.length === 0 || isUserData(known) || typeof member !== "object" || member === null) continue;
    if (!(member instanceof RawScalar)) settleMembers(member, known);
    else if (typeof member.value === "string" || !isInexact(member.text)) setMember(members, key, member.value);
  }
}
