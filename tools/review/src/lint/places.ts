/** Walks a schema document and lists every place where a schema stands, with what surrounds it. */
import type { Json, JsonObject } from "./json.js";
import { isObject, pointerTo } from "./json.js";

/** Where a schema stands in its parent. */
type Position =
  | "root"
  | "definition"
  | "property"
  | "items"
  | "values"
  | "keys"
  | "oneOf"
  | "anyOf"
  | "allOf"
  | "condition";

export interface Place {
  readonly file: string;
  readonly pointer: string;
  readonly schema: JsonObject;
  readonly position: Position;
  /** The property's or definition's name. */
  readonly name?: string;
  readonly parent?: Place;
  /** Inside `if`, `then`, `else` or `not`, or a bare branch of a typed object: it narrows a value whose shape is stated elsewhere. */
  readonly condition: boolean;
  /** In a slot for the user's own JSON. */
  readonly userData: boolean;
}

const SHAPE_KEYWORDS = ["type", "$ref", "const", "enum", "oneOf"];

/** All places of one document, outermost first. */
export function placesOf(file: string, root: JsonObject): Place[] {
  const places: Place[] = [];
  visit({ file, pointer: "", schema: root, position: "root", condition: false, userData: isUserData(root) }, places);
  return places;
}

function visit(place: Place, places: Place[]): void {
  places.push(place);
  const { schema } = place;
  visitEach(place, "$defs", "definition", places);
  visitEach(place, "properties", "property", places);
  visitOne(place, "items", "items", places);
  visitOne(place, "additionalProperties", "values", places);
  visitOne(place, "propertyNames", "keys", places);
  for (const keyword of ["oneOf", "anyOf", "allOf"] as const) {
    for (const [index, branch] of (Array.isArray(schema[keyword]) ? schema[keyword] : []).entries()) {
      const pointer = pointerTo(place.pointer, keyword, index);
      const bare = isObject(branch) && !SHAPE_KEYWORDS.some((key) => Object.hasOwn(branch, key));
      enter(place, branch, pointer, keyword, places, bare && Object.hasOwn(schema, "type"));
    }
  }
  for (const keyword of ["not", "if", "then", "else"]) visitOne(place, keyword, "condition", places);
}

function visitEach(place: Place, keyword: string, position: Position, places: Place[]): void {
  const group = place.schema[keyword];
  if (!isObject(group)) return;
  for (const [name, schema] of Object.entries(group)) {
    enter(place, schema, pointerTo(place.pointer, keyword, name), position, places, false, name);
  }
}

function visitOne(place: Place, keyword: string, position: Position, places: Place[]): void {
  enter(place, place.schema[keyword], pointerTo(place.pointer, keyword), position, places);
}

function enter(
  parent: Place,
  schema: Json | undefined,
  pointer: string,
  position: Position,
  places: Place[],
  bare = false,
  name?: string,
): void {
  if (!isObject(schema)) return;
  const condition = position !== "definition" && (parent.condition || bare || position === "condition");
  const userData = isUserData(schema) || (parent.userData && position !== "definition");
  const place = { file: parent.file, pointer, schema, position, parent, condition, userData };
  visit(name === undefined ? place : { ...place, name }, places);
}

function isUserData(schema: JsonObject): boolean {
  return schema["x-user-data"] === true;
}
