/** The text of an older version that a message was decoded from, where that may have to be written in place of a new one. */

import { trimmed } from "../reading/read-text.js";
import type { Settings } from "./options.js";

interface OlderText {
  readonly text: string;
  readonly version: number;
}

const TEXTS = new WeakMap<object, OlderText>();

/**
 * No text grows by more than this in the current version and in canonical order: the most that one unit of UTF-16 becomes is the
 * six of an escaped lone surrogate, and no number or member that is added comes near.
 */
const MOST_GROWTH = 8;

/** Keeps the text of a message that may be too large in the current version. A message that is not frozen may have been changed since. */
export function keepOlderText(
  message: object,
  version: number,
  text: string | undefined,
  { freeze, maxBytes }: Settings,
): void {
  if (!freeze || text === undefined || text.length * MOST_GROWTH <= maxBytes) return;
  TEXTS.set(message, { text: trimmed(text), version });
}

/** The kept text of a message, and its version. */
export function olderTextOf(message: object): OlderText | undefined {
  return TEXTS.get(message);
}
