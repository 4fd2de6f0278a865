/** The migration between two adjacent versions, from its plans. */

import type { JsonObject } from "../json.js";
import { reversed } from "./codecs.js";
import type { Migrate } from "./each.js";
import { type Operations, preparedObject, type Translations } from "./perform.js";
import type { MigrationPlan, Translation, TranslationOf, TypePlans, UnionPlan } from "./plan.js";
import { leaveAsIs, type Migrated, type Step, takeInnerStep, takeStep } from "./step.js";
import type { ValueCodec } from "./translate.js";

/** Whether a value is valid in the version that a migration leads to, by message type or persisted root. */
export interface TypeVerdicts {
  readonly [type: string]: (value: unknown) => boolean;
}

/** What a type is: a message, or something else that is stored by itself. */
export type StoredKind = "messages" | "roots";

/** What a migration uses besides its plan. */
export interface MigrationMeans {
  readonly verdicts: Readonly<Record<StoredKind, TypeVerdicts>>;
  readonly operations: Operations;
  readonly translations: Translations;
  /** Where there are plans of unions. */
  readonly union?: (plan: UnionPlan, migration: (plan: string) => Migrate) => Migrate;
}

/** Slots that every step uses, besides the one for older residue. */
const ENVELOPE_SLOTS = ["/schema_version", "/residue"];

/** One direction of the migration between two adjacent versions, ready to be used. Each plan is made ready when it is needed first. */
export class PlannedMigration {
  readonly plan: MigrationPlan;
  readonly #means: MigrationMeans;
  readonly #steps = { messages: new Map<string, Step>(), roots: new Map<string, Step>() };
  readonly #migrations = new Map<string, Migrate>();

  constructor(plan: MigrationPlan, means: MigrationMeans) {
    this.plan = plan;
    this.#means = means;
  }

  /** Takes a message or persisted root to the other version; one whose type that version does not have stays as it is. */
  migrate(kind: StoredKind, type: string, value: JsonObject): Migrated {
    const step = this.#step(kind, type);
    return step === undefined ? leaveAsIs(value, this.plan.direction) : takeStep(value, step);
  }

  #step(kind: StoredKind, type: string): Step | undefined {
    const known = this.#steps[kind].get(type);
    if (known !== undefined || !Object.hasOwn(this.plan[kind], type)) return known;
    const step = this.#preparedStep(this.plan[kind], this.#means.verdicts[kind], type);
    this.#steps[kind].set(type, step);
    return step;
  }

  #preparedStep(plans: TypePlans, verdicts: TypeVerdicts, type: string): Step {
    const { direction, from, to } = this.plan;
    const [own, isValid] = [needed(plans[type], type), needed(verdicts[type], type)];
    const writes = [...own.writes, ...ENVELOPE_SLOTS, `/residue/${from}`];
    const reads = [...own.reads, ...ENVELOPE_SLOTS, `/residue/${to}`];
    return { direction, from, to, writes, reads, isValid, migrate: this.#prepared(own.plan) };
  }

  /** Plans may lead to themselves, so that what one refers to is looked for when it is needed. */
  #later(plan: string): Migrate {
    return (value, run) => this.#prepared(plan)(value, run);
  }

  #prepared(name: string): Migrate {
    const known = this.#migrations.get(name);
    if (known !== undefined) return known;
    const made = this.#make(name);
    this.#migrations.set(name, made);
    return made;
  }

  #make(name: string): Migrate {
    const plan = this.plan.objects[name];
    if (plan === undefined) throw new Error(`a migration has no plan ${name}`);
    const migration = (nested: string): Migrate => this.#later(nested);
    if ("tag" in plan) return needed(this.#means.union, "variant")(plan, migration);
    if ("root" in plan) return this.#nestedRoot(plan.root);
    const { operations } = this.#means;
    return preparedObject(plan, { migration, operations, codec: (by) => this.#codec(by) });
  }

  #codec<Op extends Translation["op"]>(by: TranslationOf<Op> & { readonly op: Op }): ValueCodec {
    const make = needed(this.#means.translations[by.op], by.op) as (by: TranslationOf<Op>) => ValueCodec | undefined;
    const codec = needed(make(by), by.op);
    return by.reverse === true ? reversed(codec) : codec;
  }

  #nestedRoot(type: string): Migrate {
    return (value, run) => {
      const step = this.#step("roots", type);
      return step === undefined ? value : takeInnerStep(value, step, run);
    };
  }
}

function needed<Means>(means: Means | undefined, name: string): Means {
  if (means === undefined) throw new Error(`a migration was made without what ${name} needs`);
  return means;
}
