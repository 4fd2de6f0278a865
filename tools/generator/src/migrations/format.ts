/** A migration file as TypeScript sees it after reading. Pointers are JSON Pointers into an object of the scope. */

import type { Json } from "../model.js";

/** The migration between two adjacent versions. */
export interface Migration {
  /** Path of the file, relative to the schemas folder. */
  readonly file: string;
  readonly from: number;
  readonly to: number;
  /** Whether the file says that it may use the escape operation `custom`. */
  readonly allowsCustom: boolean;
  /** Operations of every message type that both versions have, before its own. */
  readonly all: readonly Operation[];
  /** Operations per message type and persisted root. */
  readonly types: ReadonlyMap<string, readonly Operation[]>;
  /** Operations of named definitions that `apply` refers to. */
  readonly definitions: ReadonlyMap<string, DefinitionMigration>;
  readonly examples: readonly Example[];
}

export interface DefinitionMigration {
  /** Names of the definition in the older and the newer version. */
  readonly from: string;
  readonly to: string;
  readonly do: readonly Operation[];
}

/** One message or persisted root in both versions. */
export interface Example {
  readonly type: string;
  /** Which way it is an example of; both when one message is exactly the other. */
  readonly direction: "up" | "down" | "both";
  readonly from: Json;
  readonly to: Json;
  /** Where it stands in the file. */
  readonly pointer: string;
}

/** One operation; `place` is where it stands in the file. */
export type Operation = { readonly place: string } & (
  | { readonly op: "rename"; readonly at: string; readonly from: string; readonly to: string }
  | { readonly op: "move"; readonly from: string; readonly to: string }
  | { readonly op: "add"; readonly at: string; readonly value?: Json; readonly copy?: string }
  | { readonly op: "remove"; readonly at: string; readonly value?: Json; readonly copy?: string }
  | { readonly op: "wrap"; readonly at: string; readonly key?: string }
  | { readonly op: "unwrap"; readonly at: string; readonly key?: string }
  | MapValue
  | Convert
  | SetAbsent
  | Each
  | JoinParts
  | Spread
  | Split
  | When
  | { readonly op: "apply"; readonly at: string; readonly type: string }
  | Variant
  | Custom
);

/** A value of the older version and one of the newer. */
export type Pair = readonly [older: Json, newer: Json];

export interface MapValue {
  readonly op: "mapValue";
  readonly at: string;
  /** One-to-one: what each value is in the other version. */
  readonly pairs: readonly Pair[];
  /** Further values of the older version, whose counterparts are represented by a pair; and of the newer version. */
  readonly onlyUp: readonly Pair[];
  readonly onlyDown: readonly Pair[];
  /** What a value becomes that is in no pair; without it, the value stays. */
  readonly unmapped?: { readonly up?: { readonly to: Json }; readonly down?: { readonly to: Json } };
}

export const CODECS = ["scale", "epochToIso", "integerToText", "textToBase64", "booleanToEnum"] as const;

export interface Convert {
  readonly op: "convert";
  readonly at: string;
  readonly codec: (typeof CODECS)[number];
  /** The factor of `scale`. */
  readonly by?: number;
  /** What `booleanToEnum` makes of false and true. */
  readonly names?: readonly [string, string];
  /** The codec's directions exchanged. */
  readonly reverse?: boolean;
}

/** Absence, null or a constant. */
export type State = { readonly absent: true } | { readonly value: Json };

export interface SetAbsent {
  readonly op: "setAbsent";
  readonly at: string;
  /** The states that are one. */
  readonly states: readonly State[];
  /** Which of them stands for all in the newer and in the older version. */
  readonly up: State;
  readonly down: State;
}

interface Each {
  readonly op: "each";
  readonly at: string;
  readonly of: "items" | "values";
  /** The member of an item that tells it apart, as the older version names it. */
  readonly key?: string;
  readonly do: readonly Operation[];
}

export interface JoinParts {
  readonly op: "joinParts";
  readonly at: string;
  readonly tag: string;
  readonly textTag: string;
  readonly field: string;
  readonly limit: number;
  /** Members of a text part that an edited text comes back without. */
  readonly bound?: readonly string[];
}

export interface Spread {
  readonly op: "spread";
  readonly from: string;
  readonly to: string;
  readonly host: string;
  readonly field: string;
  readonly key: string;
  readonly any: readonly Json[];
  readonly else: Json;
  readonly unless?: { readonly present: string; readonly value: Json };
}

/** One text of the older version, two of the newer one. */
export interface Split {
  readonly op: "split";
  /** The text in the older version, and the texts before and after the separator in the newer one. */
  readonly at: string;
  readonly to: readonly [first: string, second: string];
  readonly separator: string;
  /** The longest text of the older version, in code points. */
  readonly limit: number;
  /** The second text where there is no separator; without it there is none. */
  readonly else?: string;
}

export interface When {
  readonly op: "when";
  /** Read on the older version's image going up, on the newer one's going down. */
  readonly test: Test;
  readonly down: Test;
  readonly do: readonly Operation[];
  readonly else: readonly Operation[];
}

export type Test =
  | { readonly at: string; readonly present: true }
  | { readonly at: string; readonly in: readonly Json[] }
  | { readonly at: string; readonly type: string }
  | { readonly not: Test }
  | { readonly all: readonly Test[] }
  | { readonly any: readonly Test[] };

interface Variant {
  readonly op: "variant";
  readonly at: string;
  readonly tag: string;
  readonly cases: readonly Case[];
}

/** A branch of a union: one that both versions have, or one that only one of them has. */
export interface Case {
  readonly place: string;
  /** The tag in the older version; absent for a branch that it does not have. */
  readonly from?: string;
  /** The tag in the newer version; absent for a branch that it does not have. */
  readonly to?: string;
  /** Which of several cases with the same `from` (going up) or `to` (going down) applies. */
  readonly test?: Test;
  readonly down?: Test;
  readonly do: readonly Operation[];
  /** What stands for the branch in the version that does not have it. */
  readonly substitute?: Json;
  /** What stands for a value of an open union that had this tag before the tag was defined. */
  readonly collision?: Json;
}

export interface Custom {
  readonly op: "custom";
  readonly at: string;
  /** A module of core's `runtime/custom`, whose functions `up` and `down` it is. */
  readonly name: string;
}
