/**
 * Migrations as data: what the generator planned from a migration file and the schemas of both versions. Nothing is left to look up
 * but values: a plan names registers, slots of residue and other plans.
 */

import type { JsonObject, JsonValue } from "../json.js";
import type { Pairs } from "./codecs.js";
import type { ResiduePlace } from "./each.js";
import type { PartsForm } from "./parts.js";
import type { SpreadForm } from "./spread.js";

/** One direction of the migration between two adjacent versions. */
export interface MigrationPlan {
  readonly direction: "up" | "down";
  readonly from: number;
  readonly to: number;
  /** The message types and the persisted roots that both versions have. */
  readonly messages: TypePlans;
  readonly roots: TypePlans;
  /** How the objects of these types, and those inside them, are migrated, by names that plans use for each other. */
  readonly objects: { readonly [name: string]: ObjectPlan | UnionPlan | RootPlan };
}

export interface TypePlans {
  readonly [type: string]: TypePlan;
}

/** The migration of a message type or persisted root. */
export interface TypePlan {
  /** The name of its plan in `objects`. */
  readonly plan: string;
  /** The slots of residue that this direction may write, and those that the other one may have written; both besides those of any type. */
  readonly writes: readonly string[];
  readonly reads: readonly string[];
}

/** The number of a place that holds a value, or nothing, while one object is migrated. 0 has the object itself. */
export type Register = number;

/** How one object is migrated: objects are taken apart, instructions are followed, and the copy of the first object is the result. */
export interface ObjectPlan {
  /** How many registers there are. */
  readonly registers: number;
  /** The object itself and those inside it whose members are looked at, outer ones first. */
  readonly open: readonly OpenedObject[];
  readonly steps: readonly Instruction[];
}

/** An object that is taken apart: known members into registers, all that stays into a copy. */
export interface OpenedObject {
  readonly from: Register;
  /** Gets the value if it is an object, else nothing; absent where no instruction asks. */
  readonly object?: Register;
  /** Known members that are looked at. The copy does not have them, but for those that are `kept` or `staying`. */
  readonly members: readonly (readonly [name: string, to: Register])[];
  /** Gets the copy. */
  readonly copy: Register;
  /** Members that are always there and stay; they come first in the copy. */
  readonly kept: readonly string[];
  /** Members that are looked at and stay where they are there. */
  readonly staying?: readonly string[];
  /** How many of all these are always there. */
  readonly sure: number;
  /** Members that only the target version defines: what stands there is set aside under its pointer. */
  readonly colliding?: readonly string[];
  /** Pointer of the object, where something may collide. */
  readonly at?: string;
  /** Pointer of the object in the target version, where members that the copy does not have stood in the way: they are put back. */
  readonly back?: string;
}

/** A persisted root inside another object: it has a number and residue of its own, and is migrated as one of `roots`. */
export interface RootPlan {
  readonly root: string;
}

/** What is done with the values in registers. `from` and `to` are where a value is taken and put. */
export type Instruction =
  | CopyInstruction
  | InsertInstruction
  | DropInstruction
  | WhenInstruction
  | CreateInstruction
  | LeaveInstruction
  | SetInstruction
  | OperationInstruction;

/** Makes one value of one or two others. */
export type OperationInstruction = {
  readonly from: Register;
  /** A second value. */
  readonly with?: Register;
  readonly to: Register;
} & (
  | { readonly op: "member"; readonly name: string }
  | { readonly op: "pair" }
  | ({ readonly op: "translate"; readonly by: Translation } & ResidueSlots)
  | ({ readonly op: "splitText"; readonly form: PartsForm } & Pick<ResidueSlots, "other">)
  | ({ readonly op: "joinTexts"; readonly form: PartsForm } & Pick<ResidueSlots, "own">)
  | ({ readonly op: "gatherValue"; readonly form: SpreadForm } & Pick<ResidueSlots, "other">)
  | ({ readonly op: "spread" | "gatherItems"; readonly form: SpreadForm } & ResiduePlace)
  | ({ readonly op: "eachItem" | "eachValue" | "apply"; readonly plan: string } & ResiduePlace)
);

/** The slots that an instruction writes, and that the one of the other direction wrote. */
export interface ResidueSlots {
  readonly own: string;
  readonly other: string;
}

export interface CopyInstruction {
  readonly op: "copy";
  /** Nothing where this is absent, and where there is an `if` whose register has nothing. */
  readonly from?: Register;
  readonly if?: Register;
  readonly to: Register;
}

/** The declared value of a member that one version does not have: a constant, that of a register, or nothing. */
export interface Constant {
  readonly value?: JsonValue;
  readonly copied?: Register;
}

export interface InsertInstruction extends Constant {
  readonly op: "insert";
  readonly to: Register;
  readonly slot: string;
}

export interface DropInstruction extends Constant {
  readonly op: "drop";
  readonly from: Register;
  readonly slot: string;
}

export interface WhenInstruction {
  readonly op: "when";
  /** About the object as it was before any instruction. */
  readonly test: Test;
  readonly steps: readonly Instruction[];
  readonly otherwise: readonly Instruction[];
}

/** Makes an object that the source does not have, of the values that are there. */
export interface CreateInstruction {
  readonly op: "create";
  readonly to: Register;
  readonly members: readonly (readonly [name: string, from: Register])[];
  readonly slot: string;
}

/** Sets aside what remains of an object that the target does not have. */
export interface LeaveInstruction {
  readonly op: "leave";
  readonly object: Register;
  readonly copy: Register;
  /** Values that were taken out and make the way back create the object anyway: each is one that is there, and whose `unless` is not. */
  readonly implied: readonly { readonly from: Register; readonly unless?: Register }[];
  readonly defaults: JsonObject;
  readonly slot: string;
  /** The default that stands for the object's absence. */
  readonly absence?: JsonValue;
}

/** Gives a copy a member. `set` leaves alone what is there where there is no value; `replace` takes it away. */
export interface SetInstruction {
  readonly op: "set" | "replace";
  readonly copy: Register;
  readonly name: string;
  readonly from: Register;
}

/** How a value becomes one of the other version. With `reverse` the two directions are exchanged. */
export type Translation = { readonly reverse?: boolean } & (
  | {
      readonly op: "mapValue";
      readonly pairs: Pairs;
      /** Further pairs that hold in one direction only. */
      readonly onlyUp?: Pairs;
      readonly onlyDown?: Pairs;
      /** What becomes of values in no pair; without it they stay. */
      readonly unmapped?: { readonly up?: { readonly to: JsonValue }; readonly down?: { readonly to: JsonValue } };
    }
  | { readonly op: "setAbsent"; readonly states: readonly State[]; readonly up: State; readonly down: State }
  | { readonly op: "array" }
  | {
      readonly op: "split";
      readonly separator: string;
      /** The longest text of the older version, in code points. */
      readonly limit: number;
      /** The second text where there is no separator; without it there is none. */
      readonly otherwise?: string;
    }
  | { readonly op: "scale"; readonly by: number }
  | { readonly op: "epochToIso" }
  | { readonly op: "integerToText" }
  | { readonly op: "textToBase64" }
  /** Functions that no plan can describe. */
  | { readonly op: "custom"; readonly name: string }
);

/** The translation of a kind. */
export type TranslationOf<Op> = Extract<Translation, { readonly op: Op }>;

/** Absence or a constant. */
export type State = { readonly absent: true } | { readonly value: JsonValue };

/** A condition on the value at a JSON Pointer of an object. */
export type Test =
  | { readonly at: string; readonly present: true }
  | { readonly at: string; readonly in: readonly JsonValue[] }
  | { readonly at: string; readonly type: string }
  | { readonly not: Test }
  | { readonly all: readonly Test[] }
  | { readonly any: readonly Test[] };

/** How an object is migrated whose tags the two versions know differently. One with any other tag stays as it is. */
export interface UnionPlan {
  readonly tag: string;
  readonly branches: { readonly [tag: string]: BranchPlan };
  /** What the other direction puts in the place of branches that it cannot say, by their tag. */
  readonly substitutes: readonly (readonly [tag: string, replacement: JsonObject])[];
}

/** A branch that the target has, one that it has several of, or one that it cannot say. */
export type BranchPlan =
  | { readonly plan: string }
  | { readonly choices: readonly BranchChoice[] }
  | { readonly substitute: JsonObject; readonly code: string };

/** One of the branches that a tag may become: the first whose test holds, else the last. */
export interface BranchChoice extends TestedBranch {
  readonly plan: string;
  /** Among which the way back chooses in the same way. */
  readonly back: readonly TestedBranch[];
}

export interface TestedBranch {
  /** By which residue names it. */
  readonly index: number;
  readonly test?: Test;
}
