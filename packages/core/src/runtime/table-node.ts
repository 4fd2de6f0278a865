/** The rows of a contract's tables: what the value of each definition may be. `docs/tables.md` says what each member means. */

import type { JsonValue } from "./json.js";

/** What a value may be, or another definition that says it. */
export type TableNode = RowNode | Reference;

/** A function, since definitions may refer to each other, and so that a bundler drops those that nobody reaches. */
type Reference = () => TableNode;

/** What a value may be; it must meet every node of `also` as well, and should meet the checks. */
export type RowNode = { readonly also?: readonly TableNode[]; readonly checks?: readonly CheckName[] } & (
  | StringNode
  | NumberNode
  | { readonly kind: "boolean" | "null" }
  | LiteralsNode
  | ArrayNode
  | ObjectNode
  | MapNode
  | UnionNode
  | { readonly kind: "choice" | "all" | "some"; readonly nodes: readonly TableNode[] }
  | { readonly kind: "user_data"; readonly object: boolean }
  | { readonly kind: "not"; readonly node: TableNode }
  | ConditionNode
);

/** The semantic checks that a schema can name, by the codes of their issues; `docs/semantic-checks.md` says what each looks at. */
export type CheckName =
  | "bad_base64"
  | "call_without_result"
  | "cursor_with_text"
  | "duplicate_call_id"
  | "duplicate_call_place"
  | "end_before_start"
  | "impossible_date"
  | "not_portable_name"
  | "other_file"
  | "place_without_call"
  | "result_without_call";

/** Lengths are in code points. */
export interface StringNode {
  readonly kind: "string";
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

export interface NumberNode {
  readonly kind: "number" | "integer";
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface LiteralsNode {
  readonly kind: "literals";
  readonly values: readonly (string | number | boolean | null)[];
  /** Whether the type of the values is asked for as well, so that a value of another type is told that. */
  readonly typed?: true;
}

export interface ArrayNode {
  readonly kind: "array";
  readonly items: TableNode;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
}

export interface ObjectNode {
  readonly kind: "object";
  /** In canonical order. One that is not required may also be null, which means absent, unless its node takes null itself. */
  readonly properties: Readonly<Record<string, TableNode>>;
  readonly required: readonly string[];
  /** What decoding fills in where a property is absent. */
  readonly defaults?: Readonly<Record<string, JsonValue>>;
  /** False for a condition that holds for everything that is not an object. */
  readonly typed?: false;
  /** Whether no other property is allowed. */
  readonly closed?: true;
}

export interface MapNode {
  readonly kind: "map";
  readonly keys: TableNode;
  readonly values: TableNode;
  readonly minProperties?: number;
  readonly maxProperties?: number;
}

/** Objects told apart by the string that they have under one property. */
export interface UnionNode {
  readonly kind: "union";
  readonly tag: string;
  readonly branches: Readonly<Record<string, TableNode>>;
  /** Takes every other tag; absent when there may be no other. */
  readonly open?: TableNode;
}

interface ConditionNode {
  readonly kind: "if";
  readonly test: TableNode;
  readonly then?: TableNode;
  readonly otherwise?: TableNode;
}
