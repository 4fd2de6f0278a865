/** Makes a conversation short enough for its budget. */

import type { Timestamp, Uuid } from "@parlance/core";
import type { ChatMessages } from "@parlance/providers";
import { ContextOverflowError, type RequiredTokens } from "./context-overflow-error.js";
import { type Leaving, planOf, type RemovalCode } from "./leaving.js";
import { type Unit, unitsOf } from "./units.js";

/** Something that was left out for the budget, and why. */
export interface Removal {
  readonly code: RemovalCode;
  /** Places in what was given, such as `/messages/3`; calls and their results, or a whole turn, are one removal. */
  readonly paths: readonly string[];
  /** The ids of the stored messages among them. */
  readonly ids: readonly Uuid[];
  /** What they would have cost. */
  readonly tokens: number;
  /** The rule behind it, an English clause that begins with a small letter and has no full stop; free of content. */
  readonly reason: string;
}

export interface Trimmed {
  /** Places of the chat messages that stay, in order. */
  readonly kept: readonly number[];
  readonly removed: readonly Removal[];
  /** What the chat messages that stay cost. */
  readonly tokens: number;
}

export interface TrimRules {
  /** What each chat message costs. */
  readonly costs: readonly number[];
  /** What there is beside the messages, which has to stay. */
  readonly fixed: readonly RequiredTokens[];
  /** What the budget leaves for everything; undefined for as much as there is. */
  readonly available: number | undefined;
  /** When materials were used last, by ids in lower case. */
  readonly accessed: ReadonlyMap<Uuid, Timestamp>;
}

/** @throws ContextOverflowError when what has to stay does not fit. */
export function trimmedMessages(chat: ChatMessages, { costs, fixed, available, accessed }: TrimRules): Trimmed {
  const everything = chat.messages.map((_, at) => at);
  const total = sum(costs);
  const room = available === undefined ? Number.POSITIVE_INFINITY : available - sum(fixed.map(({ tokens }) => tokens));
  if (total <= room) return { kept: everything, removed: [], tokens: total };
  const { leaving, staying } = planOf(unitsOf(chat), accessed);
  const required = staying.map((unit) => ({ path: pathsOf(unit)[0] ?? "/messages", tokens: costOf(unit, costs) }));
  const gone: Leaving[] = [];
  let tokens = total;
  for (const next of leaving) {
    if (tokens <= room) break;
    gone.push(next);
    tokens -= sum(next.units.map((unit) => costOf(unit, costs)));
  }
  if (tokens > room) throw new ContextOverflowError(available ?? 0, [...fixed, ...required]);
  const left = new Set(gone.flatMap(({ units }) => units.flatMap(({ at }) => at)));
  const removed = gone.map((one) => removalOf(one, chat, costs));
  return { kept: everything.filter((at) => !left.has(at)), removed, tokens };
}

const REASONS: Readonly<Record<RemovalCode, string>> = {
  optional_material: "its priority says that it can be left out",
  unused_material: "materials that were used the longest ago leave first",
  old_turn: "the oldest turns leave first",
  old_round: "it was done before the last step of the turn",
  new_material: "what else has to stay leaves no room for it, though it came with what the user said last",
  required_material: "what has to stay leaves no room for it, though its priority says that it is required",
};

function removalOf({ code, units }: Leaving, { given }: ChatMessages, costs: readonly number[]): Removal {
  const ids = units.flatMap(({ origins }) =>
    origins.flatMap((index) => {
      const message = given[index];
      return message !== undefined && "id" in message ? message.id : [];
    }),
  );
  return Object.freeze({
    code,
    paths: Object.freeze(units.flatMap(pathsOf)),
    ids: Object.freeze(ids),
    tokens: sum(units.map((unit) => costOf(unit, costs))),
    reason: REASONS[code],
  });
}

function pathsOf({ origins }: Unit): readonly string[] {
  return origins.map((index) => `/messages/${index}`);
}

function costOf({ at }: Unit, costs: readonly number[]): number {
  return sum(at.map((place) => costs[place] ?? 0));
}

function sum(numbers: readonly number[]): number {
  let total = 0;
  for (const one of numbers) total += one;
  return total;
}
