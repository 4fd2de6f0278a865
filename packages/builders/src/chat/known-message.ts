/** Chat messages of which it is known that a history takes them as they are. */

import type { ChatMessage } from "@parlance/core";
import { chatMessageReader, isKnown, sealedValue } from "@parlance/core/internal";
import { type Kind, kindWithin } from "../shared/construct.js";
import { MESSAGE_LEVELS } from "../shared/levels.js";

/** A chat message that fits into a history. */
export const CHAT_MESSAGE: Kind<ChatMessage> = /* @__PURE__ */ kindWithin(chatMessageReader, MESSAGE_LEVELS);

/** A new message that is valid and decoded, all members of which are deeply frozen. */
export function knownMessage<Known extends ChatMessage>(message: Known): Known {
  return sealedValue(message, CHAT_MESSAGE);
}

/** Whether the value is known, at most after one look, to be a decoded message that is not nested too deeply. */
export function isKnownMessage(value: unknown): value is ChatMessage {
  return isKnown(value, CHAT_MESSAGE);
}
