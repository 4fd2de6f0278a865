/** What the model is sent in a round: everything so far, or as much of it as fits. */

import type { UserChatMessage } from "@parlance/core";
import type { Conversation } from "@parlance/providers";
import { buildContext } from "../context/build-context.js";
import type { Removal } from "../context/trim.js";
import type { TurnPlan } from "./agent-settings.js";
import type { TurnLog } from "./turn-log.js";

export interface SentConversation {
  readonly conversation: Conversation;
  readonly removed: readonly Removal[];
}

/**
 * @param said Stands for the first message of the turn.
 * @throws ContextOverflowError when even what has to stay does not fit into the budget; what `countTokens` throws.
 */
export async function conversationOf(plan: TurnPlan, said: UserChatMessage, log: TurnLog): Promise<SentConversation> {
  const { history = [], inference_options } = plan.request;
  const { budget, countTokens, logger } = plan.settings;
  const messages = [...history, said, ...log.messages.slice(1)];
  const tools = plan.registry.definitions(plan.context);
  const parts = { tools, ...(plan.system === undefined ? {} : { system: plan.system }) };
  const options = inference_options === undefined ? {} : { options: inference_options };
  if (budget === undefined) return { conversation: { messages, ...parts, ...options }, removed: [] };
  const built = await buildContext(messages, { ...parts, budget, countTokens, logger });
  return { conversation: { ...built.conversation, ...options }, removed: built.removed };
}
