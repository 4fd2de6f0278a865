/** Which choices of a body, or of the events of a stream, are the answer. */

import type { JsonObject, JsonValue } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";

export interface AnswerChoices {
  /** @param at The position of the choice in its list. */
  has(choice: JsonObject, at: number): boolean;
}

/** @param index Of the choice that is the answer. */
export function answerChoices(index: number): AnswerChoices {
  return new Choices(index);
}

/** The index of the answer among whole choices, which need not stand in their order: the first one there is. */
export function answerIndex(choices: readonly JsonValue[]): number {
  const indexes = choices.filter(isJsonObject).map((choice) => choiceIndex(choice) ?? 0);
  return indexes.includes(0) ? 0 : (indexes[0] ?? 0);
}

/** Undefined for a choice that does not say it. */
export function choiceIndex({ index }: JsonObject): number | undefined {
  return Number.isSafeInteger(index) && (index as number) >= 0 ? (index as number) : undefined;
}

/** The delta of a choice, or its message: all of it, of a server that does not stream. */
export function choiceMessage(choice: JsonObject): "delta" | "message" {
  return isJsonObject(choice.delta) ? "delta" : "message";
}

/**
 * Some servers cut one answer into several choices without an index: one has the text, the next one the calls. Such a choice is
 * of the answer as long as it says nothing of a kind that another one beside it has said; one that does is another answer.
 */
class Choices implements AnswerChoices {
  readonly #index: number;
  /** By kind, the position of the choice that says it. */
  readonly #speakers: (number | undefined)[] = [];
  /** Positions of choices without an index that are other answers. */
  readonly #others = new Set<number>();

  constructor(index: number) {
    this.#index = index;
  }

  has(choice: JsonObject, at: number): boolean {
    const index = choiceIndex(choice);
    if ((index ?? 0) !== this.#index || (index === undefined && this.#others.has(at))) return false;
    const message = choice[choiceMessage(choice)];
    if (!isJsonObject(message)) return true;
    const isOther = index === undefined && KINDS.some((_, kind) => this.#speaker(message, kind, at) !== at);
    if (isOther) this.#others.add(at);
    else for (const kind of KINDS.keys()) this.#speakers[kind] ??= isSaid(message, kind) ? at : undefined;
    return !isOther;
  }

  /** Who says what this message says, too: itself where nobody else does. */
  #speaker(message: JsonObject, kind: number, at: number): number {
    return isSaid(message, kind) ? (this.#speakers[kind] ?? at) : at;
  }
}

/** The members that say each kind of thing. */
const KINDS = [["content"], ["reasoning", "reasoning_content"], ["refusal"]] as const;

/** Whether a message says something of a kind: a text, or a list of parts. */
function isSaid(message: JsonObject, kind: number): boolean {
  return (KINDS[kind] ?? []).some((name) => {
    const value = message[name];
    return (typeof value === "string" || Array.isArray(value)) && value.length > 0;
  });
}
