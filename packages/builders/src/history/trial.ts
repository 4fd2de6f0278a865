/** Tries out several messages: all of them get their turns, or nothing has changed. */

import { type ChatMessage, type Issue, ValidationError } from "@parlance/core";
import { issuesAt } from "@parlance/core/internal";
import { followMessage, type IdSet, type TurnState } from "./order.js";

/**
 * Goes on to several messages, or to none of them. Takes no longer for a long history or many open calls.
 * @throws ValidationError with the problems of all; paths start with the place among them.
 */
export function takeTurns(state: TurnState, messages: readonly ChatMessage[]): void {
  const open = new ChangedIds(state.open);
  const used = new ChangedIds(state.used);
  const trial: TurnState = { order: state.order, turn: state.turn, open, used };
  const issues: Issue[] = [];
  for (const [index, message] of messages.entries())
    for (const found of issuesAt(`/${index}`, followMessage(trial, message, index > 0))) issues.push(found);
  if (issues.length > 0) throw new ValidationError(issues);
  state.turn = trial.turn;
  open.commit();
  used.commit();
}

/** A set as it is after some changes, which can still be given up. */
class ChangedIds implements IdSet {
  #base: IdSet;
  readonly #added = new Set<string>();
  readonly #removed = new Set<string>();

  constructor(base: IdSet) {
    this.#base = base;
  }

  get size(): number {
    return this.#base.size - this.#removed.size + this.#added.size;
  }

  has(id: string): boolean {
    return this.#added.has(id) || (!this.#removed.has(id) && this.#base.has(id));
  }

  add(id: string): void {
    if (!this.has(id)) this.#added.add(id);
  }

  delete(id: string): void {
    if (!this.#added.delete(id) && this.#base.has(id)) this.#removed.add(id);
  }

  /** What was there before is there again if the changes are given up. */
  clear(): void {
    this.#base = new Set();
    this.#added.clear();
    this.#removed.clear();
  }

  commit(): void {
    for (const id of this.#removed) this.#base.delete(id);
    for (const id of this.#added) this.#base.add(id);
  }
}
