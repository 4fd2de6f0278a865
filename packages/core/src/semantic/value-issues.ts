/** Finds what the semantic checks have to say of a value, by a walk over its row of the table. */

import type { Issue } from "../errors/issue.js";
import type { Fields } from "../runtime/json.js";
import type { ObjectNode, RowNode, TableNode, UnionNode } from "../runtime/table-node.js";
import { keyPointer } from "../runtime/unknown.js";
import { areIdle, type BranchWalks, type MemberWalks, walksOf } from "../runtime/walks/walk.js";
import { CHECKS } from "./checks.js";
import { hasIssues } from "./has-issues.js";
import { NO_ISSUES } from "./none.js";

/**
 * In the order of the table.
 * @param value A valid value of the node, decoded or as on the wire. What is unknown in it is passed over.
 */
export function valueIssues(node: TableNode, value: unknown): readonly Issue[] {
  if (!hasIssues(node, value)) return NO_ISSUES;
  const found: Issue[] = [];
  walkOf(node)?.(value, "", "", found);
  return found;
}

/** Gets the pointer to what holds the value and the step to the value. */
type Walk = (value: unknown, above: string, step: string | number, found: Issue[]) => void;

const walkOf: (node: TableNode) => Walk | undefined = /* @__PURE__ */ walksOf<Walk>({
  ofObject,
  ofItems,
  ofValues,
  ofBranches,
  ofChoice: (walkFor) => (value, above, step, found) => walkFor(value)?.(value, above, step, found),
  around: withChecks,
});

function withChecks({ checks }: RowNode, inner: Walk | undefined): Walk | undefined {
  if (checks === undefined) return inner;
  const own = checks.map((name) => CHECKS[name]);
  return (value, above, step, found) => {
    for (const check of own)
      for (const issue of check(value)) found.push({ ...issue, path: pointerTo(above, step) + issue.path });
    inner?.(value, above, step, found);
  };
}

function ofObject(_row: ObjectNode, walks: MemberWalks<Walk>): Walk | undefined {
  if (walks.size === 0) return undefined;
  const steps = [...walks].map(([name, walk]) => ({ name, next: keyPointer(name), walk }));
  return (value, above, step, found) => {
    const here = pointerTo(above, step);
    for (const { name, next, walk } of steps) {
      const member = (value as Fields)[name];
      if (member !== undefined && member !== null) walk(member, here, next, found);
    }
  };
}

function ofItems(walk: Walk): Walk {
  return (value, above, step, found) => {
    const here = pointerTo(above, step);
    for (const [at, item] of (value as readonly unknown[]).entries()) walk(item, here, at, found);
  };
}

/** Keys of a map are the user's own. */
function ofValues(walk: Walk): Walk {
  return (value, above, step, found) => {
    const here = pointerTo(above, step);
    for (const member of Object.values(value as Fields)) walk(member, here, "/*", found);
  };
}

function ofBranches({ tag }: UnionNode, walks: BranchWalks<Walk>): Walk | undefined {
  if (areIdle(walks)) return undefined;
  return (value, above, step, found) => walks.get((value as Fields)[tag])?.(value, above, step, found);
}

function pointerTo(above: string, step: string | number): string {
  return typeof step === "number" ? `${above}/${step}` : above + step;
}
