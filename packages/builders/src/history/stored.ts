/** The stored form of a history with other messages. */

import { type ChatMessage, ConversationHistory } from "@parlance/core";
import { changedCopy, sealedValue } from "@parlance/core/internal";
import { replaceMembers } from "@parlance/core/json";
import { movedResidue, type Places } from "../shared/residue.js";

/** As many messages as the contract lets a history hold. */
export const MAX_MESSAGES = 65_536;

/** As many messages as are read outside of a history: those of an archive, and not those of a generator without an end. */
export const MAX_ARCHIVED = 1_048_576;

/**
 * The same history with other messages.
 * @param history Decoded.
 * @param messages A frozen array of messages in their decoded form.
 */
export function withMessages(history: ConversationHistory, messages: readonly ChatMessage[]): ConversationHistory {
  return sealedValue(changedCopy(history, { messages }), ConversationHistory);
}

/** A history with other messages, and the positions of those that what another version could say of is gone with. */
interface RearrangedHistory {
  readonly history: ConversationHistory;
  readonly lost: readonly number[];
}

/**
 * The same history with messages that were made of its own.
 * @param messages As for `withMessages`.
 * @param places Where each of them stood before.
 */
export function rearrangedHistory(
  history: ConversationHistory,
  messages: readonly ChatMessage[],
  places: Places,
): RearrangedHistory {
  if (history.residue === undefined) return { history: withMessages(history, messages), lost: [] };
  const { residue, lost } = movedResidue(history.residue, () => places);
  return { history: withMessages(replaceMembers(history, { residue }), messages), lost };
}
