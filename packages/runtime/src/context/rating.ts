/** Which materials of a conversation are the least useful: by their last use, and by what their servers say. */

import type { Timestamp, Uuid } from "@parlance/core";
import { factsOfMessage, fieldAt } from "@parlance/core/internal";
import type { Material, Unit } from "./units.js";

export interface RatedUnit {
  readonly unit: Unit;
  /** The turn in which it was used last. */
  readonly used_in: number;
  /** When it was used since it came; empty when it was not. */
  readonly used_at: Timestamp | "";
  /** From 0, can be left out, to 1, required. */
  readonly priority: number;
}

/** Of what nobody says how much it matters. */
const MIDDLE = 0.5;

/**
 * The least useful first: by the turn of the last use, then by its time, then by priority, then by age.
 *
 * @param materials Those of the units that are to be rated, oldest first.
 * @param accessed When materials were used last, by ids in lower case.
 */
export function ratedUnits(
  materials: readonly Unit[],
  units: readonly Unit[],
  accessed: ReadonlyMap<Uuid, Timestamp>,
): readonly RatedUnit[] {
  const all = materials.flatMap((unit) =>
    unit.material === undefined ? [] : [ratedUnit(unit, unit.material, units, accessed)],
  );
  return all.sort(
    (one, other) => one.used_in - other.used_in || compare(one.used_at, other.used_at) || one.priority - other.priority,
  );
}

function ratedUnit(
  unit: Unit,
  material: Material,
  units: readonly Unit[],
  accessed: ReadonlyMap<Uuid, Timestamp>,
): RatedUnit {
  const { priority } = factsOfMessage(material.type);
  const stated = priority === undefined ? undefined : fieldAt(material, priority);
  const used = accessed.get(material.id.toLowerCase());
  const isUsed = used !== undefined && used > material.created_at;
  return {
    unit,
    used_in: isUsed ? Math.max(unit.turn, turnAt(used, units)) : unit.turn,
    used_at: isUsed ? used : "",
    priority: typeof stated === "number" ? stated : MIDDLE,
  };
}

/** The turn of the last message that was there at a time; those that say no time were there. */
function turnAt(time: Timestamp, units: readonly Unit[]): number {
  let [low, high] = [0, units.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((units[middle]?.time ?? "") <= time) low = middle + 1;
    else high = middle;
  }
  return units[low - 1]?.turn ?? 0;
}

/** Timestamps have one form, in which the order of texts is that of times. */
function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
