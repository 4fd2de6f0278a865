/** One request to the model, and its answer to the end, to a fault, or to where it was called off. */

import { ParlanceError } from "@parlance/core";
import type { Answer, Conversation, Report } from "@parlance/providers";
import { stepWithTimeLimit } from "../shared/wait.js";
import type { AgentSettings } from "./agent-settings.js";
import { isCutOff } from "./cut-off.js";
import type { ModelEvent, ModelStream } from "./model.js";
import { ModelError } from "./model-error.js";

export interface ModelExchange {
  readonly report: Report;
  /** What had come of it, when it is not whole; undefined when nothing had. */
  readonly answer: Answer | undefined;
  /** Why the answer is not whole; undefined also when it was called off. */
  readonly error?: ParlanceError;
}

/** @throws What `onEvent` throws. A fault of the model is in what it resolves to. */
export async function exchangeWithModel(
  conversation: Conversation,
  { model, onEvent }: Pick<AgentSettings, "model" | "onEvent">,
  signal: AbortSignal,
): Promise<ModelExchange> {
  const reading = new Reading(() => model.stream(conversation, { signal }), signal);
  try {
    for (let event = await reading.next(); event !== undefined; event = await reading.next()) await onEvent?.(event);
    return reading.outcome();
  } finally {
    reading.leave();
  }
}

/** An answer that is read event by event; nothing of it throws. */
class Reading {
  readonly #open: () => ModelStream;
  readonly #signal: AbortSignal;
  #stream: ModelStream | undefined;
  #events: AsyncIterator<ModelEvent> | undefined;
  #report: Report = [];
  #answer: Answer | undefined;
  #error: ParlanceError | undefined;

  constructor(open: () => ModelStream, signal: AbortSignal) {
    this.#open = open;
    this.#signal = signal;
  }

  /** Undefined after the end, however that came. */
  async next(): Promise<ModelEvent | undefined> {
    try {
      const step = await stepWithTimeLimit(undefined, { signal: this.#signal }, () => this.#step());
      if (!step.ended || step.value.done === true) return this.#end();
      this.#take(step.value.value);
      return step.value.value;
    } catch (error) {
      if (!this.#signal.aborted) this.#error = ParlanceError.isInstance(error) ? error : asModelError(error);
      return undefined;
    }
  }

  outcome(): ModelExchange {
    const answer = this.#answer ?? this.#partial();
    return { report: this.#report, answer, ...(this.#error === undefined ? {} : { error: this.#error }) };
  }

  /** Whoever hangs in the middle of a step is not waited for. */
  leave(): void {
    const ending = async (): Promise<unknown> => this.#events?.return?.();
    ending().catch(() => undefined);
  }

  #step(): Promise<IteratorResult<ModelEvent>> {
    if (this.#events === undefined) {
      this.#stream = this.#open();
      this.#events = this.#stream[Symbol.asyncIterator]();
    }
    return this.#events.next();
  }

  /** Why the answer is not whole is known already. */
  #partial(): Answer | undefined {
    try {
      return this.#stream?.partial();
    } catch {
      return undefined;
    }
  }

  #take(event: ModelEvent): void {
    if (event.type === "request") this.#report = event.report;
    if (event.type !== "end") return;
    this.#answer = event.answer;
    if (isCutOff(event.answer)) throw new ModelError("cut_off");
  }

  #end(): undefined {
    if (this.#answer === undefined) this.#error = new ModelError("cut_off");
  }
}

function asModelError(original: unknown): ModelError {
  return new ModelError("failed", { original });
}
