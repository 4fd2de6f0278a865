/** One step between adjacent versions: runs the migration of a type and takes care of `schema_version` and `residue`. */

import type { JsonObject, JsonValue } from "../json.js";
import { setMember } from "../tidy.js";
import { withPlainScalars } from "./clone.js";
import type { Migrate } from "./each.js";
import { absentSlot, claim, type Draft, keep, type MigrationNote, note, type Run, startRun } from "./run.js";
import { isEmpty, memberOf, objectOf } from "./value.js";

/** A message in another version, and what was lost on the way. */
export interface Migrated {
  readonly value: JsonObject;
  readonly notes: readonly MigrationNote[];
}

/** The migration of one message type in one direction. */
export interface Step {
  readonly direction: "up" | "down";
  readonly from: number;
  readonly to: number;
  /** Its messages always say their version. */
  readonly migrate: Migrate;
  /** All slots that this direction may write, and all that the other one may have written. */
  readonly writes: readonly string[];
  readonly reads: readonly string[];
  /** Whether a migrated message is valid. */
  readonly isValid: (value: unknown) => boolean;
}

/** The residue object of an envelope holds at most so many versions. */
const MAX_VERSIONS = 1024;

/** How the slots that stand for an absent value end. */
const ABSENT = absentSlot("");

/** Migrates a message one step. Residue is restored only as far as the result is valid. */
export function takeStep(received: JsonObject, step: Step): Migrated {
  const isTold = received.schema_version !== undefined;
  const message = isTold ? received : { ...received, schema_version: step.from };
  const stored = objectOf(memberOf(message.residue, String(step.to)));
  const readable =
    stored !== undefined && Object.keys(stored).some((key) => isSlot(step.reads, key)) ? stored : undefined;
  const all = attempt(message, step, readable);
  if (all.used === undefined || isAcceptable(all.value, step)) return { value: all.value, notes: all.notes };
  return attempt(message, step, readable, unusable(message, step, all.used, readable));
}

/** A persisted root inside another object: it has a number and residue of its own. */
export function takeInnerStep(root: JsonObject, step: Step, run: Run): JsonObject {
  const { value, notes } = takeStep(root, step);
  for (const { code, path } of notes) note(run, code, path);
  return value;
}

interface Attempt extends Migrated {
  readonly used: ReadonlySet<string> | undefined;
}

function attempt(
  message: JsonObject,
  step: Step,
  stored: JsonObject | undefined,
  refused?: ReadonlySet<string>,
): Attempt {
  const run = startRun(step.direction, stored, refused);
  // What a migration returns is always new.
  const value = step.migrate(message, run) as Draft;
  value.schema_version = nextVersion(message, step, run);
  sealResidue(message, value, step, run);
  return { value, notes: run.notes, used: run.used };
}

/** The slots without which the result is valid: each restored slot is tried on top of those found good. */
function unusable(
  message: JsonObject,
  step: Step,
  used: ReadonlySet<string>,
  stored: JsonObject | undefined,
): Set<string> {
  const refused = new Set(used);
  for (const slot of used) {
    refused.delete(slot);
    if (!isAcceptable(attempt(message, step, stored, refused).value, step)) refused.add(slot);
  }
  return refused;
}

/** Validators know values only, not how they were spelled. */
function isAcceptable(value: JsonObject, step: Step): boolean {
  return step.isValid(value) || step.isValid(withPlainScalars(value));
}

/** Whether a key of residue is one of the slots, or says that the value of one was absent. */
function isSlot(slots: readonly string[], key: string): boolean {
  return slots.includes(key) || (key.endsWith(ABSENT) && slots.includes(key.slice(0, -ABSENT.length)));
}

/** A message may bear the number of a version that is newer than the one it is valid as. */
function nextVersion(message: JsonObject, step: Step, run: Run): number {
  const slot = "/schema_version";
  const stored = run.refused?.has(slot) ? undefined : memberOf(run.stored, slot);
  const version = message.schema_version as JsonValue;
  if (version !== step.from) keepNoted(run, slot, version);
  if (typeof stored !== "number" || !Number.isSafeInteger(stored) || stored <= step.to) return step.to;
  claim(run, slot);
  return stored;
}

function keepNoted(run: Run, slot: string, value: JsonValue): void {
  keep(run, slot, value);
  note(run, "not_carried", slot);
}

/** Puts together the residue of the result: what was there, less what was restored, and what this step keeps. */
function sealResidue(message: JsonObject, value: Draft, step: Step, run: Run): void {
  const before = objectOf(message.residue);
  if (before === undefined && run.kept === undefined) return;
  const residue: Draft = { ...before };
  leaveStored(residue, step, run);
  addKept(before, residue, step, run);
  if (isEmpty(residue) && before !== undefined && !isEmpty(before) && !isEmptyStored(run)) delete value.residue;
  else value.residue = residue;
}

/** Takes the slots of this step out of the residue for the target version; others stay. */
function leaveStored(residue: Draft, step: Step, run: Run): void {
  const { stored } = run;
  if (stored === undefined) return;
  const left: Draft = {};
  for (const slot of Object.keys(stored)) {
    if (!isSlot(step.reads, slot)) setMember(left, slot, stored[slot] as JsonValue);
    else if (!run.used?.has(slot) && !isReserved(slot)) note(run, "residue_dropped", slot);
  }
  const old = restoredResidue(left, step, run);
  if (old !== undefined) residue[step.to] = { ...left, ...old };
  else if (isEmpty(left)) delete residue[step.to];
  else residue[step.to] = left;
}

function isReserved(slot: string): boolean {
  return slot === "/residue" || slot.startsWith("/residue/");
}

/** Residue that the message had under its own version before the step that left `stored`. */
function restoredResidue(left: Draft, step: Step, run: Run): JsonObject | undefined {
  const old = objectOf(memberOf(run.stored, `/residue/${step.to}`));
  if (old === undefined) return undefined;
  const isWhole = isEmpty(old) ? isEmpty(left) : Object.keys(old).every((key) => isSlot(step.reads, key));
  return isWhole ? old : undefined;
}

/** Whether the message had an empty residue before the step that left `stored`. */
function isEmptyStored(run: Run): boolean {
  const empty = objectOf(memberOf(run.stored, "/residue"));
  return empty !== undefined && isEmpty(empty);
}

/** Adds what this step keeps. What the message had in the same slots is itself kept, so that nothing is mistaken for new. */
function addKept(before: JsonObject | undefined, residue: Draft, step: Step, run: Run): void {
  const own = objectOf(memberOf(before, String(step.from)));
  const clashing = clashingSlots(own, step, run.kept !== undefined);
  if (clashing !== undefined) keep(run, `/residue/${step.from}`, clashing);
  if (run.kept === undefined) return;
  if (before !== undefined && isEmpty(before)) keep(run, "/residue", {});
  if (own === undefined && Object.keys(residue).length >= MAX_VERSIONS) note(run, "residue_full", "/residue");
  else residue[step.from] = { ...without(own, clashing), ...run.kept };
}

/** The part of a message's residue about its own version that lies in slots of this step; an empty residue counts where it would fill. */
function clashingSlots(own: JsonObject | undefined, step: Step, isFilling: boolean): JsonObject | undefined {
  if (own === undefined) return undefined;
  if (isEmpty(own)) return isFilling ? {} : undefined;
  const clashing: Draft = {};
  for (const key of Object.keys(own)) {
    if (isSlot(step.writes, key)) clashing[key] = own[key] as JsonValue;
  }
  return isEmpty(clashing) ? undefined : clashing;
}

function without(own: JsonObject | undefined, clashing: JsonObject | undefined): Draft {
  const left: Draft = {};
  for (const slot of Object.keys(own ?? {})) {
    if (clashing === undefined || !Object.hasOwn(clashing, slot)) setMember(left, slot, own?.[slot] as JsonValue);
  }
  return left;
}

/** A message whose type the other version does not have: it stays what it is, and the other version takes it as unknown. */
export function leaveAsIs(message: JsonObject, direction: "up" | "down"): Migrated {
  return { value: message, notes: [{ code: "type_not_carried", path: "/type", direction }] };
}

/** One step more, with the notes of all steps. */
export function furtherMigration(before: Migrated, step: (value: JsonObject) => Migrated): Migrated {
  const { value, notes } = step(before.value);
  return { value, notes: before.notes.length === 0 ? notes : [...before.notes, ...notes] };
}
