/** What a model says, put together to the parts of a message. */

import { type ContentPart, type Issue, type JsonObject, type ReasoningPart, ValidationError } from "@parlance/core";
import { issue, sealJson } from "@parlance/core/internal";

/** `by_kind`: one part of each kind, wherever its pieces stood. `in_order`: parts in the order in which they began. */
export type PartOrder = "by_kind" | "in_order";

type SpokenKind = "reasoning" | "text" | "refusal";

/** What only the provider that made it can read. */
export interface ReasoningProof {
  readonly signature?: string | undefined;
  readonly data?: string | undefined;
}

interface SpokenPart {
  readonly kind: SpokenKind;
  text: string;
  signature?: string;
  data?: string;
}

interface OtherPart {
  readonly kind: "other";
  readonly part: JsonObject;
}

/** The longest text of the contract, in UTF-16 code units, which are at least as many as its code points. */
const MAX_TEXT = 16_777_216;

/** The most parts of a message. */
const MAX_PARTS = 65_536;

const RANKS = { reasoning: 0, text: 1, refusal: 2, other: 3 } as const;

export class AnswerParts {
  readonly #order: PartOrder;
  readonly #provider: string;
  readonly #parts: (SpokenPart | OtherPart)[] = [];
  /** The part that the next piece of its kind belongs to. */
  readonly #open = new Map<SpokenKind, SpokenPart>();

  constructor(order: PartOrder, provider: string) {
    this.#order = order;
    this.#provider = provider;
  }

  /**
   * @returns Whether a new part began.
   * @throws ValidationError with the code `too_long`.
   */
  add(kind: SpokenKind, text: string, proof: ReasoningProof = {}): boolean {
    const { signature = "", data = "" } = proof;
    if (text === "" && signature === "" && data === "") return false;
    const open = this.#open.get(kind);
    const part = open ?? this.#begin(kind);
    if (part.text.length + text.length > MAX_TEXT)
      throw new ValidationError([tooLong(`at most ${MAX_TEXT} characters`)]);
    part.text += text;
    if (signature !== "") part.signature = signature;
    if (data !== "") part.data = data;
    return open === undefined;
  }

  /** @throws ValidationError with the code `too_long`. */
  addOther(part: JsonObject): void {
    if (this.#order === "in_order") this.endBlock();
    this.#push({ kind: "other", part });
  }

  /** Whatever comes next is a part of its own. */
  endBlock(): void {
    this.#open.clear();
  }

  /** In wire form, frozen to their last level. */
  list(): readonly ContentPart[] {
    const parts = this.#order === "in_order" ? this.#parts : [...this.#parts].sort(byRank);
    return sealJson(
      parts.map((part) => (part.kind === "other" ? (part.part as unknown as ContentPart) : this.#spoken(part))),
    );
  }

  #begin(kind: SpokenKind): SpokenPart {
    if (this.#order === "in_order") this.endBlock();
    const part: SpokenPart = { kind, text: "" };
    this.#push(part);
    this.#open.set(kind, part);
    return part;
  }

  #push(part: SpokenPart | OtherPart): void {
    if (this.#parts.length >= MAX_PARTS) throw new ValidationError([tooLong(`at most ${MAX_PARTS} parts`)]);
    this.#parts.push(part);
  }

  #spoken({ kind, text, signature, data }: SpokenPart): ContentPart {
    if (kind !== "reasoning") return { type: kind, text };
    if (signature === undefined && data === undefined) return { type: kind, text };
    const proof: ReasoningPart = {
      type: kind,
      text,
      ...(signature === undefined ? {} : { signature }),
      ...(data === undefined ? {} : { data }),
      provider: this.#provider,
    };
    return proof;
  }
}

function byRank(a: SpokenPart | OtherPart, b: SpokenPart | OtherPart): number {
  return RANKS[a.kind] - RANKS[b.kind];
}

function tooLong(expected: string): Issue {
  return issue("too_long", "/content", expected, "more");
}
