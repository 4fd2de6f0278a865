/** Repairs the order of messages, in a history or outside of one. */

import type { ChatMessage } from "@parlance/core";
import { optionsOf } from "../../shared/options.js";
import { assertHistoryFits, givenMessages } from "../given.js";
import { MAX_ARCHIVED } from "../stored.js";
import { arrangedMessages, type Item } from "./arrange.js";
import { renamedCalls } from "./call-ids.js";
import { inOrder, type RepairChange } from "./change.js";
import type { Call } from "./exchange.js";
import { mayNeedRepair } from "./may-need-repair.js";
import { type MergeScope, type RewrittenMessages, rewrittenItems } from "./rewrite.js";
import { withoutStrayPlaces } from "./stray-places.js";

export interface RepairOptions {
  /**
   * Which messages that one speaker said in a row become one: `turns`, all of them; `calls`, only those of an assistant that would
   * stand between a call and its result.
   * @defaultValue "turns"
   */
  readonly merge?: MergeScope | undefined;
}

export interface RepairedMessages {
  /** Frozen. */
  readonly messages: readonly ChatMessage[];
  /** For each message the places, before, of those that it was made of; none for a result that was added. */
  readonly origins: readonly (readonly number[])[];
  /** What was changed, in the order of the places; empty when nothing was. */
  readonly changes: readonly RepairChange[];
}

/**
 * What `repair` does, for messages that are in no history.
 * @throws ValidationError for what is not a message; `too_many` over 1,048,576 messages.
 */
export function repairMessages(messages: Iterable<ChatMessage>, options?: RepairOptions): RepairedMessages {
  return repairedMessages(givenMessages(messages, MAX_ARCHIVED), optionsOf(options)?.merge ?? "turns");
}

/**
 * As `repairMessages`, for messages that were decoded already.
 * @throws ValidationError for more, or more deeply nested, messages than an archive may have.
 */
export function repairDecoded(messages: readonly ChatMessage[], scope: MergeScope): RepairedMessages {
  assertHistoryFits(messages, MAX_ARCHIVED);
  return repairedMessages(messages, scope);
}

/** @param messages In their decoded form, deeply frozen. */
export function repairedMessages(messages: readonly ChatMessage[], scope: MergeScope): RepairedMessages {
  const { messages: ordered, origins, changes } = orderedMessages(messages, scope);
  const after = withoutStrayPlaces(ordered, origins);
  return { messages: after.messages, origins, changes: inOrder([...changes, ...after.changes]) };
}

function orderedMessages(messages: readonly ChatMessage[], scope: MergeScope): RewrittenMessages {
  if (!mayNeedRepair(messages))
    return { messages: Object.freeze(messages), origins: messages.map((_, at) => [at]), changes: [] };
  const { items, changes } = arrangedMessages(messages);
  const after = rewrittenItems(items, renamedCalls(items.flatMap(callsOf), messages), scope);
  return { ...after, changes: [...changes, ...after.changes] };
}

function callsOf(item: Item): readonly Call[] {
  return "calls" in item ? item.calls : [];
}
