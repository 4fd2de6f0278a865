/** What a model says, put together to the parts of a message. */

import type { ContentPart, JsonObject, ToolCall } from "@parlance/core";
import { sealJson } from "@parlance/core/internal";
import { type GivenState, statesOf } from "./given-state.js";
import { MAX_PARTS, MAX_TEXT, tooLong } from "./limits.js";

/** `by_kind`: one part of each kind, wherever its pieces stood. `in_order`: parts in the order in which they began. */
export type PartOrder = "by_kind" | "in_order";

type SpokenKind = "reasoning" | "text" | "refusal";

interface SpokenPart {
  readonly kind: SpokenKind;
  text: string;
  state?: GivenState;
}

interface OtherPart {
  readonly kind: "other";
  readonly part: JsonObject;
}

interface PlacedCall {
  readonly kind: "call";
  /** Which call of the answer it is. */
  readonly index: number;
}

type AnswerPart = SpokenPart | OtherPart | PlacedCall;

const RANKS = { reasoning: 0, text: 1, refusal: 2, other: 3, call: 4 } as const;

export class AnswerParts {
  readonly #order: PartOrder;
  readonly #provider: string;
  readonly #parts: AnswerPart[] = [];
  /** The part that the next piece of its kind belongs to. */
  readonly #open = new Map<SpokenKind, SpokenPart>();
  /** Which calls have their place. */
  readonly #placed = new Set<number>();

  constructor(order: PartOrder, provider: string) {
    this.#order = order;
    this.#provider = provider;
  }

  /**
   * @param state What comes with the part; a later one takes the place of an earlier one.
   * @throws ValidationError with the code `too_long`.
   */
  add(kind: SpokenKind, text: string, state?: GivenState): void {
    if (text === "" && state === undefined) return;
    const part = this.#open.get(kind) ?? this.#begin(kind);
    if (part.text.length + text.length > MAX_TEXT) throw tooLong(`at most ${MAX_TEXT} characters`);
    part.text += text;
    if (state !== undefined) part.state = state;
  }

  /** @throws ValidationError with the code `too_long`. */
  addOther(part: JsonObject): void {
    if (this.#order === "in_order") this.endBlock();
    this.#push({ kind: "other", part });
  }

  /**
   * A call, or a piece of one: the first has its place here, where parts stand in order.
   * @param index Which call of the answer it is.
   * @throws ValidationError with the code `too_long`.
   */
  addCall(index: number): void {
    if (this.#order !== "in_order") return;
    this.endBlock();
    if (!this.#placed.has(index)) this.#push({ kind: "call", index });
    this.#placed.add(index);
  }

  /** Whatever comes next is a part of its own. */
  endBlock(): void {
    this.#open.clear();
  }

  /**
   * In wire form, frozen to their last level.
   * @param calls All of the answer, by their index.
   */
  list(calls: readonly ToolCall[]): readonly ContentPart[] {
    if (this.#order === "by_kind")
      return sealJson([...this.#parts].sort(byRank).flatMap((part) => this.#written(part)));
    const indexes = [...this.#placed].sort((a, b) => a - b);
    const ids = new Map(indexes.map((index, at) => [index, calls[at]?.id]));
    return sealJson(this.#upToLastSaid().flatMap((part) => this.#written(part, ids)));
  }

  /** Calls after everything that is said need no place. */
  #upToLastSaid(): readonly AnswerPart[] {
    return this.#parts.slice(0, this.#parts.map(({ kind }) => kind === "call").lastIndexOf(false) + 1);
  }

  #written(part: AnswerPart, ids?: ReadonlyMap<number, string | undefined>): readonly ContentPart[] {
    if (part.kind === "other") return [part.part as unknown as ContentPart];
    if (part.kind !== "call") return [this.#spoken(part)];
    const tool_call_id = ids?.get(part.index);
    return tool_call_id === undefined ? [] : [{ type: "call_place", tool_call_id }];
  }

  #begin(kind: SpokenKind): SpokenPart {
    if (this.#order === "in_order") this.endBlock();
    const part: SpokenPart = { kind, text: "" };
    this.#push(part);
    this.#open.set(kind, part);
    return part;
  }

  #push(part: AnswerPart): void {
    if (this.#parts.length >= MAX_PARTS) throw tooLong(`at most ${MAX_PARTS} parts`);
    this.#parts.push(part);
  }

  #spoken({ kind, text, state }: SpokenPart): ContentPart {
    if (state === undefined) return { type: kind, text };
    return { type: kind, text, provider_state: statesOf(this.#provider, state) };
  }
}

function byRank(a: AnswerPart, b: AnswerPart): number {
  return RANKS[a.kind] - RANKS[b.kind];
}
