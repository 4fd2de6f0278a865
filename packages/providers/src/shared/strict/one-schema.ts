/** Writes schemas that have to be satisfied together as one, where that says exactly the same. */

import { inexactNumbers, type JsonObject, type JsonValue } from "@parlance/core";
import { isJsonObject } from "@parlance/core/internal";
import { equalJson, replaceMembers } from "@parlance/core/json";
import { changedBy, innerSchemas, type MemberChanges } from "./inner-schemas.js";
import { referredSchema } from "./referred.js";

interface State {
  readonly root: JsonObject;
  readonly done: Map<JsonObject, JsonObject>;
  /** Those that we are inside of. */
  readonly open: Set<JsonObject>;
}

/** Far more than a tool has in one another. */
const DEEPEST = 512;

/** The schema without `allOf`, save where one schema cannot say it. */
export function withoutAllOf(root: JsonObject): JsonObject {
  return simplified(root, { root, done: new Map(), open: new Set() });
}

function simplified(schema: JsonObject, state: State): JsonObject {
  const known = state.done.get(schema);
  if (known !== undefined) return known;
  if (state.open.has(schema) || state.open.size === DEEPEST) return schema;
  state.open.add(schema);
  const inner = innerSchemas(schema, (one) => (isJsonObject(one) ? simplified(one, state) : one));
  const given = changedBy(schema, inner);
  const result = Array.isArray(given.allOf) ? (together(given, given.allOf, state) ?? given) : given;
  state.open.delete(schema);
  state.done.set(schema, result);
  return result;
}

function together(schema: JsonObject, allOf: readonly JsonValue[], state: State): JsonObject | undefined {
  const own = replaceMembers(schema, { allOf: undefined });
  const others = allOf.filter((one) => one !== true);
  if (!others.every(isJsonObject)) return undefined;
  const isAlone = others.length === 1 && Object.keys(own).every((keyword) => UNLIMITING.has(keyword));
  const parts = isAlone ? others : others.map((one) => targetOf(one, state));
  return parts.every((part) => part !== undefined) ? oneOfAll(own, parts) : undefined;
}

const ANNOTATIONS = ["$comment", "default", "deprecated", "description", "examples", "readOnly", "title", "writeOnly"];
const STORES = ["$defs", "definitions"];
/** Keywords that no value can break. */
const UNLIMITING: ReadonlySet<string> = new Set([...ANNOTATIONS, ...STORES, "$id", "$schema"]);
/** Keywords with which a schema cannot become a part of another. */
const NO_PART = ["$id", "$schema", "allOf", "unevaluatedItems", "unevaluatedProperties"];

/** What a schema that is a reference alone leads to. */
function targetOf(schema: JsonObject, state: State): JsonObject | undefined {
  const { $ref } = schema;
  if ($ref === undefined) return schema;
  if (typeof $ref !== "string" || Object.keys(schema).some((name) => name !== "$ref" && !ANNOTATIONS.includes(name)))
    return undefined;
  const target = referredSchema($ref, state.root);
  return isJsonObject(target) && target.$ref === undefined ? simplified(target, state) : undefined;
}

/** Undefined where two of them say different things in one place. */
function oneOfAll(own: JsonObject, parts: readonly JsonObject[]): JsonObject | undefined {
  const members = new Map<string, JsonValue>(Object.entries(own) as [string, JsonValue][]);
  for (const part of parts) {
    if (hasOwnDigits(part) || NO_PART.some((keyword) => part[keyword] !== undefined)) return undefined;
    for (const [keyword, value] of Object.entries(part) as [string, JsonValue][]) {
      if (STORES.includes(keyword)) continue;
      const before = members.get(keyword);
      const both = before === undefined ? value : joined(keyword, before, value);
      if (both === undefined) return undefined;
      members.set(keyword, both);
    }
  }
  if (![own, ...parts].every((part) => isClosedForNone(part, members.get("properties")))) return undefined;
  const changed = [...members].filter(([keyword, value]) => value !== own[keyword]);
  return closedAsOne(changedBy(own, Object.fromEntries(changed)));
}

/** Whether it has numbers of its own whose digits are known to it alone: they would not go with it into another. */
function hasOwnDigits(schema: JsonObject): boolean {
  return inexactNumbers(schema).some((pointer) => pointer.lastIndexOf("/") === 0);
}

function joined(keyword: string, first: JsonValue, second: JsonValue): JsonValue | undefined {
  if (ANNOTATIONS.includes(keyword)) return first;
  if (keyword === "additionalProperties") return first === false || second === false ? false : first;
  if (keyword === "required" && Array.isArray(first) && Array.isArray(second))
    return Object.freeze([...new Set([...first, ...second])]);
  if (keyword === "properties" && isJsonObject(first) && isJsonObject(second)) return allProperties(first, second);
  return equalJson(first, second) ? first : undefined;
}

function allProperties(first: JsonObject, second: JsonObject): JsonObject | undefined {
  const isSame = Object.keys(second).every(
    (name) => !Object.hasOwn(first, name) || equalJson(first[name], second[name]),
  );
  return isSame ? changedBy(first, second) : undefined;
}

/** Whether a part does not refuse any property that another describes. */
function isClosedForNone({ additionalProperties, properties }: JsonObject, all: JsonValue | undefined): boolean {
  if (additionalProperties === undefined || additionalProperties === true) return true;
  if (additionalProperties !== false || !isJsonObject(all)) return additionalProperties === false;
  return Object.keys(all).every((name) => isJsonObject(properties) && Object.hasOwn(properties, name));
}

/** Where nothing else describes properties, those that nobody described are those that are not listed. */
function closedAsOne(schema: JsonObject): JsonObject {
  const isWhole = !["anyOf", "oneOf", "$ref"].some((keyword) => schema[keyword] !== undefined);
  if (schema.unevaluatedProperties !== false || !isWhole) return schema;
  const closed: MemberChanges = { unevaluatedProperties: undefined, additionalProperties: false };
  return changedBy(schema, closed);
}
