/** Makes of a history whose messages are out of order one that a model can be given. */

import { ConversationHistory, ValidationError } from "@parlance/core";
import { tooManyMessages } from "../given.js";
import { isLive, type LiveHistory } from "../live-history.js";
import { MAX_MESSAGES, rearrangedHistory } from "../stored.js";
import { type HistoryRepairCode, type RepairChange, withLostResidue } from "./change.js";
import { repairedMessages } from "./repair-messages.js";

export interface RepairedHistory {
  /** The history itself, not a copy, when there was nothing to change. */
  readonly history: ConversationHistory;
  /** What was changed, in the order of the places; empty when nothing was. */
  readonly changes: readonly RepairChange<HistoryRepairCode>[];
}

/**
 * The history with every call answered right after it, once, and under an id of its own: late results are moved, missing ones
 * added, results that answer nothing left out (they stand in `changes`), as are places of calls that are not there, and messages that one speaker said in a row merged. Always
 * the same for the same history; a repaired one is not changed again. Where the system speaks is left alone.
 *
 * @throws ValidationError for what is not a history; `too_many` when the added results do not fit into one.
 */
export function repairHistory(history: ConversationHistory | LiveHistory): RepairedHistory {
  const stored = isLive(history) ? history.toJSON() : ConversationHistory.parse(history);
  const { messages, origins, changes } = repairedMessages(stored.messages, "turns");
  if (changes.length === 0) return { history: stored, changes };
  if (messages.length > MAX_MESSAGES) throw new ValidationError([tooManyMessages()]);
  const places = origins.map(([first]) => first);
  const after = rearrangedHistory(stored, messages, places);
  return { history: after.history, changes: withLostResidue(changes, after.lost) };
}
