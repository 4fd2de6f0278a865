/** What all functions of one migration direction share while they are written. */

import type { GeneratedModule } from "../emit/generated-module.js";
import type { Contract } from "../model.js";
import { SchemaError } from "../schema-error.js";
import type { DefinitionMigration, Migration } from "./format.js";
import type { Shape } from "./shape.js";
import type { Direction, Step, VariantStep } from "./steps.js";

/** Which runtime file has which helper. */
const HELPERS: { readonly [name: string]: string } = {
  ...filed("run", ["type Draft", "type Run", "type Value"]),
  ...filed("value", ["NOTHING", "memberOf", "objectOf", "replace", "without", "withOthers"]),
  ...filed("translate", ["type ValueCodec", "translate"]),
  ...filed("codecs", [
    "valueTable",
    "sameStates",
    "scale",
    "epochTime",
    "integerText",
    "inArray",
    "reversed",
    "functionPair",
  ]),
  ...filed("base64", ["base64Text"]),
  ...filed("hosts", ["collide", "giveBack", "leaveHost", "createHost", "insert", "drop"]),
  ...filed("each", ["eachItem", "eachValue", "applyTo", "type Migrate"]),
  ...filed("parts", ["splitText", "joinTexts", "type PartsForm"]),
  ...filed("text-pair", ["textPair", "pairOf"]),
  ...filed("spread", ["spreadValue", "gatherValue", "gatherItems", "type SpreadForm"]),
  ...filed("tests", ["isPresent", "isAmong", "hasJsonType"]),
  ...filed("variant", ["substitute", "substituted", "chooseBranch", "rememberBranch"]),
  ...filed("step", ["takeStep", "takeInnerStep", "type Step", "type Migrated"]),
  ...filed("clone", ["cloneTree"]),
};

function filed(file: string, names: readonly string[]): { readonly [name: string]: string } {
  return Object.fromEntries(names.map((name) => [name, `../../runtime/migration/${file}.js`]));
}

/** The names that a generated variable must not have. */
export const HELPER_NAMES: readonly string[] = Object.keys(HELPERS).map((name) => name.replace("type ", ""));

/** A function that migrates an object. */
export interface ObjectFunction {
  readonly name: string;
  /** What is known of its result. */
  readonly shape: Shape;
  /** The slots of residue that it writes and reads. */
  readonly writes: readonly string[];
  readonly reads: readonly string[];
}

/** What writes functions into a frame's module. */
export interface Writers {
  object(frame: Frame, name: string, shape: Shape, target: Shape | undefined, steps: readonly Step[]): ObjectFunction;
  /** The name of the function of a `variant`. */
  variant(frame: Frame, name: string, step: Step & VariantStep, shape: Shape, wanted: Shape | undefined): string;
  /** The name of the function of a definition. */
  definition(frame: Frame, type: string, definition: DefinitionMigration): string;
  /** The name of the function of a persisted root inside another type. */
  root(frame: Frame, type: string): string;
}

export class Frame {
  readonly module: GeneratedModule;
  readonly migration: Migration;
  readonly direction: Direction;
  readonly source: Contract;
  readonly target: Contract;
  readonly versions: readonly [older: Contract, newer: Contract];
  /** Functions that exist already, by what they migrate. */
  readonly functions: Map<string, string> = new Map();

  /** How functions are written; given from outside, since functions lead to functions. */
  readonly writers: Writers;

  constructor(
    module: GeneratedModule,
    migration: Migration,
    direction: Direction,
    versions: readonly [older: Contract, newer: Contract],
    writers: Writers,
  ) {
    const [older, newer] = versions;
    this.versions = versions;
    this.module = module;
    this.writers = writers;
    this.migration = migration;
    this.direction = direction;
    [this.source, this.target] = direction === "up" ? [older, newer] : [newer, older];
  }

  /** Imports a helper of the runtime. */
  use(name: string): string {
    const path = HELPERS[name];
    if (path === undefined) throw new Error(`no runtime file has ${name}`);
    return this.module.use(path, name);
  }

  /** Imports the type of JSON objects. */
  jsonObject(): string {
    return this.module.use("../../runtime/json.js", "type JsonObject");
  }

  fail(place: string, reason: string): never {
    throw new SchemaError(this.migration.file, place, `${reason} (going ${this.direction})`);
  }
}
