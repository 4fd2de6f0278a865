/** What would leave a conversation that has to become shorter, in which order, and why. */

import type { Timestamp, Uuid } from "@parlance/core";
import { factsOfMessage } from "@parlance/core/internal";
import { type RatedUnit, ratedUnits } from "./rating.js";
import type { Unit } from "./units.js";

/**
 * `optional_material`: its priority says that it can be left out. `unused_material`: not used in the last two turns, or used no later than
 * what leaves next. `old_turn`: what was said before the newest turn. `old_round`: what the model said and called in the newest turn
 * before its last step. `new_material`: it came with what the user said last, and nothing older was left. `required_material`: its priority
 * says that it is required, and nothing else was left.
 */
export type RemovalCode =
  | "optional_material"
  | "unused_material"
  | "old_turn"
  | "old_round"
  | "new_material"
  | "required_material";

/** What leaves together. */
export interface Leaving {
  readonly code: RemovalCode;
  readonly units: readonly Unit[];
}

/** What may leave, and what has to stay. */
export interface Plan {
  /** In the order in which they leave; it does not depend on the budget. */
  readonly leaving: readonly Leaving[];
  readonly staying: readonly Unit[];
}

/** @param accessed When materials were used last, by ids in lower case. */
export function planOf(units: readonly Unit[], accessed: ReadonlyMap<Uuid, Timestamp>): Plan {
  const newest = units.reduce((turn, unit) => Math.max(turn, unit.turn), 0);
  const opening = new Set(openingOf(units, newest));
  const last = lastStep(units);
  const isAnswered = units.some(({ turn, role }) => turn === 0 && role === "assistant");
  const staying: Unit[] = [];
  const said: Unit[] = [];
  const materials: Unit[] = [];
  for (const [index, unit] of units.entries()) {
    const isNew = opening.has(unit) || index > last;
    if (index === last || unit.kind === "system" || (isNew && !isUnasked(unit))) staying.push(unit);
    else if (isSeparate(unit, isAnswered)) materials.push(unit);
    else said.push(unit);
  }
  return { leaving: inOrder(ratedUnits(materials, units, accessed), said, { newest, opening }), staying };
}

/** The place of what the model goes on from: the last that was said or done. */
function lastStep(units: readonly Unit[]): number {
  let last = units.length - 1;
  for (const [index, { kind }] of units.entries()) if (kind === "said" || kind === "exchange") last = index;
  return last;
}

/** What the user pointed at stays as long as the model has not answered it; a resource is what somebody else found useful. */
function isUnasked({ material }: Unit): boolean {
  return material !== undefined && factsOfMessage(material.type).keepWith === "nothing";
}

/** What the newest turn begins with: all that stands on the user's side in a row. */
function openingOf(units: readonly Unit[], newest: number): readonly Unit[] {
  const first = newest > 0 ? units.findIndex(({ turn }) => turn === newest) : lastOnUserSide(units);
  if (first < 0) return [];
  const end = units.findIndex(({ role }, index) => index > first && role === "assistant");
  return units.slice(first, end < 0 ? units.length : end);
}

/** Where the last messages on the user's side in a row begin; -1 where there are none. */
function lastOnUserSide(units: readonly Unit[]): number {
  let first = -1;
  let isNew = true;
  for (const [index, { role }] of units.entries()) {
    if (role === "user" && isNew) first = index;
    if (role !== "system") isNew = role === "assistant";
  }
  return first;
}

/** What the model answered before the user had said anything goes with the answer. */
function isSeparate({ kind, turn, role }: Unit, isAnswered: boolean): boolean {
  return kind === "material" && !(isAnswered && turn === 0 && role === "user");
}

const OPTIONAL = 0;
const REQUIRED = 1;

interface NewestTurn {
  readonly newest: number;
  readonly opening: ReadonlySet<Unit>;
}

function inOrder(
  materials: readonly RatedUnit[],
  said: readonly Unit[],
  { newest, opening }: NewestTurn,
): readonly Leaving[] {
  const middling = materials.filter(({ priority }) => priority > OPTIONAL && priority < REQUIRED);
  const between = middling.filter(({ unit }) => !opening.has(unit));
  const unused = (first: number, last: number): readonly Leaving[] =>
    each(
      "unused_material",
      between.filter(({ used_in }) => used_in >= first && used_in <= last),
    );
  const turns = byTurn(said.filter(({ turn }) => turn < newest));
  const before = newest - 1;
  return [
    ...each(
      "optional_material",
      materials.filter(({ priority }) => priority <= OPTIONAL),
    ),
    ...unused(0, before - 1),
    ...turns.filter(([turn]) => turn < before).map(oldTurn),
    ...unused(before, before),
    ...turns.filter(([turn]) => turn === before).map(oldTurn),
    ...unused(newest, newest),
    ...said.filter(({ turn }) => turn === newest).map((unit): Leaving => ({ code: "old_round", units: [unit] })),
    ...each(
      "new_material",
      middling.filter(({ unit }) => opening.has(unit)),
    ),
    ...each(
      "required_material",
      materials.filter(({ priority }) => priority >= REQUIRED),
    ),
  ];
}

function each(code: RemovalCode, materials: readonly RatedUnit[]): readonly Leaving[] {
  return materials.map(({ unit }) => ({ code, units: [unit] }));
}

function oldTurn([, units]: readonly [number, readonly Unit[]]): Leaving {
  return { code: "old_turn", units };
}

/** Oldest first. */
function byTurn(units: readonly Unit[]): readonly (readonly [number, readonly Unit[]])[] {
  const turns = new Map<number, Unit[]>();
  for (const unit of units) {
    const others = turns.get(unit.turn);
    if (others === undefined) turns.set(unit.turn, [unit]);
    else others.push(unit);
  }
  return [...turns];
}
