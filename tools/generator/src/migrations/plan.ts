/** What is written of a migration: data that core's `runtime/migration/plan.ts` gives the types of, to which the emitted file is held. */

import type { Json } from "../model.js";

/** The number of a place for a value in core. 0 has the object itself. */
export type Register = number;

export const IMAGE: Register = 0;

/** One instruction on the values in registers. */
export interface Instruction {
  readonly op: string;
  readonly [member: string]: PlanData | undefined;
}

/** JSON in which what is undefined is left out. */
export type PlanData = Json | Instruction | readonly PlanData[] | { readonly [name: string]: PlanData | undefined };

/** The data of a plan without what is undefined. */
export function definedMembers(data: { readonly [name: string]: PlanData | undefined }): {
  readonly [name: string]: PlanData;
} {
  return Object.fromEntries(
    Object.entries(data).filter((entry): entry is [string, PlanData] => entry[1] !== undefined),
  );
}
