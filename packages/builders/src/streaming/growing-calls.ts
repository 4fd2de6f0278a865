/** The tool calls of one answer while their fragments come in. */

import { type Issue, type ToolCallDelta, ValidationError } from "@parlance/core";
import { issue } from "@parlance/core/internal";
import { GrowingCall } from "./growing-call.js";
import type { Limits } from "./limits.js";

export class GrowingCalls {
  readonly #limits: Limits;
  readonly #calls: GrowingCall[] = [];
  readonly #indexes = new Set<number>();
  /** By the index of fragments, the call that the last one belonged to. */
  readonly #current = new Map<number, GrowingCall>();
  readonly #open = new Set<GrowingCall>();
  #characters = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** By index, of which every call has its own. */
  get list(): readonly GrowingCall[] {
    return this.#calls;
  }

  /** Whether more may come of a call: until another one begins, and again from a fragment that comes later. */
  isOpen(call: GrowingCall): boolean {
    return this.#open.has(call);
  }

  /**
   * Takes a valid fragment.
   *
   * @returns The call that it belongs to.
   * @throws ValidationError, with everything as it was, for a fragment over the limits.
   */
  add(delta: ToolCallDelta): GrowingCall {
    const known = this.#callOf(delta);
    const length = delta.arguments_delta?.length ?? 0;
    const found = this.#limitIssues(delta.index, known === undefined, length);
    if (found.length > 0) throw new ValidationError(found);
    const call = known ?? this.#begin(delta.index);
    call.take(delta);
    this.#current.set(delta.index, call);
    if (length > 0) this.#open.add(call);
    this.#characters += length;
    return call;
  }

  #callOf(delta: ToolCallDelta): GrowingCall | undefined {
    const last = this.#current.get(delta.index);
    return this.#callWithId(delta, last) ?? (last?.isContinuedBy(delta) ? last : undefined);
  }

  #callWithId({ index, id }: ToolCallDelta, last: GrowingCall | undefined): GrowingCall | undefined {
    if (id === undefined) return undefined;
    return last?.id === id ? last : this.#calls.find((call) => call.givenIndex === index && call.id === id);
  }

  #begin(givenIndex: number): GrowingCall {
    const call = new GrowingCall(this.#freeIndex(givenIndex), givenIndex);
    const isLast = call.index > (this.#calls.at(-1)?.index ?? -1);
    this.#calls.push(call);
    this.#indexes.add(call.index);
    if (!isLast) this.#calls.sort((a, b) => a.index - b.index);
    this.#open.clear();
    this.#open.add(call);
    return call;
  }

  /** The next one, where another call has it. There is always one, since there are fewer calls than indexes. */
  #freeIndex(given: number): number {
    let index = this.#current.get(given)?.index ?? given;
    while (this.#indexes.has(index)) index = (index + 1) % this.#limits.maxCalls;
    return index;
  }

  #limitIssues(index: number, isNew: boolean, length: number): Issue[] {
    const { maxCalls, maxCharacters } = this.#limits;
    const found: Issue[] = [];
    if (index >= maxCalls) {
      found.push(issue("too_many_calls", "/index", `an index below ${maxCalls}`, "a larger one"));
    } else if (isNew && this.#calls.length >= maxCalls) {
      found.push(issue("too_many_calls", "/index", `at most ${maxCalls} calls`, "one more"));
    }
    if (this.#characters + length > maxCharacters) {
      found.push(issue("too_long", "/arguments_delta", `at most ${maxCharacters} characters of all calls`, "more"));
    }
    return found;
  }
}
