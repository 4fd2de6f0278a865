/** One request to a server, and its answer as it comes. */

import { ParlanceError } from "@parlance/core";
import { stringifyJson } from "@parlance/core/json";
import type { Answer, AnswerStream, Provider, ProviderRequest, StreamEvent } from "@parlance/providers";
import { safeMember } from "../../shared/safe-member.js";
import { stepWithTimeLimit } from "../../shared/wait.js";
import { isCutOff } from "../cut-off.js";
import { ModelError, type ModelErrorReason } from "../model-error.js";
import type { FetchedResponse, HttpSettings } from "./http-options.js";

/** What of a page of a proxy is read. */
const MAX_ERROR_BYTES = 65_536;

interface AttemptSettings extends HttpSettings {
  readonly format: Provider<object>;
  readonly url: string;
}

/** A request under way. */
export class Attempt {
  readonly #settings: AttemptSettings;
  readonly #request: ProviderRequest<object>;
  readonly #signal: AbortSignal;
  readonly #connection = new AbortController();
  #stream: AnswerStream | undefined;

  constructor(settings: AttemptSettings, request: ProviderRequest<object>, signal: AbortSignal) {
    this.#settings = settings;
    this.#request = request;
    this.#signal = signal;
  }

  partial(): Answer | undefined {
    return this.#stream?.partial();
  }

  /** @throws ProviderError and ModelError; the reason of the signal. Leaving early closes the connection. */
  async *events(): AsyncGenerator<StreamEvent, void> {
    const { format, now, newId } = this.#settings;
    const surroundings = { ...(now === undefined ? {} : { now }), ...(newId === undefined ? {} : { newId }) };
    try {
      const response = await this.#within("unreachable", () => this.#fetch());
      if (!response.ok) {
        const { status, headers } = response;
        throw format.errorFromResponse({ status, headers, body: await this.#start(response) }, surroundings);
      }
      this.#stream = format.fromStream(response.body ?? "", { context: this.#request.context, ...surroundings });
      yield* this.#eventsOf(this.#stream);
    } finally {
      this.#connection.abort();
    }
  }

  #fetch(): Promise<FetchedResponse> {
    const { fetch, url, headers } = this.#settings;
    const { signal } = this.#connection;
    const body = stringifyJson(this.#request.body as never);
    return fetch(url, { method: "POST", headers: { ...headers }, body, signal, redirect: "manual" });
  }

  async *#eventsOf(stream: AnswerStream): AsyncGenerator<StreamEvent, void> {
    try {
      for (;;) {
        const { done, value } = await this.#within("connection_lost", () => stream.next());
        if (done === true) return;
        if (value.type === "end" && isCutOff(value.answer)) throw new ModelError("cut_off");
        yield value;
      }
    } finally {
      // An answer that is left early may be in the middle of a piece; it is not waited for.
      stream.return().catch(() => undefined);
    }
  }

  /** The first bytes of an answer that is an error, or those that come. */
  async #start({ body }: FetchedResponse): Promise<Uint8Array> {
    const bytes = new Uint8Array(MAX_ERROR_BYTES);
    const reader = body?.getReader();
    let length = 0;
    try {
      while (reader !== undefined && length < MAX_ERROR_BYTES) {
        const { done, value } = await this.#within("connection_lost", () => reader.read());
        if (done || !(value instanceof Uint8Array)) break;
        const piece = value.subarray(0, MAX_ERROR_BYTES - length);
        bytes.set(piece, length);
        length += piece.length;
      }
    } catch (error) {
      if (!ModelError.isInstance(error)) throw error;
    }
    return bytes.subarray(0, length);
  }

  /** A step that waits for the server. */
  async #within<Value>(fault: ModelErrorReason, step: () => Promise<Value>): Promise<Value> {
    const { idle_timeout_ms, wait } = this.#settings;
    try {
      const timed = await stepWithTimeLimit(idle_timeout_ms, { signal: this.#signal, wait }, step);
      if (timed.ended) return timed.value;
    } catch (error) {
      this.#signal.throwIfAborted();
      if (ParlanceError.isInstance(error)) throw error;
      throw new ModelError(fault, { system_code: systemCode(error), original: error });
    }
    throw new ModelError("timeout");
  }
}

/** `fetch` has it in the cause of its error. */
function systemCode(error: unknown): unknown {
  return safeMember(safeMember(error, "cause"), "code") ?? safeMember(error, "code");
}
