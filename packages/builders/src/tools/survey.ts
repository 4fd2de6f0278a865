/** Goes through a JSON Schema once: what is wrong with it, which schemas are in it, and how they refer to each other. */

import type { Issue, JsonObject, JsonValue } from "@parlance/core";
import { isJsonObject, issue, typeName } from "@parlance/core/internal";
import { endlessAt } from "./endless.js";
import { KEYWORDS, type Keyword, type ParametersDialect, type Role } from "./keywords.js";
import { createReferences, type References } from "./references.js";

/** A schema inside another one, or one that it refers to (keyword `$ref` or `$dynamicRef`, role `part`). Booleans are left out. */
export interface Member {
  readonly keyword: string;
  /** The name of the property or definition, or the index in a list. */
  readonly name: string;
  readonly role: Role;
  readonly schema: JsonObject;
}

export interface SchemaNode {
  readonly schema: JsonObject;
  /** JSON Pointer in the whole; names that somebody made up appear as `*`. */
  readonly place: string;
  readonly members: readonly Member[];
}

export interface Survey {
  /** Every schema, with that of the root first. */
  readonly nodes: ReadonlyMap<JsonObject, SchemaNode>;
  readonly issues: readonly Issue[];
  /** What the schema says it is written in, or else what its lists of items are written in. */
  readonly dialect: ParametersDialect;
}

/** No tool has nearly as many, and every validator takes its time with them. */
const MOST_SCHEMAS = 5000;

/** Issues listed for one schema; a further one says how many were left out. */
const MOST_ISSUES = 100;

/** A schema that has been found and not been looked into yet. */
interface Found {
  readonly schema: JsonObject;
  readonly place: string;
  /** The schema that its references start from: the root, or the nearest one around it with an `$id`. */
  readonly resource: JsonObject;
}

interface State {
  readonly keywords: ReadonlyMap<string, Keyword>;
  readonly nodes: Map<JsonObject, { schema: JsonObject; place: string; members: Member[] }>;
  readonly issues: Issue[];
  readonly references: References;
  readonly found: Found[];
}

/** A survey of the schema, all of it frozen plain JSON. Nothing is fetched, no expression is run, and no issue holds its text. */
export function surveySchema(root: JsonObject): Survey {
  const stated = statedDialect(root);
  const keywords = KEYWORDS[stated ?? "any"];
  const state: State = { keywords, nodes: new Map(), issues: [], references: createReferences(root), found: [] };
  if (stated === undefined && typeof root.$schema === "string") state.issues.push(UNKNOWN_DIALECT);
  state.found.push({ schema: root, place: "", resource: root });
  while (state.found.length > 0 && lookInto(state)) linkTargets(state);
  const endless = endlessAt(state.nodes);
  if (endless !== undefined)
    state.issues.push(issue("endless_reference", endless, "references that end", "a schema that leads back to itself"));
  const dialect = stated ?? (hasTuples(state.nodes) ? "draft-07" : "draft-2020-12");
  return { nodes: state.nodes, issues: capped(state.issues), dialect };
}

const DIALECTS: readonly (readonly [ParametersDialect, RegExp])[] = [
  ["draft-2020-12", /^https:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/],
  ["draft-07", /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/],
];

const UNKNOWN_DIALECT: Issue = /* @__PURE__ */ issue(
  "unknown_dialect",
  "/$schema",
  "JSON Schema of the dialect 2020-12 or draft-07",
  "another dialect",
);

function statedDialect({ $schema }: JsonObject): ParametersDialect | undefined {
  return DIALECTS.find(([, uri]) => typeof $schema === "string" && uri.test($schema))?.[0];
}

/** Only before 2020-12 did `items` take a list. */
function hasTuples(nodes: Survey["nodes"]): boolean {
  return [...nodes.values()].some(({ schema }) => Array.isArray(schema.items));
}

/** Whether there was room for all that were found. */
function lookInto(state: State): boolean {
  for (let next = state.found.pop(); next !== undefined; next = state.found.pop()) {
    if (state.nodes.has(next.schema)) continue;
    if (state.nodes.size === MOST_SCHEMAS) {
      state.issues.push(issue("too_large", "", `at most ${MOST_SCHEMAS} schemas in one`, "more"));
      return false;
    }
    lookIntoOne(state, next);
  }
  return true;
}

function lookIntoOne(state: State, { schema, place, resource }: Found): void {
  const members: Member[] = [];
  state.nodes.set(schema, { schema, place, members });
  const base = state.references.enter(schema, place, resource);
  const inner: Found[] = [];
  for (const [name, value] of Object.entries(schema)) {
    const keyword = state.keywords.get(name);
    if (keyword === undefined) continue;
    if (!keyword.shape.fits(value)) state.issues.push(unfit(`${place}/${name}`, keyword.shape.expected, value));
    else collect(state, members, inner, keyword, { name, value, at: `${place}/${name}`, resource: base });
  }
  // They are taken from the end, and so come in the order of the schema.
  for (const one of inner.reverse()) state.found.push(one);
}

interface Value {
  readonly name: string;
  readonly value: JsonValue;
  readonly at: string;
  readonly resource: JsonObject;
}

function collect(
  { issues }: State,
  members: Member[],
  inner: Found[],
  { shape, role }: Keyword,
  { name, value, at, resource }: Value,
): void {
  for (const { step, name: key, schema } of shape.inner?.(value) ?? []) {
    // There are too many already, and that will be told.
    if (members.length > MOST_SCHEMAS) return;
    if (isJsonObject(schema)) {
      members.push({ keyword: name, name: key, role, schema });
      inner.push({ schema, place: at + step, resource });
    } else if (typeof schema !== "boolean") issues.push(unfit(at + step, "a schema: an object or a boolean", schema));
  }
}

function unfit(path: string, expected: string, value: JsonValue): Issue {
  return issue("bad_keyword", path, expected, typeName(value));
}

/** References lead to schemas, also where no keyword says that there is one. */
function linkTargets(state: State): void {
  for (const { from, keyword, place, target } of state.references.resolve()) {
    if (isJsonObject(target.schema)) {
      state.nodes.get(from)?.members.push({ keyword, name: "", role: "part", schema: target.schema });
      state.found.push({ schema: target.schema, place: target.place, resource: target.resource });
    } else if (typeof target.schema !== "boolean") state.issues.push(lost(place, target.isInside));
  }
}

function lost(place: string, isInside: boolean): Issue {
  return isInside
    ? issue("broken_reference", place, "a reference to a schema", "a reference to no schema")
    : issue("remote_reference", place, "a reference to a place in the same schema", "another place");
}

function capped(issues: readonly Issue[]): readonly Issue[] {
  if (issues.length <= MOST_ISSUES) return issues;
  const shown = issues.slice(0, MOST_ISSUES);
  return [...shown, issue("more_issues", "", `at most ${MOST_ISSUES} issues`, `${issues.length - MOST_ISSUES} more`)];
}
