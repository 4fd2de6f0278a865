/** The error for a conversation of which too much has to stay. */

import { ParlanceError } from "@parlance/core";
import { markedBy } from "@parlance/core/internal";

const CODE = "context_overflow";
const MARKER = Symbol.for("parlance.error.context_overflow");

/** Something that cannot be left out, and what it costs. */
export interface RequiredTokens {
  /** `/system`, `/tools`, or the place of a message in what was given, such as `/messages/3`. */
  readonly path: string;
  readonly tokens: number;
}

/**
 * What has to stay is more than the budget: the instructions, the tools, what the user said last with the files and images that came
 * with it, and the last step with those that came after it.
 */
export class ContextOverflowError extends ParlanceError {
  static override readonly isInstance: (value: unknown) => value is ContextOverflowError = /* @__PURE__ */ markedBy(
    ContextOverflowError,
    MARKER,
  );

  override readonly name: string = "ContextOverflowError";
  declare readonly code: typeof CODE;
  /** What the budget leaves for the conversation. */
  readonly available_tokens: number;
  /** What has to stay costs this. */
  readonly required_tokens: number;
  /** One by one, the most expensive first. */
  readonly required: readonly RequiredTokens[];

  constructor(available_tokens: number, required: readonly RequiredTokens[]) {
    const required_tokens = required.reduce((sum, { tokens }) => sum + tokens, 0);
    super(CODE, `what has to stay takes ${required_tokens} tokens, and there is room for ${available_tokens}`);
    this.available_tokens = available_tokens;
    this.required_tokens = required_tokens;
    this.required = Object.freeze([...required].sort((one, other) => other.tokens - one.tokens));
  }
}
