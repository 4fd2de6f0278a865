/** How stored messages follow each other: branches are the chains of `parent_id` from the messages that nothing follows. */

import type { InvalidMessage } from "../codec/results.js";
import type { ChatMessage, Message } from "../generated/types.gen.js";
import type { Link } from "./broken-links.js";
import { comparableId } from "./comparable-id.js";
import { type ConversationBranches, conversationBranches, type Place } from "./conversation-tree.js";
import { currentVersions } from "./current-versions.js";
import type { BranchProblem } from "./parents.js";

export type { Branch, ConversationBranches } from "./conversation-tree.js";
export type { BranchProblem } from "./parents.js";

export interface MessageBranches {
  /** In the order in which their first messages stand; empty where there are no messages. */
  readonly conversations: readonly ConversationBranches[];
  /** In the order of the places. */
  readonly problems: readonly BranchProblem[];
}

/**
 * The branches of a list of stored messages, by conversation. Without any `parent_id` a conversation is one branch, the list as given. Once
 * one message has it, one without it begins a branch; a control of that kind, which nothing follows, is in none. Of several messages
 * with one id the last counts, in the place of the first. Chat messages are passed over, and so are broken records: what follows one of these follows
 * what it follows, as far as its `id` and `parent_id` can be read.
 *
 * A control `branch_switch` whose `to` is the `id` of a message makes that branch the active one whose leaf stands last under this message. Ids are
 * compared without regard to letter case where both are UUIDs.
 *
 * @param messages Oldest first, read once; also records that are not messages, as `decodeHistory` gives them.
 */
export function branches(messages: Iterable<Message | ChatMessage | InvalidMessage>): MessageBranches {
  const given = [...messages];
  const broken = byConversation(brokenLinks(given));
  const found = [...byConversation(givenPlaces(given))].map(([conversation, places]) =>
    conversationBranches(places, broken.get(conversation) ?? []),
  );
  const problems = found.flatMap((one) => one.problems);
  return Object.freeze({
    conversations: Object.freeze(found.map((one) => one.conversation)),
    problems: Object.freeze(problems.sort((one, other) => one.index - other.index)),
  });
}

/** Each message once, as it was stored last. */
function givenPlaces(given: readonly unknown[]): Place[] {
  const all = given.map((one, index) => (isStored(one) ? placeOf(one, index) : undefined));
  // What this version does not know may have any id, or none.
  const ids = all.map((one) => (one?.message.type === "unknown" ? undefined : one?.id));
  return currentVersions(ids).flatMap((index) => all[index] ?? []);
}

/** Chat messages have a role and no id; records that could not be read have neither. */
function isStored(value: unknown): value is Message {
  return (
    typeof value === "object" && value !== null && "type" in value && value.type !== "invalid" && !("role" in value)
  );
}

function placeOf(message: Message, index: number): Place {
  const link = linkOf(message.type === "unknown" ? message.original : message);
  return { index, message, ...link, isControl: message.type === "system_control" };
}

/** What can be read of broken records. */
function brokenLinks(given: readonly unknown[]): Link[] {
  return given.flatMap((one) => {
    const { type, original } = Object(one) as Readonly<Record<string, unknown>>;
    return type === "invalid" ? linkOf(Object(original) as Envelope) : [];
  });
}

function linkOf({ id, parent_id, conversation_id }: Envelope): Link {
  const parent = comparableId(textOf(parent_id));
  return { id: comparableId(textOf(id)), parent, conversation: textOf(conversation_id) };
}

/** As much of a message as says where it belongs, as anybody may have written it. */
interface Envelope {
  readonly id?: unknown;
  readonly parent_id?: unknown;
  readonly conversation_id?: unknown;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** By conversation, in the order of the first of each. */
function byConversation<One extends Link>(links: readonly One[]): ReadonlyMap<string | undefined, readonly One[]> {
  const groups = new Map<string | undefined, One[]>();
  for (const link of links) {
    const id = comparableId(link.conversation);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [link]);
    else group.push(link);
  }
  return groups;
}
