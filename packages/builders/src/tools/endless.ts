/** Finds references that lead back to where they started without going down into the value: no validator gets to an end there. */

import type { JsonObject } from "@parlance/core";
import type { Member, SchemaNode } from "./survey.js";

/** A schema on the way, and how many of its members have been gone into. */
interface Step {
  readonly node: SchemaNode;
  readonly onwards: readonly Member[];
  taken: number;
}

/** The place of a reference that closes such a circle; undefined when there is none. */
export function endlessAt(nodes: ReadonlyMap<JsonObject, SchemaNode>): string | undefined {
  const done = new Set<JsonObject>();
  for (const node of nodes.values()) {
    if (!node.members.some(isSameValue)) continue;
    const place = circleFrom(node, nodes, done);
    if (place !== undefined) return place;
  }
  return undefined;
}

/** Depth first, with a path of its own: references make ways that are longer than the stack is deep. */
function circleFrom(
  start: SchemaNode,
  nodes: ReadonlyMap<JsonObject, SchemaNode>,
  done: Set<JsonObject>,
): string | undefined {
  const onPath = new Set<JsonObject>();
  const path: Step[] = [];
  const enter = (node: SchemaNode): void => {
    onPath.add(node.schema);
    path.push({ node, onwards: node.members.filter(isSameValue), taken: 0 });
  };
  if (!done.has(start.schema)) enter(start);
  for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
    const next = step.onwards[step.taken++];
    if (next === undefined) {
      done.add(step.node.schema);
      onPath.delete(step.node.schema);
      path.pop();
    } else if (onPath.has(next.schema)) return `${step.node.place}/${next.keyword}`;
    else if (!done.has(next.schema)) {
      const node = nodes.get(next.schema);
      if (node !== undefined) enter(node);
    }
  }
  return undefined;
}

function isSameValue({ role }: Member): boolean {
  return role === "part" || role === "test";
}
