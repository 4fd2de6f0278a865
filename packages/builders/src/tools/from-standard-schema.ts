/** Gets a JSON Schema of an object out of a schema of any library. */

import { type Issue, type JsonObject, type JsonValue, ValidationError } from "@parlance/core";
import { isJsonObject, issue } from "@parlance/core/internal";
import { frozenJson, replaceMembers } from "@parlance/core/json";
import type { StandardJSONSchemaV1 } from "@standard-schema/spec";
import { type Survey, surveySchema } from "./survey.js";

/** In the order in which they are asked for. */
const TARGETS = ["draft-2020-12", "draft-07"] as const;

/**
 * The JSON Schema of what a schema takes, with `"type": "object"` at its root where it can only take objects.
 *
 * @throws ValidationError `no_json_schema`, or what `frozenJson` throws.
 */
export function parametersOfStandardSchema(schema: unknown): unknown {
  const given = jsonSchemaOf(schema as StandardJSONSchemaV1);
  if (given === undefined) throw new ValidationError([NO_JSON_SCHEMA]);
  const copy = frozenJson(given);
  return isJsonObject(copy) && copy.type === undefined ? rootedInObject(copy) : copy;
}

const NO_JSON_SCHEMA: Issue = /* @__PURE__ */ issue(
  "no_json_schema",
  "",
  "a Standard Schema that can give its JSON Schema",
  "a schema without one",
);

/** A library throws for a target that it does not know and for what JSON Schema cannot say; its words may quote the schema. */
function jsonSchemaOf(schema: StandardJSONSchemaV1): unknown {
  for (const target of TARGETS) {
    try {
      const given: unknown = schema["~standard"].jsonSchema.input({ target });
      if (isJsonObject(given)) return given;
    } catch {
      // The next target may do.
    }
  }
  return undefined;
}

/**
 * Libraries write recursive and named schemas as a reference at the root, and unions and intersections without a type. Models and
 * providers expect an object there.
 */
function rootedInObject(root: JsonObject): JsonObject {
  const { nodes } = surveySchema(root);
  const target = nodes.get(root)?.members.find(({ keyword }) => keyword === "$ref")?.schema;
  if (target?.type === "object" && canLift(root)) return lifted(root, target);
  return isOfObject(root, nodes, new Map()) ? replaceMembers<JsonObject>(root, { type: "object" }) : root;
}

/** Numbers would lose digits on the way. */
function canLift(root: JsonObject): boolean {
  return Object.values(root).every((member) => typeof member !== "number");
}

/** What the root refers to, in the place of the reference; the definitions stay. */
function lifted(root: JsonObject, target: JsonObject): JsonObject {
  const beside: readonly (readonly [string, JsonValue])[] = Object.entries(root).filter(([name]) => name !== "$ref");
  return replaceMembers<JsonObject>(target, {
    $id: undefined,
    ...Object.fromEntries(beside),
  } as Partial<JsonObject>);
}

/** How far references and unions are followed to find out that only objects are meant. */
const OBJECT_DEPTH = 8;

/** Whether only objects satisfy a schema, as far as its references and unions tell. */
function isOfObject(
  schema: JsonObject,
  nodes: Survey["nodes"],
  known: Map<JsonObject, boolean>,
  room: number = OBJECT_DEPTH,
): boolean {
  const before = known.get(schema);
  if (before !== undefined || room === 0) return before ?? false;
  const members = nodes.get(schema)?.members ?? [];
  const verdicts = (keyword: string): readonly boolean[] =>
    members
      .filter((member) => member.keyword === keyword)
      .map((member) => isOfObject(member.schema, nodes, known, room - 1));
  const isObjectOnly =
    schema.type === "object" ||
    ["allOf", "$ref"].some((keyword) => verdicts(keyword).includes(true)) ||
    ["anyOf", "oneOf"].map(verdicts).some((branches) => branches.length > 0 && !branches.includes(false));
  known.set(schema, isObjectOnly);
  return isObjectOnly;
}
