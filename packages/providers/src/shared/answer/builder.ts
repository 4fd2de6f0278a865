/** Puts an answer together, from a whole body and from the events of a stream alike. */

import type { JsonObject, ToolCallDelta, Usage } from "@parlance/core";
import type { ProviderName } from "../provider-names.js";
import { createReport, type ReportWriter } from "../report/report-writer.js";
import type { Answer, AnswerOptions, FinishReason, StreamEvent } from "../types.js";
import type { RawCallDelta } from "./call-pieces.js";
import { AnswerCalls, type WholeCall } from "./calls.js";
import type { GivenState } from "./given-state.js";
import { chatMessageOf, messagesOfAnswer } from "./messages.js";
import { AnswerParts, type PartOrder } from "./parts.js";
import { type AudioPiece, SpokenAudio } from "./spoken-audio.js";
import { TextEvents } from "./texts.js";
import type { Members } from "./unread.js";
import { type MemberPath, UnreadMembers } from "./unread-members.js";

/** Tokens as a provider tells them. */
export type Counts = { readonly [Name in keyof Usage]: number | undefined };

export interface AnswerSettings {
  readonly provider: ProviderName;
  readonly options: AnswerOptions | undefined;
  readonly parts: PartOrder;
}

/**
 * Takes what a provider says as it says it. Names and ids of calls become those of the conversation, in the answer and in the
 * events. What is added throws ValidationError over the limits of the contract.
 */
export interface AnswerBuilder {
  readonly provider: ProviderName;
  readonly report: ReportWriter;
  text(text: string): void;
  refusal(text: string): void;
  /** @param state What the provider wants back with it; without a text it is reasoning too. */
  reasoning(text: string, state?: GivenState): void;
  /** Whatever comes next is a part of its own. */
  endBlock(): void;
  /** A part that is not words, kept as it is: an image of the contract, or one that the contract does not know. */
  otherPart(part: JsonObject): void;
  /**
   * A sound, or a piece of it; an answer has one.
   * @param place Where it stands in a whole answer.
   */
  audio(piece: AudioPiece, place: MemberPath): void;
  /** @returns Which call of the answer it is of, from 0. */
  toolCallDelta(delta: RawCallDelta): number;
  toolCall(call: WholeCall): void;
  /** Counts that are told again replace the earlier ones; undefined ones are not told. */
  usage(counts: Counts): void;
  /** The provider said, in whatever words, that the answer is whole; without a reason to finish, the model just stopped. */
  close(): void;
  /** @param word The provider's own. */
  finish(reason: FinishReason, word?: string): void;
  meta(facts: { readonly response_id?: string | undefined; readonly model?: string | undefined }): void;
  /**
   * @param place Where the object stands in a whole answer.
   * @param rest Its members, or frozen ones that nobody has read.
   */
  unread(place: MemberPath, rest: JsonObject | Members | undefined): void;
  /** @param settle Adds what is still open, before the answer is put together, whatever ends it. */
  beforeEnd(settle: () => void): void;
  /** The events since the last time. */
  takeEvents(): readonly StreamEvent[];
  /** The answer; nothing can be added any more. Neither closed nor with a reason to finish, it was cut off. */
  end(): Answer;
  /** What had arrived before an error; nothing can be added any more. */
  partial(): Answer;
}

export function createAnswerBuilder(settings: AnswerSettings): AnswerBuilder {
  return new GrowingAnswer(settings);
}

class GrowingAnswer implements AnswerBuilder {
  readonly provider: ProviderName;
  readonly report: ReportWriter = createReport();
  readonly #options: AnswerOptions | undefined;
  readonly #parts: AnswerParts;
  readonly #calls: AnswerCalls;
  readonly #unread = new UnreadMembers();
  readonly #texts = new TextEvents((event) => this.#emit(event));
  #events: StreamEvent[] = [];
  #settle: (() => void) | undefined;
  #audio: SpokenAudio | undefined;
  #usage: Usage | undefined;
  #isClosed = false;
  #finish: FinishReason | undefined;
  #word: string | undefined;
  #responseId: string | undefined;
  #model: string | undefined;
  #answer: Answer | undefined;

  constructor({ provider, options, parts }: AnswerSettings) {
    this.provider = provider;
    this.#options = options;
    this.#parts = new AnswerParts(parts, provider);
    this.#calls = new AnswerCalls(provider, options, this.report);
  }

  text(text: string): void {
    this.#parts.add("text", text);
    this.#texts.add("text", text);
  }

  refusal(text: string): void {
    this.#parts.add("refusal", text);
    this.#texts.add("refusal", text);
  }

  reasoning(text: string, state?: GivenState): void {
    this.#parts.add("reasoning", text, state);
    this.#texts.add("reasoning", text);
  }

  endBlock(): void {
    this.#parts.endBlock();
    this.#texts.flush();
  }

  otherPart(part: JsonObject): void {
    this.#parts.addOther(part);
  }

  audio(piece: AudioPiece, place: MemberPath): void {
    this.#audio ??= new SpokenAudio(place);
    this.#audio.add(piece);
  }

  toolCallDelta(given: RawCallDelta): number {
    this.#texts.flush();
    return this.#takeCall(this.#calls.add(given));
  }

  toolCall(call: WholeCall): void {
    this.#texts.flush();
    this.#takeCall(this.#calls.addWhole(call));
  }

  usage(counts: Counts): void {
    const usage = grown(this.#usage, counts);
    if (usage === this.#usage || usage === undefined) return;
    this.#usage = usage;
    this.#emit({ type: "usage", usage });
  }

  close(): void {
    this.#isClosed = true;
  }

  finish(reason: FinishReason, word?: string): void {
    this.#finish = reason;
    this.#word = word;
  }

  meta({
    response_id,
    model,
  }: {
    readonly response_id?: string | undefined;
    readonly model?: string | undefined;
  }): void {
    this.#responseId ??= response_id || undefined;
    this.#model ??= model || undefined;
  }

  unread(place: MemberPath, rest: JsonObject | Members | undefined): void {
    this.#unread.add(place, rest);
  }

  beforeEnd(settle: () => void): void {
    this.#settle = settle;
  }

  takeEvents(): readonly StreamEvent[] {
    if (this.#events.length === 0) return NONE;
    const events = this.#events;
    this.#events = [];
    return events;
  }

  end(): Answer {
    if (this.#answer === undefined && this.#finish === undefined) {
      this.report.add("finish_reason_missing", "synthesised", "/finish_reason", NO_REASON);
    }
    this.#answer ??= this.#finished(this.#endReason());
    return this.#answer;
  }

  partial(): Answer {
    this.#answer ??= this.#finished(undefined);
    return this.#answer;
  }

  /** A call stands between the blocks around it. */
  #takeCall(delta: ToolCallDelta): number {
    this.#parts.addCall(delta.index);
    this.#emit({ type: "tool_call_delta", delta });
    return delta.index;
  }

  #emit(event: StreamEvent): void {
    this.#events.push(Object.freeze(event));
  }

  /** Some servers say that they called tools, or just stopped, when they had reached the limit. */
  #endReason(): FinishReason | undefined {
    const reason = this.#finish ?? (this.#isClosed ? "stop" : undefined);
    if (reason !== "stop" && reason !== "tool_calls") return reason;
    const limit = this.#options?.context?.max_tokens;
    if (limit === undefined || (this.#usage?.output_tokens ?? 0) < limit)
      return this.#calls.isEmpty ? reason : "tool_calls";
    this.report.add("finish_reason_corrected", "rewritten", "/finish_reason", AT_LIMIT);
    return "length";
  }

  #endAudio(audio: SpokenAudio): void {
    const { part, rest } = audio.end(this.provider);
    if (part !== undefined) this.#parts.addOther(part);
    if (rest === undefined) return;
    this.unread(audio.place, rest);
    this.report.add("audio_dropped", "dropped", `/unread/${audio.place.join("/")}`, NO_AUDIO);
  }

  /** @param reason Undefined when the answer broke off. */
  #finished(reason: FinishReason | undefined): Answer {
    this.#settle?.();
    this.#texts.flush();
    if (this.#audio !== undefined) this.#endAudio(this.#audio);
    const calls = this.#calls.finish(reason);
    const parts = this.#parts.list(calls);
    const ended = {
      finish_reason: reason ?? this.#finish ?? "unknown",
      ...(this.#word === undefined ? {} : { provider_finish_reason: this.#word }),
      ...(this.#usage === undefined ? {} : { usage: this.#usage }),
      ...(this.#responseId === undefined ? {} : { response_id: this.#responseId }),
      ...(this.#model === undefined ? {} : { model: this.#model }),
    };
    return Object.freeze({
      message: chatMessageOf(parts, calls),
      messages: messagesOfAnswer({ parts, calls, ...ended, provider: this.provider }, this.#options),
      ...ended,
      unread: this.#unread.value(),
      report: this.report.entries,
    });
  }
}

const AT_LIMIT = "the answer has as many tokens as it may";
const NO_AUDIO = "nothing in it can be heard: it is in unread alone";
const NO_REASON = "the answer ended without saying why";

const NONE: readonly StreamEvent[] = [];

/** What is known with what is told now; the same where nothing is new. */
function grown(known: Usage | undefined, counts: Counts): Usage | undefined {
  let usage: { -readonly [Name in keyof Usage]: Usage[Name] } | undefined;
  for (const name of Object.keys(counts) as (keyof Usage)[]) {
    const count = counts[name];
    if (count === undefined || count === known?.[name]) continue;
    usage ??= { ...known };
    usage[name] = count;
  }
  return usage === undefined ? known : Object.freeze(usage);
}
