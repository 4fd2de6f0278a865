/** Whether the semantic checks have anything to say of a value: as a rule not, and then no place needs a name. */

import type { Fields } from "../runtime/json.js";
import type { RowNode, TableNode } from "../runtime/table-node.js";
import { areIdle, walksOf } from "../runtime/walks/walk.js";
import { CHECKS } from "./checks.js";

/** @param value A valid value of the node. What is unknown in it is passed over. */
export function hasIssues(node: TableNode, value: unknown): boolean {
  return walkOf(node)?.(value) ?? false;
}

type Walk = (value: unknown) => boolean;

const walkOf: (node: TableNode) => Walk | undefined = /* @__PURE__ */ walksOf<Walk>({
  ofObject: (_row, walks) => (walks.size === 0 ? undefined : ofMembers([...walks.keys()], [...walks.values()])),
  ofItems,
  ofValues: (walk) => (value) => Object.values(value as Fields).some((member) => walk(member)),
  ofBranches: ({ tag }, walks) =>
    areIdle(walks)
      ? undefined
      : (value) => {
          const walk = walks.get((value as Fields)[tag]);
          return walk ? walk(value) : false;
        },
  ofChoice: (walkFor) => (value) => walkFor(value)?.(value) ?? false,
  around: withChecks,
});

function ofItems(walk: Walk): Walk {
  return (value) => {
    const items = value as readonly unknown[];
    for (let at = 0; at < items.length; at++) if (walk(items[at])) return true;
    return false;
  };
}

function ofMembers(names: readonly string[], walks: readonly Walk[]): Walk {
  return (value) => {
    for (let at = 0; at < names.length; at++) {
      const member = (value as Fields)[names[at] as string];
      if (member !== undefined && member !== null && (walks[at] as Walk)(member)) return true;
    }
    return false;
  };
}

function withChecks({ checks }: RowNode, inner: Walk | undefined): Walk | undefined {
  if (checks === undefined) return inner;
  const [first, ...others] = checks.map((name) => CHECKS[name]);
  if (first === undefined) return inner;
  if (others.length === 0 && inner === undefined) return (value) => first(value).length > 0;
  return (value) =>
    first(value).length > 0 || others.some((check) => check(value).length > 0) || (inner?.(value) ?? false);
}
