/** Migrates one object as its plan says: the object is taken apart, and each instruction works on the values in registers. */

import type { JsonObject, JsonValue } from "../json.js";
import type { Migrate } from "./each.js";
import { collide, createHost, drop, giveBack, insert, leaveHost } from "./hosts.js";
import type {
  Constant,
  CopyInstruction,
  CreateInstruction,
  Instruction,
  LeaveInstruction,
  ObjectPlan,
  OpenedObject,
  OperationInstruction,
  SetInstruction,
  Translation,
  TranslationOf,
  WhenInstruction,
} from "./plan.js";
import type { Draft, Run, Value } from "./run.js";
import { preparedTest } from "./tests.js";
import type { ValueCodec } from "./translate.js";
import { NOTHING, objectOf, replace, withOthers } from "./value.js";

/** What the instructions of a plan refer to. */
export interface Surroundings {
  /** The migration of the objects that have the plan of this name. */
  readonly migration: (plan: string) => Migrate;
  readonly codec: (translation: Translation) => ValueCodec;
  readonly operations: Operations;
}

/** The functions of operations. A migration is given those that it uses, so that a bundle has no others. */
export type Operations = {
  readonly [Op in OperationInstruction["op"]]?: Operation<Extract<OperationInstruction, { readonly op: Op }>>;
};

type Operation<Step> = (run: Run, value: Value, step: Ready<Step>, second: Value) => Value;

/** An instruction with the values of the names in it. */
type Ready<Step> = Step &
  (Step extends { readonly by: Translation } ? { readonly codec: ValueCodec } : unknown) &
  (Step extends { readonly plan: string } ? { readonly migrate: Migrate } : unknown);

/** How the values of translations are made; of these, too, a migration is given those that it uses. */
export type Translations = {
  readonly [Op in Translation["op"]]?: (by: TranslationOf<Op>) => ValueCodec | undefined;
};

/** The values of one object's migration, by the numbers of their registers. */
type Registers = Value[];

/** An instruction, ready to be followed. */
type Perform = (registers: Registers, run: Run) => void;

/** The migration of objects by a plan. What can be looked up once is looked up here. */
export function preparedObject(plan: ObjectPlan, around: Surroundings): Migrate {
  const opened = plan.open.map(preparedOpening);
  const steps = plan.steps.map((step) => preparedInstruction(step, around));
  const returning = opened.filter(({ back }) => back !== undefined);
  const result = opened[0]?.copy ?? 0;
  return (object, run) => {
    const registers: Registers = new Array<Value>(plan.registers).fill(undefined);
    registers[0] = object;
    for (const one of opened) takeApart(one, registers, run);
    for (const step of steps) step(registers, run);
    if (run.stored !== undefined) for (const one of returning) giveAllBack(one, registers, run);
    return registers[result] as JsonObject;
  };
}

/** An object to be taken apart, with the members that its copy does not have. */
interface Opening extends OpenedObject {
  readonly without: readonly string[];
  /** These and those that the copy begins with. */
  readonly handled: readonly string[];
  readonly colliding: readonly string[];
}

function preparedOpening(opened: OpenedObject): Opening {
  const { members, kept, staying = [], colliding = [] } = opened;
  const without = members.map(([name]) => name).filter((name) => !kept.includes(name) && !staying.includes(name));
  return { ...opened, without, handled: [...kept, ...without], colliding };
}

function takeApart(opening: Opening, registers: Registers, run: Run): void {
  const value = objectOf(registers[opening.from]);
  if (opening.object !== undefined) registers[opening.object] = value;
  const object = value ?? NOTHING;
  for (const [name, to] of opening.members) registers[to] = Object.hasOwn(object, name) ? object[name] : undefined;
  registers[opening.copy] = copyOf(object, opening, run);
}

function copyOf(object: JsonObject, { kept, handled, sure, colliding, at }: Opening, run: Run): Draft {
  const copy: Draft = {};
  for (const name of kept) copy[name] = object[name] as JsonValue;
  withOthers(copy, object, handled, sure);
  for (const name of colliding) if (copy[name] !== undefined) collide(run, copy, name, `${at}/${name}`);
  return copy;
}

/** Puts back what stood in the way on the way here. */
function giveAllBack({ copy, without, back }: Opening, registers: Registers, run: Run): void {
  for (const name of without) giveBack(run, registers[copy] as Draft, name, `${back}/${name}`);
}

function preparedInstruction(step: Instruction, around: Surroundings): Perform {
  switch (step.op) {
    case "copy":
      return (registers) => copyValue(step, registers);
    case "insert":
      return (registers, run) => {
        registers[step.to] = insert(run, constantOf(step, registers), step.slot);
      };
    case "drop":
      return (registers, run) => drop(run, registers[step.from], constantOf(step, registers), step.slot);
    case "when":
      return preparedWhen(step, around);
    case "create":
      return (registers, run) => create(step, registers, run);
    case "leave":
      return (registers, run) => leave(step, registers, run);
    case "set":
    case "replace":
      return (registers) => setIn(step, registers);
    default:
      return preparedOperation(step, around);
  }
}

function preparedOperation(step: OperationInstruction, around: Surroundings): Perform {
  const operation = around.operations[step.op] as Operation<OperationInstruction> | undefined;
  if (operation === undefined) throw new Error(`a migration was made without the operation ${step.op}`);
  const { from, with: second, to } = step;
  const ready = {
    ...step,
    ...("by" in step ? { codec: around.codec(step.by) } : {}),
    ...("plan" in step ? { migrate: around.migration(step.plan) } : {}),
  };
  return (registers, run) => {
    registers[to] = operation(run, registers[from], ready, second === undefined ? undefined : registers[second]);
  };
}

function preparedWhen({ test, steps, otherwise }: WhenInstruction, around: Surroundings): Perform {
  const passes = preparedTest(test);
  const prepared = (list: readonly Instruction[]): Perform[] => list.map((step) => preparedInstruction(step, around));
  const [done, other] = [prepared(steps), prepared(otherwise)];
  return (registers, run) => {
    for (const step of passes(registers[0] as JsonObject) ? done : other) step(registers, run);
  };
}

function constantOf({ value, copied }: Constant, registers: Registers): Value {
  return copied === undefined ? value : registers[copied];
}

function copyValue({ from, if: condition, to }: CopyInstruction, registers: Registers): void {
  const isThere = from !== undefined && (condition === undefined || registers[condition] !== undefined);
  registers[to] = isThere ? registers[from] : undefined;
}

function create({ to, members, slot }: CreateInstruction, registers: Registers, run: Run): void {
  const isImplied = members.some(([, from]) => registers[from] !== undefined);
  const object = createHost(run, isImplied, members, slot);
  registers[to] = object;
  if (object === undefined) return;
  for (const [name, from] of members) {
    const value = registers[from];
    if (value !== undefined) object[name] = value;
  }
}

function leave(step: LeaveInstruction, registers: Registers, run: Run): void {
  const { object, copy, implied, defaults, slot, absence } = step;
  const isImplied = implied.some(
    ({ from, unless }) => registers[from] !== undefined && (unless === undefined || registers[unless] === undefined),
  );
  leaveHost(
    run,
    registers[object] as JsonObject | undefined,
    registers[copy] as Draft,
    isImplied,
    defaults,
    slot,
    absence,
  );
}

function setIn({ op, copy, name, from }: SetInstruction, registers: Registers): void {
  const value = registers[from];
  const draft = registers[copy] as Draft;
  if (op === "replace") replace(draft, name, value);
  else if (value !== undefined) draft[name] = value;
}
