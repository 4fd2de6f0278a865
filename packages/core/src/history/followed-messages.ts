/** Which messages of a list a model is told, where a store holds several versions of a message and several branches. */

import type { InvalidMessage } from "../codec/results.js";
import type { ChatMessage, Message } from "../generated/types.gen.js";
import { type BranchProblem, branches, type ConversationBranches } from "./branches.js";
import { currentVersions } from "./current-versions.js";

interface FollowedMessages {
  /** Places of what is followed, in its order. */
  readonly indexes: readonly number[];
  /** The same with all branches. */
  readonly counted: readonly number[];
  /** Places of messages that come again later with the same id. */
  readonly earlier: readonly number[];
  /** Places of messages of other branches than the active ones. */
  readonly elsewhere: readonly number[];
  readonly problems: readonly BranchProblem[];
}

type Given = Message | ChatMessage | InvalidMessage;

/** Each stored message once, as it was stored last, and of each conversation the active branch; chat messages and broken records keep their places. */
export function followedMessages(messages: readonly Given[]): FollowedMessages {
  const counted = currentVersions(messages.map(versionedId));
  const earlier = earlierPlaces(counted, messages.length);
  if (!messages.some(hasParent)) return { indexes: counted, counted, earlier, elsewhere: [], problems: [] };
  const { conversations, problems } = branches(messages);
  return { counted, earlier, problems, ...alongActive(counted, messages, conversations) };
}

function earlierPlaces(counted: readonly number[], length: number): readonly number[] {
  if (counted.length === length) return [];
  const known = new Set(counted);
  return Array.from({ length }, (_, at) => at).filter((at) => !known.has(at));
}

/** What this version does not know may have any id, or none. */
function versionedId(message: Given): string | undefined {
  return "id" in message && !("role" in message) ? message.id : undefined;
}

function hasParent(message: Given): boolean {
  if ("role" in message || message.type === "invalid") return false;
  return (message.type === "unknown" ? message.original : message).parent_id !== undefined;
}

/** A chain takes the places that its messages have in the list, in the order of the chain. */
function alongActive(
  indexes: readonly number[],
  messages: readonly Given[],
  conversations: readonly ConversationBranches[],
): Pick<FollowedMessages, "indexes" | "elsewhere"> {
  const ranks = new Map(indexes.map((index, rank) => [index, rank]));
  const chained = new Map<number, number>();
  for (const { active } of conversations) {
    const chain = active.indexes();
    const slots = [...chain].sort((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0));
    for (const [at, slot] of slots.entries()) chained.set(slot, chain[at] ?? slot);
  }
  const isApart = (index: number): boolean => !chained.has(index) && isOfBranch(messages[index]);
  return {
    indexes: indexes.filter((index) => !isApart(index)).map((index) => chained.get(index) ?? index),
    elsewhere: indexes.filter(isApart),
  };
}

/** Controls that follow no message are about the session, whichever branch is active. */
function isOfBranch(message: Given | undefined): boolean {
  if (message === undefined || "role" in message || message.type === "invalid") return false;
  return message.type !== "system_control" || message.parent_id !== undefined;
}
