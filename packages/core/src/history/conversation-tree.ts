/** The messages of one conversation as a tree, and the branches in it. */

import type { Message } from "../generated/types.gen.js";
import { comparableId } from "./comparable-id.js";

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

/** A message whose parent cannot be what it says. */
export interface BranchProblem {
  /** `unknown_parent`: it follows the message before. `parent_cycle`: it follows none, since it would follow itself. */
  readonly code: "unknown_parent" | "parent_cycle";
  /** The place of the message. */
  readonly index: number;
}

/** What a record follows. Ids are in the form in which they are compared. */
export interface Link {
  readonly id: string | undefined;
  readonly parent: string | undefined;
  /** As it stands in the record. */
  readonly conversation: string | undefined;
}

/** A message in its place. */
export interface Place extends Link {
  /** In the list that was given. */
  readonly index: number;
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
  const positions = new Map(places.map(({ id }, at) => [id, at]));
  const parents = parentsOf(places, positions, new BrokenLinks(broken, positions), problems);
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

/** The positions of messages by their ids. */
type Positions = ReadonlyMap<string | undefined, number>;

/** The position of a message that follows none. */
const NONE = -1;

/** The position of the message that each one follows. */
function parentsOf(
  places: readonly Place[],
  positions: Positions,
  broken: BrokenLinks,
  problems: BranchProblem[],
): number[] {
  if (places.every(({ parent }) => parent === undefined)) return places.map((_, at) => at - 1);
  const parents = places.map(({ parent: named, index }, at) => {
    const parent = named === undefined ? undefined : broken.followed(named);
    if (parent === undefined) return NONE;
    const position = positions.get(parent);
    if (position === undefined) problems.push({ code: "unknown_parent", index });
    return position ?? positionBefore(places, at);
  });
  for (const at of cycles(parents)) {
    parents[at] = NONE;
    problems.push({ code: "parent_cycle", index: places[at]?.index ?? at });
  }
  return parents;
}

/** What messages follow that follow a broken record. */
class BrokenLinks {
  readonly #positions: Positions;
  /** Parents by id; of what was looked up, whatever stands at the end. */
  readonly #parents: Map<string | undefined, string | undefined>;

  constructor(links: readonly Link[], positions: Positions) {
    this.#positions = positions;
    this.#parents = new Map(links.map(({ id, parent }) => [id, parent]));
  }

  /** The id itself, or where it is that of a broken record what this one follows; undefined where that is nothing. */
  followed(id: string): string | undefined {
    const passed = new Set<string>();
    let at: string | undefined = id;
    while (at !== undefined && this.#isBroken(at) && !passed.has(at)) {
      passed.add(at);
      at = this.#parents.get(at);
    }
    for (const one of passed) this.#parents.set(one, at);
    return at;
  }

  #isBroken(id: string): boolean {
    return this.#parents.has(id) && !this.#positions.has(id);
  }
}

/** The message before; a control that follows none is in no branch, so nothing follows it unasked. */
function positionBefore(places: readonly Place[], at: number): number {
  let before = at - 1;
  while (before >= 0 && isApart(places[before])) before--;
  return before;
}

function isApart(place: Place | undefined): boolean {
  return place?.message.type === "system_control" && place.parent === undefined;
}

/** For each circle the position of the message in it that stands first. */
function cycles(parents: readonly number[]): number[] {
  const walks = new Int32Array(parents.length);
  const found: number[] = [];
  for (let start = 0; start < parents.length; start++) {
    const walk = start + 1;
    let at = start;
    while (at !== NONE && walks[at] === 0) {
      walks[at] = walk;
      at = parents[at] ?? NONE;
    }
    if (at !== NONE && walks[at] === walk) found.push(firstOfCircle(parents, at));
  }
  return found;
}

function firstOfCircle(parents: readonly number[], start: number): number {
  let first = start;
  for (let at = parents[start] ?? start; at !== start; at = parents[at] ?? start) first = Math.min(first, at);
  return first;
}

/** How many messages there are up to each one. */
function chainLengths(parents: readonly number[]): readonly number[] {
  const lengths = new Array<number>(parents.length).fill(0);
  for (let start = 0; start < parents.length; start++) {
    const open: number[] = [];
    for (let at = start; at !== NONE && lengths[at] === 0; at = parents[at] ?? NONE) open.push(at);
    for (const at of open.reverse()) lengths[at] = (lengths[parents[at] ?? NONE] ?? 0) + 1;
  }
  return lengths;
}

/** What nothing follows. A control that follows nothing either is about the session, and in no branch. */
function leavesOf(places: readonly Place[], parents: readonly number[]): number[] {
  const followed = new Set(parents);
  const leaves = [...places.keys()].filter((at) => !followed.has(at));
  const said = leaves.filter((at) => parents[at] !== NONE || !isApart(places[at]));
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
    for (let at = leaf; at !== NONE; at = parents[at] ?? NONE) found.push(places[at] as Place);
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
  return [...leaves].reverse().find((leaf) => isUnder(leaf, parents, under)) ?? leaves.at(-1) ?? NONE;
}

/** Every message is asked about once. */
function isUnder(leaf: number, parents: readonly number[], known: Map<number, boolean>): boolean {
  const open: number[] = [];
  let at = leaf;
  for (; at !== NONE && !known.has(at); at = parents[at] ?? NONE) open.push(at);
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
