/** A provider's conversation to the text of a conversation history, with everything that a history cannot hold reported. */

import { ConversationHistory } from "@parlance/builders";
import { replaceMembers } from "@parlance/core/json";
import type { Provider } from "@parlance/providers";
import type { Converted } from "./converter.js";
import { givenRequest, importRequest, leftOutEntries } from "./import-conversation.js";
import type { StoredConversation } from "./stored-conversation.js";

/** @throws ParseError or ValidationError for what is not a conversation of the provider. */
export function historyOf(found: StoredConversation, provider: Provider<object>): Converted {
  const { messages, report, leftOut } = importRequest(givenRequest(found), provider);
  const history = replaceMembers(ConversationHistory.create().toJSON(), { messages });
  const others = leftOutEntries(leftOut, "not_in_history", "a conversation history holds messages only");
  return { lines: [ConversationHistory.encode(history)], report: [...report, ...others] };
}
