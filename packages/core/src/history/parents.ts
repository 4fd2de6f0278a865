/** Which message of a conversation each one follows. */

/** A message whose parent cannot be what it says. */
export interface BranchProblem {
  /** `unknown_parent`: it follows the message before. `parent_cycle`: it follows none, since it would follow itself. */
  readonly code: "unknown_parent" | "parent_cycle";
  /** The place of the message. */
  readonly index: number;
}

/** What of a message says which one it follows. Ids are in the form in which they are compared. */
export interface TreePlace {
  /** In the list that was given. */
  readonly index: number;
  readonly id: string | undefined;
  readonly parent: string | undefined;
  /** Whether it is about the session, unless it says which message it follows. */
  readonly isControl: boolean;
}

/** The positions of messages by their ids. */
export type Positions = ReadonlyMap<string | undefined, number>;

/** The id that counts in place of one; undefined where that is none. */
export type Followed = (id: string) => string | undefined;

/** The position that stands for the parent of a message that follows none. */
export const FOLLOWS_NONE = -1;

/** Where messages stand, by their ids. */
export function positionsOf(places: readonly TreePlace[]): Positions {
  return new Map(places.map(({ id }, at) => [id, at]));
}

/**
 * The position of the message that each one follows, -1 for none.
 * @param followed What stands for the id of a parent.
 */
export function parentsOf(
  places: readonly TreePlace[],
  positions: Positions,
  problems: BranchProblem[],
  followed: Followed = (id) => id,
): number[] {
  if (places.every(({ parent }) => parent === undefined)) return places.map((_, at) => at - 1);
  const parents = places.map(({ parent: named, index }, at) => {
    const parent = named === undefined ? named : followed(named);
    if (parent === undefined) return FOLLOWS_NONE;
    const position = positions.get(parent);
    if (position === undefined) problems.push({ code: "unknown_parent", index });
    return position ?? positionBefore(places, at);
  });
  for (const at of cycles(parents)) {
    parents[at] = FOLLOWS_NONE;
    problems.push({ code: "parent_cycle", index: places[at]?.index ?? at });
  }
  return parents;
}

/** The message before; a control that follows none is in no branch, so nothing follows it unasked. */
function positionBefore(places: readonly TreePlace[], at: number): number {
  let before = at - 1;
  while (before >= 0 && isApart(places[before])) before--;
  return before;
}

/** Whether it is in no branch. */
export function isApart(place: TreePlace | undefined): boolean {
  return place?.isControl === true && place.parent === undefined;
}

/** For each circle the position of the message in it that stands first. */
function cycles(parents: readonly number[]): number[] {
  const walks = new Int32Array(parents.length);
  const found: number[] = [];
  for (let start = 0; start < parents.length; start++) {
    const walk = start + 1;
    let at = start;
    while (at !== FOLLOWS_NONE && walks[at] === 0) {
      walks[at] = walk;
      at = parents[at] ?? FOLLOWS_NONE;
    }
    if (at !== FOLLOWS_NONE && walks[at] === walk) found.push(firstOfCircle(parents, at));
  }
  return found;
}

function firstOfCircle(parents: readonly number[], start: number): number {
  let first = start;
  for (let at = parents[start] ?? start; at !== start; at = parents[at] ?? start) first = Math.min(first, at);
  return first;
}
