/** JSON Schema of a tool's parameters as the server keeps it: a handful of keywords, which is all that a model gets to see. */

import { inexactNumbers, type JsonObject, type JsonValue } from "@parlance/core";
import { isJsonObject, pointerKey } from "@parlance/core/internal";
import { replaceMembers } from "@parlance/core/json";
import { referredSchema } from "../shared/strict/referred.js";
import type { OllamaParameters, OllamaProperty } from "./wire.js";

/** Tells what is left out or said differently; the path is a JSON Pointer below the parameters. */
export type SchemaNote = (action: "dropped" | "rewritten", path: string, reason: string) => void;

type Draft = { -readonly [Key in keyof OllamaProperty]: OllamaProperty[Key] };

/** The parameters with what the server would leave out in silence left out, and with other words where it has them. */
export function ollamaParameters(schema: JsonObject, note: SchemaNote): OllamaParameters {
  const { type, $defs } = schema;
  if (type !== "object") note("rewritten", "/type", "the parameters of a tool are always an object");
  const { items, required, properties } = kept(
    replaceMembers(schema, { type: undefined, $defs: undefined }),
    ROOT_KEYWORDS,
    {
      root: schema,
      note,
      path: "",
      depth: 0,
      seen: [],
      references: { left: MAX_REFERENCES },
    },
  );
  return {
    type: "object",
    ...($defs !== undefined && { $defs }),
    ...(items !== undefined && { items }),
    ...(required && { required }),
    ...(properties && { properties }),
  };
}

const ROOT_KEYWORDS: ReadonlySet<string> = /* @__PURE__ */ new Set(["items", "required", "properties"]);
const KEYWORDS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "type",
  "anyOf",
  "items",
  "description",
  "enum",
  "properties",
  "required",
]);

const MAX_REFERENCES = 256;
const MAX_REFERENCE_DEPTH = 64;

/** Where in the parameters the reading is. */
interface Place {
  readonly root: JsonObject;
  readonly note: SchemaNote;
  readonly path: string;
  readonly depth: number;
  /** References that led here. */
  readonly seen: readonly string[];
  /** How many may be written out yet, of the whole tool: each could hold several others. */
  readonly references: { left: number };
}

function propertyOf(schema: JsonValue, place: Place): OllamaProperty {
  if (!isJsonObject(schema)) {
    if (schema !== true) place.note("dropped", place.path, "a property is described by an object");
    return {};
  }
  if (typeof schema.$ref === "string") return target(schema, schema.$ref, place);
  return kept(schema, KEYWORDS, place);
}

/** The server knows no references at a property, so that what is referred to takes its place. */
function target(schema: JsonObject, reference: string, place: Place): OllamaProperty {
  const own = propertyOf(replaceMembers(schema, { $ref: undefined }), place);
  const found = canWriteOut(reference, place) ? referredSchema(reference, place.root) : undefined;
  if (!isJsonObject(found)) {
    place.note(
      "dropped",
      `${place.path}/$ref`,
      "a reference back to itself, to nowhere or too deep cannot be written out",
    );
    return own;
  }
  place.note("rewritten", `${place.path}/$ref`, "the server knows no references at a property: written out");
  const there = { ...place, path: reference.slice(1), seen: [...place.seen, reference] };
  return { ...propertyOf(found, there), ...own };
}

function canWriteOut(reference: string, { seen, depth, references }: Place): boolean {
  return !seen.includes(reference) && depth <= MAX_REFERENCE_DEPTH && --references.left >= 0;
}

/** The server's words for what it has other words for. */
const SYNONYMS: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ["const", "enum"],
  ["oneOf", "anyOf"],
]);

/** The keyword and the value that say the same to the server. A number that a double cannot hold keeps its digits in its own place alone. */
function synonym(keyword: string, value: JsonValue, schema: JsonObject): readonly [string, JsonValue] {
  const other = SYNONYMS.get(keyword);
  if (other === undefined || schema[other] !== undefined || inexactNumbers(schema).includes(`/${keyword}`))
    return [keyword, value];
  return [other, keyword === "const" ? [value] : value];
}

function kept(schema: JsonObject, keywords: ReadonlySet<string>, place: Place): OllamaProperty {
  const draft: Draft = {};
  for (const [keyword, value] of Object.entries(schema)) {
    const there = below(place, keyword);
    const [word, said] = keywords.has("anyOf") ? synonym(keyword, value, schema) : [keyword, value];
    const isKept = keywords.has(word) && keep(draft, word, said, there);
    if (!isKept) place.note("dropped", there.path, "the server does not keep this keyword here");
    else if (word !== keyword)
      place.note("rewritten", there.path, `the server has no such keyword: written as ${word}`);
  }
  return draft;
}

/** Whether the value is one that the server reads; any other would make it refuse the request. */
function keep(draft: Draft, keyword: string, value: JsonValue, place: Place): boolean {
  switch (keyword) {
    case "type":
      return set(draft, "type", typeof value === "string" || isTexts(value) ? value : undefined);
    case "description":
      return set(draft, "description", typeof value === "string" ? value : undefined);
    case "enum":
      return set(draft, "enum", Array.isArray(value) ? value : undefined);
    case "items":
      return set(draft, "items", isJsonObject(value) || typeof value === "boolean" ? value : undefined);
    case "required":
      return set(draft, "required", isTexts(value) ? value : undefined);
    case "anyOf":
      return set(
        draft,
        "anyOf",
        Array.isArray(value) ? value.map((one, at) => propertyOf(one, below(place, at))) : undefined,
      );
    default:
      return set(draft, "properties", isJsonObject(value) ? propertiesOf(value, place) : undefined);
  }
}

function set<Key extends keyof Draft>(draft: Draft, key: Key, value: Draft[Key]): boolean {
  if (value !== undefined) draft[key] = value;
  return value !== undefined;
}

function propertiesOf(properties: JsonObject, place: Place): { [name: string]: OllamaProperty } {
  const entries = Object.entries(properties).map(([name, schema]): [string, OllamaProperty] => [
    name,
    propertyOf(schema, below(place, name)),
  ]);
  return Object.fromEntries(entries);
}

function below(place: Place, key: string | number): Place {
  return { ...place, path: `${place.path}/${pointerKey(key)}`, depth: place.depth + 1 };
}

const isTexts = (value: JsonValue): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");
