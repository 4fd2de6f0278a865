/** The messages of one conversation as a tree, and the branches in it. */

import type { Message } from "../generated/types.gen.js";
import { followedPastBroken, type Link } from "./broken-links.js";
import { comparableId } from "./comparable-id.js";
import {
  type BranchProblem,
  FOLLOWS_NONE,
  isApart,
  type Positions,
  parentsOf,
  positionsOf,
  type TreePlace,
} from "./parents.js";

/** A chain of messages. What is in it is computed when it is asked for, since many branches may share a long beginning. */
export interface Branch {
  /** The message that nothing follows. */
  readonly leaf: Message;
  /** How many messages there are from the first to the leaf. */
  readonly length: number;
  /** Places of the messages in what was given, the first one first. */
  readonly indexes: () => readonly number[];
  readonly messages: () => readonly Message[];
}

/** The branches of one conversation. */
export interface ConversationBranches {
  /** Absent for messages that name no conversation. */
  readonly conversation_id?: string;
  /** In the order in which their leaves stand; never empty. */
  readonly branches: readonly Branch[];
  /** The branch that a control switched to last, else the one whose leaf stands last. */
  readonly active: Branch;
}

/** A message in its place. */
export interface Place extends TreePlace, Link {
  readonly message: Message;
}

/** What is known of one conversation. */
interface FoundBranches {
  readonly conversation: ConversationBranches;
  readonly problems: readonly BranchProblem[];
}

/**
 * @param places The messages of the conversation in the order in which they count, at least one.
 * @param broken Its records that could not be read.
 */
export function conversationBranches(places: readonly Place[], broken: readonly Link[]): FoundBranches {
  const problems: BranchProblem[] = [];
  const positions = positionsOf(places);
  const parents = parentsOf(places, positions, problems, followedPastBroken(broken, positions));
  const lengths = chainLengths(parents);
  const leaves = leavesOf(places, parents);
  const branches = leaves.map((leaf) => branchAt(leaf, places, parents, lengths));
  const active = activeLeaf(leaves, parents, switchedTo(places, positions));
  const id = places[0]?.conversation;
  return {
    conversation: Object.freeze({
      ...(id === undefined ? {} : { conversation_id: id }),
      branches: Object.freeze(branches),
      active: branches[leaves.indexOf(active)] as Branch,
    }),
    problems,
  };
}

/** How many messages there are up to each one. */
function chainLengths(parents: readonly number[]): readonly number[] {
  const lengths = new Array<number>(parents.length).fill(0);
  for (let start = 0; start < parents.length; start++) {
    const open: number[] = [];
    for (let at = start; at !== FOLLOWS_NONE && lengths[at] === 0; at = parents[at] ?? FOLLOWS_NONE) open.push(at);
    for (const at of open.reverse()) lengths[at] = (lengths[parents[at] ?? FOLLOWS_NONE] ?? 0) + 1;
  }
  return lengths;
}

/** What nothing follows. A control that follows nothing either is about the session, and in no branch. */
function leavesOf(places: readonly TreePlace[], parents: readonly number[]): number[] {
  const followed = new Set(parents);
  const leaves = [...places.keys()].filter((at) => !followed.has(at));
  const said = leaves.filter((at) => parents[at] !== FOLLOWS_NONE || !isApart(places[at]));
  return said.length > 0 ? said : leaves;
}

function branchAt(
  leaf: number,
  places: readonly Place[],
  parents: readonly number[],
  lengths: readonly number[],
): Branch {
  const chain = (): Place[] => {
    const found: Place[] = [];
    for (let at = leaf; at !== FOLLOWS_NONE; at = parents[at] ?? FOLLOWS_NONE) found.push(places[at] as Place);
    return found.reverse();
  };
  return Object.freeze({
    leaf: (places[leaf] as Place).message,
    length: lengths[leaf] ?? 1,
    indexes: () => chain().map(({ index }) => index),
    messages: () => chain().map(({ message }) => message),
  });
}

/** The leaf that stands last, of all or of those under the message that was switched to. */
function activeLeaf(leaves: readonly number[], parents: readonly number[], target: number | undefined): number {
  const under = new Map(target === undefined ? [] : [[target, true]]);
  return [...leaves].reverse().find((leaf) => isUnder(leaf, parents, under)) ?? leaves.at(-1) ?? FOLLOWS_NONE;
}

/** Every message is asked about once. */
function isUnder(leaf: number, parents: readonly number[], known: Map<number, boolean>): boolean {
  const open: number[] = [];
  let at = leaf;
  for (; at !== FOLLOWS_NONE && !known.has(at); at = parents[at] ?? FOLLOWS_NONE) open.push(at);
  const found = known.get(at) === true;
  for (const one of open) known.set(one, found);
  return found;
}

/** The position of the message that a control switched to last; a name that is no id says nothing here. */
function switchedTo(places: readonly Place[], positions: Positions): number | undefined {
  const targets = places.flatMap(({ message }) => {
    if (message.type !== "system_control") return [];
    const { control } = message.data;
    if (control.type !== "branch_switch") return [];
    return positions.get(comparableId(control.to)) ?? [];
  });
  return targets.at(-1);
}
