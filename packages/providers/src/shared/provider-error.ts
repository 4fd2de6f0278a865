/** The error for what a provider says is one. */

import { type JsonValue, ParlanceError } from "@parlance/core";
import { frozenJson } from "@parlance/core/json";
import type { ProviderName } from "./provider-names.js";
import { mayPass } from "./retry.js";
import type { Answer } from "./types.js";

const CODE = "provider_error";

/** What is known of a provider's error. */
export interface ProviderErrorFacts {
  readonly provider: ProviderName;
  /** The HTTP status, where the error names one. */
  readonly status?: number | undefined;
  /** The provider's own word for the kind of error; left out when it is more than a word. */
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
 * A provider's error, also one inside of a stream that began well. Providers quote what they were sent: their text is in `details`
 * alone, which no message, stack or JSON of the error has.
 */
export class ProviderError extends ParlanceError {
  override readonly name: string = "ProviderError";
  declare readonly code: typeof CODE;
  readonly provider: ProviderName;
  readonly status: number | undefined;
  readonly type: string | undefined;
  /** The least time to wait before the request is sent again, in milliseconds, where the provider says it. */
  readonly retry_after_ms: number | undefined;
  /** Whether the same request may succeed later: false for what no repetition mends, and where nothing is known. */
  readonly retryable: boolean;
  readonly #partial: Answer | undefined;
  readonly #details: JsonValue | undefined;

  constructor(facts: ProviderErrorFacts) {
    const type = wordOf(facts.type);
    super(CODE, summary(facts, type));
    this.provider = facts.provider;
    this.status = facts.status;
    this.type = type;
    this.retry_after_ms = facts.retry_after_ms;
    this.retryable = facts.retryable ?? mayPass(facts.status, type);
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

  static override isInstance(value: unknown): value is ProviderError {
    return ParlanceError.isInstance(value) && value.code === CODE;
  }
}

/** A word cannot quote anything. */
function wordOf(type: string | undefined): string | undefined {
  return type !== undefined && /^[A-Za-z0-9_.-]{1,64}$/.test(type) ? type : undefined;
}

function summary({ provider, status }: ProviderErrorFacts, type: string | undefined): string {
  const facts = [type, status === undefined ? undefined : `status ${status}`].filter((fact) => fact !== undefined);
  return `${provider} answered with an error${facts.length === 0 ? "" : ` (${facts.join(", ")})`}`;
}
