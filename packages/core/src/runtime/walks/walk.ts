/** What walks that change values have in common: what is to be done with the values of a row is found out once, and nothing where nothing is. */

import type { ObjectNode, RowNode, TableNode, UnionNode } from "../table-node.js";
import { meantFor, resolvedRow } from "./rows.js";

/** Does something with a value; a walk that is undefined has nothing to do. */
// biome-ignore lint/suspicious/noExplicitAny: each kind of walk has parameters of its own, which only it reads
type AnyWalk = (value: unknown, ...more: any[]) => unknown;

/** Stands for a walk that has nothing to do. */
const IDLE = "idle";

/** By the names of an object's members: the walk over each in which there is something to do. */
export type MemberWalks<Walk> = ReadonlyMap<string, Walk>;

/** By the tags that a union knows: the walk over a branch, null where there is nothing to do in it. */
export type BranchWalks<Walk> = ReadonlyMap<unknown, Walk | null>;

/** How one kind of walk is put together from the walks over what lies inside. */
export interface WalkParts<Walk> {
  ofObject(row: ObjectNode, walks: MemberWalks<Walk>): Walk | undefined;
  ofItems(walk: Walk): Walk;
  ofValues(walk: Walk): Walk;
  ofBranches(row: UnionNode, walks: BranchWalks<Walk>): Walk | undefined;
  /** @param walkFor The walk over the one that a value is of. */
  ofChoice(walkFor: (value: unknown) => Walk | undefined): Walk;
  /**
   * What is to be done with a value of any kind, besides what is done inside.
   * @param inner Undefined where there is nothing to do inside.
   * @defaultValue nothing
   */
  around?(row: RowNode, inner: Walk | undefined): Walk | undefined;
}

/** Makes the walk over a node when it is asked for the first time. */
export function walksOf<Walk extends AnyWalk>(parts: WalkParts<Walk>): (node: TableNode) => Walk | undefined {
  const made = new WeakMap<RowNode, Walk | typeof IDLE>();

  function walkOf(node: TableNode): Walk | undefined {
    const row = resolvedRow(node);
    const walk = made.get(row) ?? make(row);
    return walk === IDLE ? undefined : walk;
  }

  function make(row: RowNode): Walk | typeof IDLE {
    // A definition that holds itself is walked by what is being made.
    made.set(row, ((value, ...more) => walkOf(row)?.(value, ...more)) as Walk);
    const inner = newWalk(row);
    const walk = (parts.around === undefined ? inner : parts.around(row, inner)) ?? IDLE;
    made.set(row, walk);
    return walk;
  }

  function newWalk(row: RowNode): Walk | undefined {
    switch (row.kind) {
      case "object":
        return row.typed === false ? undefined : parts.ofObject(row, memberWalks(row));
      case "array":
        return inside(row.items, parts.ofItems);
      case "map":
        return inside(row.values, parts.ofValues);
      case "union":
        return parts.ofBranches(
          row,
          new Map(Object.entries(row.branches).map(([tag, node]) => [tag, walkOf(node) ?? null])),
        );
      case "choice":
        return row.nodes.every((node) => walkOf(node) === undefined) ? undefined : ofChoice(row.nodes);
      default:
        return undefined;
    }
  }

  function memberWalks({ properties }: ObjectNode): MemberWalks<Walk> {
    const walks = new Map<string, Walk>();
    for (const [name, node] of Object.entries(properties)) {
      const walk = walkOf(node);
      if (walk !== undefined) walks.set(name, walk);
    }
    return walks;
  }

  function inside(node: TableNode, around: (walk: Walk) => Walk): Walk | undefined {
    const walk = walkOf(node);
    return walk === undefined ? undefined : around(walk);
  }

  function ofChoice(nodes: readonly TableNode[]): Walk {
    return parts.ofChoice((value) => {
      const meant = meantFor(nodes, value);
      return meant === undefined ? undefined : walkOf(meant);
    });
  }

  return walkOf;
}

/** Whether there is nothing to do in any branch. */
export function areIdle(walks: BranchWalks<unknown>): boolean {
  return [...walks.values()].every((walk) => walk === null);
}
