/** Closes the object schemas in a JSON Schema, so that arguments nobody asked for are refused. */

import type { JsonObject, Warning } from "@parlance/core";
import {
  type Cluster,
  clusterOf,
  hasPatterns,
  isClosed,
  isMapSchema,
  isObjectSchema,
  leftTo,
  mentionedBy,
  type Nodes,
  namesIn,
  requiredBy,
} from "./clusters.js";
import { rewrittenMembers } from "./rewrite.js";
import { sharingIn } from "./sharing.js";
import type { SchemaNode } from "./survey.js";

export interface ClosedSchema {
  readonly schema: JsonObject;
  readonly warnings: readonly Warning[];
}

const MESSAGES = {
  cannot_close: "this object is described by several schemas together, so that it could not be closed",
  empty_object: "this object declares no properties; now that it is closed, only the empty object fits",
  open_object: "this object takes properties of any name, so that it was not closed",
} as const;

type WarningCode = keyof typeof MESSAGES;

/** A schema to look at, in the role that it has there. */
interface Task {
  readonly schema: JsonObject;
  /** Another schema describes the same value, so that neither of them knows all of its properties. */
  readonly isShared: boolean;
  /** Names that are asked for by the schemas which leave everything to this one. */
  readonly required: readonly string[];
}

interface State {
  readonly nodes: Nodes;
  readonly tasks: Task[];
  /** The roles in which a schema was looked at: shared, or alone with these names required. */
  readonly seen: Map<JsonObject, Set<"shared" | readonly string[]>>;
  readonly closing: Set<SchemaNode>;
  /** Schemas in use beside others somewhere: they must not be closed for the sake of another place. */
  readonly shared: Set<JsonObject>;
  readonly warnings: Map<SchemaNode, Set<WarningCode>>;
  readonly closed: Map<SchemaNode, boolean>;
}

const NONE: readonly string[] = [];

/**
 * A frozen copy in which every object schema refuses names that it does not list: `additionalProperties` becomes false where it is
 * absent or true. Where that would refuse what is described elsewhere, the schema stays as it is, with a warning.
 *
 * @param nodes Of a survey of the schema that found nothing wrong.
 */
export function closeObjects(root: JsonObject, nodes: Nodes): ClosedSchema {
  const state: State = {
    nodes,
    tasks: [],
    seen: new Map(),
    closing: new Set(),
    shared: new Set(),
    warnings: new Map(),
    closed: new Map(),
  };
  work(state, root);
  // What only waits to be referred to comes last: it may be a part of something else.
  for (const { role, schema } of [...nodes.values()].flatMap(({ members }) => members)) {
    if (role === "store" && !state.seen.has(schema) && !state.shared.has(schema)) work(state, schema);
  }
  const closing = [...state.closing].filter((node) => mayClose(state, node, root));
  const changes = new Map(closing.map(({ schema }) => [schema, { additionalProperties: false }]));
  return { schema: rewrittenMembers(root, changes), warnings: warningsOf(state) };
}

function work(state: State, schema: JsonObject): void {
  state.tasks.push({ schema, isShared: false, required: NONE });
  for (let task = state.tasks.pop(); task !== undefined; task = state.tasks.pop()) {
    const role = task.isShared ? "shared" : task.required;
    const roles = state.seen.get(task.schema) ?? new Set();
    if (!roles.has(role)) lookAt(state, task);
    state.seen.set(task.schema, roles.add(role));
  }
}

function lookAt(state: State, { schema, isShared, required }: Task): void {
  const node = state.nodes.get(schema);
  if (node === undefined) return;
  if (node.members.length === 0 && !isObjectSchema(schema)) {
    if (isShared) state.shared.add(schema);
    return;
  }
  const onwards = isShared ? undefined : leftTo(node);
  if (onwards === undefined) {
    settle(state, node, isShared, required);
    return;
  }
  const own = requiredBy(schema);
  const asked = own.length > 0 ? [...required, ...own] : required;
  for (const member of onwards) state.tasks.push({ schema: member.schema, isShared: false, required: asked });
  addChildren(state, { described: [node], tests: [] }, false);
}

function settle(state: State, node: SchemaNode, isShared: boolean, required: readonly string[]): void {
  const cluster = clusterOf(node.schema, state.nodes);
  for (const { schema } of isShared ? cluster.described : cluster.described.slice(1)) state.shared.add(schema);
  addChildren(state, cluster, isShared);
  if (!cluster.described.some(({ schema }) => isObjectSchema(schema))) return;
  if (isClosedByAll(state, node)) return;
  if (cluster.described.some(({ schema }) => isMapSchema(schema))) warn(state, "open_object", node);
  else if (isShared || !knowsAllNames(node, cluster, required)) warn(state, "cannot_close", node);
  else state.closing.add(node);
}

/** How many levels of composition are followed to find out that an object is closed already. */
const CLOSED_DEPTH = 8;

/** Closed by itself, by one of all that it must satisfy together, or by each branch that it may take. */
function isClosedByAll(state: State, node: SchemaNode, room: number = CLOSED_DEPTH): boolean {
  const known = state.closed.get(node);
  if (known !== undefined || room === 0) return known ?? false;
  const closed = (keyword: string): readonly boolean[] =>
    node.members
      .filter((member) => member.keyword === keyword)
      .map((member) => state.nodes.get(member.schema))
      .map((member) => member !== undefined && isClosedByAll(state, member, room - 1));
  const isClosedHere =
    isClosed(node.schema) ||
    ["allOf", "$ref"].some((keyword) => closed(keyword).includes(true)) ||
    ["anyOf", "oneOf"].map(closed).some((branches) => branches.length > 0 && !branches.includes(false));
  state.closed.set(node, isClosedHere);
  return isClosedHere;
}

/** Whether an object needs no other names than those that the schema itself lists. */
function knowsAllNames({ schema }: SchemaNode, { described, tests }: Cluster, required: readonly string[]): boolean {
  const [, ...others] = described;
  if (!isObjectSchema(schema) || others.some((other) => hasPatterns(other.schema))) return false;
  if (hasPatterns(schema)) return true;
  const names = new Set(namesIn(schema.properties));
  const isListed = (name: string): boolean => names.has(name);
  const { minProperties = 0 } = schema;
  return (
    (minProperties as number) <= names.size &&
    required.every(isListed) &&
    requiredBy(schema).every(isListed) &&
    [...others, ...tests].every((other) => mentionedBy(other.schema).every(isListed))
  );
}

function addChildren(state: State, cluster: Cluster, isShared: boolean): void {
  const sharing = sharingIn(cluster);
  for (const node of cluster.described) {
    for (const member of node.members) {
      if (member.role !== "child") continue;
      const isChildShared = isShared || sharing.isShared(node, member);
      state.tasks.push({ schema: member.schema, isShared: isChildShared, required: NONE });
    }
  }
}

/** Settles what could not be known before all places had been looked at, and says what closing does not do. */
function mayClose(state: State, node: SchemaNode, root: JsonObject): boolean {
  const { schema } = node;
  if (state.shared.has(schema)) warn(state, "cannot_close", node);
  else if (hasPatterns(schema)) warn(state, "open_object", node);
  // A tool without arguments is nothing special; an argument that was meant to take any object is.
  else if (schema !== root && schema.properties === undefined) warn(state, "empty_object", node);
  return !state.shared.has(schema);
}

function warn({ warnings }: State, code: WarningCode, node: SchemaNode): void {
  warnings.set(node, (warnings.get(node) ?? new Set()).add(code));
}

/** In the order of the schema; one for places that look the same. */
function warningsOf({ nodes, warnings }: State): readonly Warning[] {
  const told = new Map<string, Warning>();
  for (const node of nodes.values()) {
    for (const code of warnings.get(node) ?? [])
      told.set(code + node.place, { code, path: node.place, message: MESSAGES[code] });
  }
  return [...told.values()];
}
