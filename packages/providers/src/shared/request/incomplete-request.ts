/** Refuses what would not be a request: without a model, or without a message. */

import { type InferenceOptions, ValidationError } from "@parlance/core";
import { issue } from "@parlance/core/internal";

/** @throws ValidationError with the code `missing_property`. */
export function namedModel({ model }: InferenceOptions): string {
  if (model !== undefined) return model;
  throw new ValidationError([issue("missing_property", "/options/model", "the name of a model", "nothing")]);
}

/**
 * Servers would refuse a request without messages, or answer it with nothing.
 *
 * @throws ValidationError with the code `no_message`.
 */
export function assertSaysSomething(messages: readonly unknown[]): void {
  if (messages.length > 0) return;
  throw new ValidationError([issue("no_message", "/messages", "a message that says something", "none")]);
}
