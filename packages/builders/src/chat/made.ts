/** Marks the chat messages that the factories made, so that a history takes them without looking at them again. */

import type { ChatMessage } from "@parlance/core";
import { Existing } from "@parlance/core/internal";

class Mark extends Existing {
  readonly #isMade: boolean = true;

  static isOn(value: object): boolean {
    return #isMade in value;
  }
}

/** The last step of a factory: marks a valid message in its decoded form, all members of which are deeply frozen, and freezes it. */
export function made<Made extends ChatMessage>(message: Made): Made {
  new Mark(message);
  return Object.freeze(message);
}

/** Whether the value is a chat message that a factory made. */
export function isMade(value: unknown): value is ChatMessage {
  return typeof value === "object" && value !== null && Mark.isOn(value);
}
