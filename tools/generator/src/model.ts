/** The generator's model of a contract version: what every emitter reads, and nothing of JSON Schema that an emitter would have to interpret again. */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonSchema = { readonly [key: string]: Json };

/** One version of the contract, complete in itself. */
export interface Contract {
  readonly version: number;
  /** Whether this is the newest version, the one that messages decode to. */
  readonly current: boolean;
  /** All named definitions, in an order in which a reader would meet them; names are unique. */
  readonly definitions: ReadonlyMap<string, Definition>;
  /** The union of message types. */
  readonly message: UnionNode;
  readonly facts: TypeFacts;
}

/** What others need to know of the types, as it is declared beside them; by tag, those alone that declare something. */
export interface TypeFacts {
  readonly messages: ReadonlyMap<string, MessageFacts>;
  readonly parts: ReadonlyMap<string, PartFacts>;
}

/** The steps to a field. */
export type FieldPath = readonly string[];

/** What others need to know of a part. */
export interface PartFacts {
  /** The text that a model is told, or the list of parts. */
  readonly modelText?: FieldPath;
}

/** What others need to know of a message type. */
export interface MessageFacts extends PartFacts {
  /** Who says it, or the field that tells; of `session` a model is told nothing. */
  readonly role?: string | FieldPath;
  /** Whether a model is told all that `data` has, notes aside. */
  readonly isWhole?: true;
  /** What it stays with when a context is made shorter. */
  readonly keepWith?: string;
  /** Says how much it matters, from 0 to 1. */
  readonly priority?: FieldPath;
  /** What a line about it shows: words, and fields with the noun for what is counted or unknown. */
  readonly summary?: readonly (string | { readonly at: FieldPath; readonly noun?: string })[];
}

/** A named definition: a file's root or one of its `$defs`. */
export interface Definition {
  readonly name: string;
  /** Path of the file relative to the schemas folder, and the JSON Pointer inside it. */
  readonly file: string;
  readonly pointer: string;
  /** The snake_case name of a file's root (`tool_request`, `chat_message`); absent for inner definitions. */
  readonly root?: string;
  readonly description: string;
  readonly deprecated: boolean;
  readonly examples: readonly Json[];
  /** The definition with bases flattened and references of the form `#/$defs/Name`; nulls and open tags not yet spelled out. */
  readonly schema: JsonSchema;
  readonly node: Node;
  /** Present when this is the branch of an open union that takes every tag the union does not know; its decoded form is an `UnknownValue`. */
  readonly unknown?: true;
}

/** What a value may be. `also` holds further conditions that the same value must meet; `checks` names what no schema can say of it. */
export type Node = { readonly also?: readonly Node[]; readonly checks?: readonly string[] } & (
  | StringNode
  | NumberNode
  | { readonly kind: "boolean" }
  | { readonly kind: "null" }
  | LiteralsNode
  | ArrayNode
  | ObjectNode
  | MapNode
  | UnionNode
  | ChoiceNode
  | { readonly kind: "ref"; readonly name: string }
  | UserDataNode
  | { readonly kind: "not"; readonly node: Node }
  | { readonly kind: "all"; readonly nodes: readonly Node[] }
  | { readonly kind: "some"; readonly nodes: readonly Node[] }
  | { readonly kind: "if"; readonly test: Node; readonly then?: Node; readonly otherwise?: Node }
);

export interface StringNode {
  readonly kind: "string";
  /** In code points. */
  readonly minLength?: number;
  /** In code points. */
  readonly maxLength?: number;
  readonly pattern?: string;
  /** An annotation only: it never decides a verdict. */
  readonly format?: string;
}

export interface NumberNode {
  readonly kind: "number";
  readonly integer: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface LiteralsNode {
  readonly kind: "literals";
  readonly values: readonly (string | number | boolean | null)[];
  /** Whether the schema asks for the type besides; it never changes the verdict, only what a refusal is called. */
  readonly typed?: true;
}

export interface ArrayNode {
  readonly kind: "array";
  readonly items: Node;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
}

export interface ObjectNode {
  readonly kind: "object";
  /** In canonical order. */
  readonly properties: readonly Property[];
  /** False for a bare condition such as `{ required: [...] }`, which holds for any value that is not an object. */
  readonly typed: boolean;
  /** Whether a property that is not listed is refused; absent for open objects, which is the rule. */
  readonly closed?: true;
}

export interface Property {
  readonly name: string;
  /** An optional property may also be null on the wire, which means absent (unless `node` itself takes null: then null is a value). */
  readonly required: boolean;
  readonly node: Node;
  /** Only on optional properties; filled in by decoding. */
  readonly default?: Json;
  /** Whether it only says how the value came to be: nobody who is told the rest misses it. */
  readonly isNote?: true;
  readonly description: string;
  readonly deprecated: boolean;
  readonly examples: readonly Json[];
}

export interface MapNode {
  readonly kind: "map";
  readonly keys: Node;
  readonly values: Node;
  readonly minProperties?: number;
  readonly maxProperties?: number;
}

/** A union told apart by a required constant string under one property. */
export interface UnionNode {
  readonly kind: "union";
  readonly tag: string;
  readonly branches: readonly { readonly tag: string; readonly name: string }[];
  /** The name of the definition that takes every other tag; absent when the union is closed. */
  readonly open?: string;
}

/** Branches with disjoint JSON types, told apart by `typeof` and `Array.isArray`. */
export interface ChoiceNode {
  readonly kind: "choice";
  readonly nodes: readonly Node[];
}

/** A slot for the user's own JSON, never descended into. */
export interface UserDataNode {
  readonly kind: "user_data";
  /** Whether it must be a JSON object; otherwise any JSON value. */
  readonly object: boolean;
}
