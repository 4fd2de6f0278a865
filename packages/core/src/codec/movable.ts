/** A record as a migration takes it: what its schema does not look into keeps its own text. */

import { resolved } from "../explain/node-types.js";
import { isInexact } from "../reading/inexact.js";
import { trimmed } from "../reading/read-text.js";
import { readSpelled } from "../reading/spelled.js";
import { isPlainObject } from "../runtime/check.js";
import type { Fields, JsonObject, JsonValue } from "../runtime/json.js";
import { RawScalar } from "../runtime/raw-scalar.js";
import { dropSpelling } from "../runtime/spelling.js";
import type { RowNode, TableNode } from "../runtime/table-node.js";
import { setMember } from "../runtime/tidy.js";
import { keyPointer } from "../runtime/unknown.js";
import { fieldOf } from "./envelope.js";
import type { Origin } from "./origin.js";
import { Unmovable } from "./unmovable.js";

/**
 * The origin of a migration. What `JSON.stringify` writes again character by character needs no spelling.
 * @param tree The text as the platform's parser reads it, nested no deeper than a record may be.
 * @param node What the record may be in its own version.
 * @throws Unmovable for a key that stands twice outside of user data.
 */
export function movable(tree: JsonObject, text: string, node: TableNode): Origin {
  if (JSON.stringify(tree) === trimmed(text)) return { tree, text, exact: false, isValue: false };
  const { tree: spelled, repeating } = readSpelled(text);
  const settled = new Settling(repeating);
  settled.settle(spelled, [node], "");
  return { tree: spelled as JsonObject, text, exact: true, isValue: false, duplicates: settled.duplicates };
}

/** What a migration brought from where nobody looks to where a schema does loses its spelling. Changes the tree. */
export function settleSpelling(tree: JsonValue, node: TableNode): void {
  new Settling(NONE).settle(tree, [node], "");
}

const NONE: ReadonlySet<object> = new Set();

/** Takes the spelling from all that a schema describes, in place. */
class Settling {
  /** The fields of the envelope in whose user data a key stands twice. */
  readonly duplicates: string[] = [];
  readonly #repeating: ReadonlySet<object>;

  constructor(repeating: ReadonlySet<object>) {
    this.#repeating = repeating;
  }

  /** @returns What stands in the place of the value. */
  settle(value: JsonValue, nodes: readonly TableNode[], at: string): JsonValue {
    const rows = nodes.flatMap((node) => rowsOf(resolved(node), value));
    if (rows.some(({ kind }) => kind === "user_data")) this.#pass(value, at);
    else if (rows.length === 0) this.#assertOnce(value, at);
    else return this.#describe(value, rows, at);
    return value;
  }

  #describe(value: JsonValue, rows: readonly RowNode[], at: string): JsonValue {
    if (value instanceof RawScalar) return plainWhereExact(value);
    if (typeof value !== "object" || value === null) return value;
    if (this.#repeating.has(value)) throw new Unmovable("duplicate_key", fieldOf(at));
    dropSpelling(value);
    const members = value as Fields;
    for (const key of Object.keys(members)) {
      const member = members[key] as JsonValue;
      const settled = this.settle(member, nodesOf(rows, key), at + keyPointer(key));
      if (settled !== member) setMember(members, key, settled);
    }
    return value;
  }

  #pass(value: JsonValue, at: string): void {
    const field = fieldOf(at);
    if (this.#repeats(value) && !this.duplicates.includes(field)) this.duplicates.push(field);
  }

  #assertOnce(value: JsonValue, at: string): void {
    if (this.#repeats(value)) throw new Unmovable("duplicate_key", fieldOf(at));
  }

  #repeats(value: unknown): boolean {
    if (this.#repeating.size === 0 || typeof value !== "object" || value === null) return false;
    return this.#repeating.has(value) || Object.values(value).some((member) => this.#repeats(member));
  }
}

/** A number that a double cannot hold keeps its digits wherever it stands. */
function plainWhereExact(scalar: RawScalar): JsonValue {
  return typeof scalar.value === "number" && isInexact(scalar.text) ? (scalar as unknown as JsonValue) : scalar.value;
}

/** All rows that say something about a value; none where a union takes it without knowing it. */
function rowsOf(row: RowNode, value: JsonValue): readonly RowNode[] {
  const more = (row.also ?? []).flatMap((node) => rowsOf(resolved(node), value));
  return [...ownRowsOf(row, value), ...more];
}

function ownRowsOf(row: RowNode, value: JsonValue): readonly RowNode[] {
  switch (row.kind) {
    case "all":
    case "some":
    case "choice":
      return row.nodes.flatMap((node) => rowsOf(resolved(node), value));
    case "if":
      return [row.then, row.otherwise].flatMap((node) => (node === undefined ? [] : rowsOf(resolved(node), value)));
    case "union": {
      const tag = isPlainObject(value) ? value[row.tag] : undefined;
      const name = tag instanceof RawScalar ? tag.value : tag;
      const branch = typeof name === "string" && Object.hasOwn(row.branches, name) ? row.branches[name] : undefined;
      return branch === undefined ? [] : rowsOf(resolved(branch), value);
    }
    case "not":
      return [];
    default:
      return [row];
  }
}

/** What the rows of a container say about one of its members. */
function nodesOf(rows: readonly RowNode[], key: string): readonly TableNode[] {
  return rows.flatMap((row) => {
    if (row.kind === "array") return [row.items];
    if (row.kind === "map") return [row.values];
    if (row.kind !== "object" || !Object.hasOwn(row.properties, key)) return [];
    return [row.properties[key] as TableNode];
  });
}
