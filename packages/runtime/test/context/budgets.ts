/** Contexts under a budget in which a letter is a token. */

import type { ChatMessage, Message } from "@parlance/core";
import { buildContext, type ContextOptions, ContextOverflowError } from "../../src/context/index.js";

const QUIET = { logger: { warn: () => {} } };

/** A letter is a token; every message has four more. */
export const BY_LETTERS = { ...QUIET, countTokens: (said: string) => said.length } satisfies ContextOptions;

/** Of all that a model reads in a part of a body: marks and ids are none of it. */
export function lettersIn(value: unknown, name = ""): number {
  if (typeof value === "string")
    return ["type", "role", "id", "tool_call_id", "tool_use_id"].includes(name) ? 0 : value.length;
  if (typeof value !== "object" || value === null) return 0;
  return Object.entries(value).reduce((sum, [key, one]) => sum + lettersIn(one, key), 0);
}

export async function overflowOf(promise: Promise<unknown>): Promise<ContextOverflowError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!ContextOverflowError.isInstance(error)) throw error ?? new Error("nothing was thrown");
  return error;
}

export const within = (
  max_tokens: number,
  messages: readonly (Message | ChatMessage)[],
  options: ContextOptions = {},
) => buildContext(messages, { ...BY_LETTERS, budget: { max_tokens }, ...options });
