/** The error for an answer that never came, or not to its end. */

import { ParlanceError } from "@parlance/core";
import { markedBy } from "@parlance/core/internal";
import { knownSystemCode } from "./system-codes.js";

const CODE = "model_error";
const MARKER = Symbol.for("parlance.error.model");

/**
 * Why there is no whole answer.
 *
 * - `unreachable`: no connection to the server could be made, or it was lost before the server answered
 * - `connection_lost`: the connection broke within the answer
 * - `cut_off`: the answer stopped without an end
 * - `timeout`: the server was silent for too long
 * - `failed`: the model's own code threw something, which is `original`
 */
export type ModelErrorReason = "unreachable" | "connection_lost" | "cut_off" | "timeout" | "failed";

const MESSAGES: Readonly<Record<ModelErrorReason, string>> = {
  unreachable: "the model's server could not be reached",
  connection_lost: "the connection to the model's server broke within the answer",
  cut_off: "the model's answer stopped without an end",
  timeout: "the model's server was silent for too long",
  failed: "the model could not be asked",
};

export interface ModelErrorFacts {
  /** The platform's word for the fault, such as `ECONNREFUSED`; shown only where it is a known one. */
  readonly system_code?: unknown;
  /** What was thrown, as it came. */
  readonly original?: unknown;
}

/** The model gave no whole answer, for a reason that is not the provider's word. Neither address nor content is told. */
export class ModelError extends ParlanceError {
  static override readonly isInstance: (value: unknown) => value is ModelError = /* @__PURE__ */ markedBy(
    ModelError,
    MARKER,
  );

  override readonly name: string = "ModelError";
  declare readonly code: typeof CODE;
  readonly reason: ModelErrorReason;
  /** The platform's word for the fault, where it is a known one. */
  readonly system_code: string | undefined;
  /** Whether asking again may help. */
  readonly retryable: boolean;
  readonly #original: unknown;

  constructor(reason: ModelErrorReason, facts: ModelErrorFacts = {}) {
    const word = knownSystemCode(facts.system_code);
    super(CODE, word === undefined ? MESSAGES[reason] : `${MESSAGES[reason]} (${word})`);
    this.reason = reason;
    this.system_code = word;
    this.retryable = reason !== "failed" && !isLasting(facts.system_code);
    this.#original = facts.original;
  }

  /** What `fetch`, or the code of a model that is not of this package, threw, as it came; no message, stack or JSON of the error has it. */
  get original(): unknown {
    return this.#original;
  }
}

const WORD = /^[A-Z][A-Z0-9_]{1,63}$/;
/** Certificates do not mend themselves. */
const LASTING_WORD = /CERT|SELF_SIGNED|TLS|SSL/;

/** Known or not: the verdict quotes nothing of the word. */
function isLasting(code: unknown): boolean {
  return typeof code === "string" && WORD.test(code) && LASTING_WORD.test(code);
}
