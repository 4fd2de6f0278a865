/** The stored form of a history, and the mark of those that are frozen already. */

import { type ChatMessage, ConversationHistory, type SafeParseResult } from "@parlance/core";
import { replaceMembers } from "@parlance/core/json";
import { movedResidue, type Places } from "../shared/residue.js";

/** As many messages as the contract lets a history hold. */
export const MAX_MESSAGES = 65_536;

/** As many messages as are read outside of a history: those of an archive, and not those of a generator without an end. */
export const MAX_ARCHIVED = 1_048_576;

const FROZEN: WeakSet<object> = /* @__PURE__ */ new WeakSet();

/**
 * The same history with other messages.
 * @param history Frozen.
 * @param messages A frozen array of messages in their decoded form.
 */
export function withMessages(history: ConversationHistory, messages: readonly ChatMessage[]): ConversationHistory {
  const changed = replaceMembers(history, { messages });
  FROZEN.add(changed);
  return changed;
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
export function rearranged(
  history: ConversationHistory,
  messages: readonly ChatMessage[],
  places: Places,
): RearrangedHistory {
  if (history.residue === undefined) return { history: withMessages(history, messages), lost: [] };
  const { residue, lost } = movedResidue(history.residue, () => places);
  return { history: withMessages(replaceMembers(history, { residue }), messages), lost };
}

/** The decoded form, deeply frozen; what is known to be that already comes back as it is. */
export function safeStoredForm(history: unknown): SafeParseResult<ConversationHistory> {
  if (isFrozenHere(history)) return { ok: true, value: history };
  return ConversationHistory.safeParse(history);
}

function isFrozenHere(history: unknown): history is ConversationHistory {
  return typeof history === "object" && history !== null && FROZEN.has(history);
}

/**
 * The same, for what has to be a history.
 * @throws ValidationError
 */
export function storedForm(history: unknown): ConversationHistory {
  const result = safeStoredForm(history);
  if (result.ok) return result.value;
  throw result.error;
}
