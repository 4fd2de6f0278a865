/** The error for what a provider says is one. */

import { type JsonValue, ParlanceError } from "@parlance/core";
import { markedBy } from "@parlance/core/internal";
import { frozenJson } from "@parlance/core/json";
import type { ProviderName } from "../provider-names.js";
import type { Answer } from "../types.js";
import { knownErrorWord } from "./error-words.js";
import { mayPass } from "./retry.js";

const CODE = "provider_error";
const MARKER = Symbol.for("parlance.error.provider");

/** What is known of a provider's error. */
export interface ProviderErrorFacts {
  readonly provider: ProviderName;
  /** The HTTP status, where the error names one; anything else than a whole number from 100 to 999 is none. */
  readonly status?: number | undefined;
  /** The provider's own word for the kind of error; shown only where it is a known one. */
  readonly type?: string | undefined;
  readonly retry_after_ms?: number | undefined;
  /**
   * Whether the provider says that the same request may succeed later.
   * @defaultValue what its status and its word for the error mean
   */
  readonly retryable?: boolean | undefined;
  /** What had arrived before the error. */
  readonly partial?: Answer | undefined;
  /** What the provider said, as it came. */
  readonly details?: JsonValue | undefined;
}

/**
 * A provider's error, also one inside of a stream that began well. Providers quote what they were sent: their words are in `details`
 * alone, which no message, stack or JSON of the error has, save for those that are known to be the name of a kind of error.
 */
export class ProviderError extends ParlanceError {
  static override readonly isInstance: (value: unknown) => value is ProviderError = /* @__PURE__ */ markedBy(
    ProviderError,
    MARKER,
  );

  override readonly name: string = "ProviderError";
  declare readonly code: typeof CODE;
  readonly provider: ProviderName;
  readonly status: number | undefined;
  /** The provider's own word for the kind of error, where it is a known one. */
  readonly type: string | undefined;
  /** The least time to wait before the request is sent again, in milliseconds, where the provider says it. */
  readonly retry_after_ms: number | undefined;
  /** Whether the same request may succeed later: false for what no repetition mends, and where nothing is known. */
  readonly retryable: boolean;
  readonly #partial: Answer | undefined;
  readonly #details: JsonValue | undefined;

  constructor(facts: ProviderErrorFacts) {
    const type = knownErrorWord(facts.type);
    const status = knownStatus(facts.status);
    super(CODE, summary(facts.provider, status, type));
    this.provider = facts.provider;
    this.status = status;
    this.type = type;
    this.retry_after_ms = facts.retry_after_ms;
    this.retryable = facts.retryable ?? mayPass(status, facts.type);
    this.#partial = facts.partial;
    this.#details = facts.details === undefined ? undefined : frozenJson(facts.details);
  }

  /** What had arrived before the error; undefined when nothing could. */
  get partial(): Answer | undefined {
    return this.#partial;
  }

  /** What the provider said, as it came; it may quote the conversation. */
  get details(): JsonValue | undefined {
    return this.#details;
  }
}

/** A fetch that somebody wrote may put anything there, content included. */
function knownStatus(status: unknown): number | undefined {
  return typeof status === "number" && Number.isInteger(status) && status >= 100 && status <= 999 ? status : undefined;
}

function summary(provider: ProviderName, status: number | undefined, type: string | undefined): string {
  const facts = [type, status === undefined ? undefined : `status ${status}`].filter((fact) => fact !== undefined);
  return `${provider} answered with an error${facts.length === 0 ? "" : ` (${facts.join(", ")})`}`;
}
