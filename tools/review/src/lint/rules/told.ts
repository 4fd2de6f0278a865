/** FACT01 to FACT03: what others need to know of a type, declared beside it. */
import type { Located } from "../facts.js";
import { fieldsOf, follow, jsonTypes, settle, tagsOf } from "../facts.js";
import { fieldAt } from "../field-at.js";
import type { Found, Rule } from "../finding.js";
import type { JsonObject } from "../json.js";
import { arrayOf, has, isObject, objectOf, pointerTo, stringsOf } from "../json.js";
import type { Place } from "../places.js";
import type { SchemaSet } from "../schema-set.js";
import { versionOf } from "../schema-set.js";

const OF_MESSAGES: readonly string[] = ["x-role", "x-keep-with", "x-priority", "x-summary"];
const TEXT = "x-model-text";
const NOTE = "x-note";
const ROLES: readonly string[] = ["system", "user", "assistant"];

const fact01: Rule = {
  id: "FACT01",
  sentence:
    "What others need to know of a type stands on a message type; `x-model-text` stands on a part too, and `x-note` on a field of a message's data.",
  mend: "Move the keyword to the definition that the union of messages or parts refers to, or to a field of its data.",
  bundles: false,
  *check(set) {
    for (const place of set.places)
      for (const keyword of [...OF_MESSAGES, TEXT]) {
        if (!has(place.schema, keyword)) continue;
        const isRight = keyword === TEXT ? isBranch(set, place) : isMessage(set, place);
        if (!isRight)
          yield {
            ...at(place, keyword),
            message: `No union takes this as a ${keyword === TEXT ? "part" : "message"}.`,
          };
      }
    for (const place of set.places)
      if (has(place.schema, NOTE) && !isFieldOfData(set, place))
        yield { ...at(place, NOTE), message: "This is no field of a message's data." };
  },
};

const fact02: Rule = {
  id: "FACT02",
  sentence:
    "What a keyword points at is a field of the type: `x-model-text` at a text or a list of parts, `x-role` at an enum of system, user and assistant, `x-priority` at a number from 0 to 1, `x-summary` at a word of an enum or a tag that is always there, or at a list with its noun.",
  mend: "Point at a field that the type declares and that holds what the keyword asks for.",
  bundles: false,
  *check(set) {
    for (const place of set.places) {
      const here: Located = { file: place.file, schema: place.schema };
      for (const [keyword, isMeant] of Object.entries(POINTED))
        for (const { pointer, noun } of pointersIn(place.schema[keyword])) {
          const found = fieldAt(set, here, pointer);
          if (found === undefined) yield { ...at(place, keyword), message: `There is no field \`${pointer}\`.` };
          else if (!isMeant(set, found, noun))
            yield {
              ...at(place, keyword),
              message: `The field \`${pointer}\` does not hold what \`${keyword}\` shows.`,
            };
        }
    }
  },
};

const fact03: Rule = {
  id: "FACT03",
  sentence:
    "A message type with `x-model-text` says who tells it (`x-role`: system, user, assistant, or the field) and what it stays with (`x-keep-with`).",
  mend: "Declare `x-role` and `x-keep-with` beside it; what answers a call, or is of the session, has no `x-model-text`.",
  bundles: false,
  *check(set) {
    for (const place of set.places) {
      if (!has(place.schema, TEXT) || !isMessage(set, place)) continue;
      const { "x-role": role } = place.schema;
      const isSpoken = typeof role === "string" && (ROLES.includes(role) || role.startsWith("/"));
      if (!isSpoken) yield { ...at(place, TEXT), message: "Nobody says it." };
      if (!has(place.schema, "x-keep-with"))
        yield { ...at(place, TEXT), message: "It stays with nothing that is named." };
    }
  },
};

export const toldRules: readonly Rule[] = [fact01, fact02, fact03];

type FieldTest = (set: SchemaSet, field: Located & { readonly isAlways: boolean }, noun: string) => boolean;

const POINTED: Readonly<Record<string, FieldTest>> = {
  "x-role": (_, { schema, isAlways }) => {
    const words = stringsOf(schema.enum);
    return isAlways && words.length > 0 && words.every((word) => ROLES.includes(word));
  },
  [TEXT]: (set, field) => isText(set, field) || isPartList(set, field),
  "x-priority": (_, { schema }) => schema.type === "number" && schema.minimum === 0 && schema.maximum === 1,
  "x-summary": (_, { schema, isAlways }, noun) =>
    schema.type === "array" ? noun !== "" : isAlways && stringsOf(schema.enum).length > 0,
};

function isText(set: SchemaSet, field: Located): boolean {
  const types = jsonTypes(set, field);
  return types?.size === 1 && types.has("string");
}

function isPartList(set: SchemaSet, { file, schema }: Located): boolean {
  const items = settle(set, { file, schema: objectOf(schema.items) });
  return schema.type === "array" && opensUnion(set, items);
}

/** Whether what nobody knows yet is taken by the last branch. */
function opensUnion(set: SchemaSet, { file, schema }: Located): boolean {
  const last = arrayOf(schema.oneOf).at(-1);
  const branch = isObject(last) ? follow(set, { file, schema: last }) : undefined;
  return branch !== undefined && tagsOf(set, branch).some(({ kind }) => kind === "open");
}

/** Each pointer of a keyword's value, with the noun that stands beside it. */
function pointersIn(value: unknown): readonly { readonly pointer: string; readonly noun: string }[] {
  if (typeof value !== "string") return [];
  if (value.startsWith("/")) return [{ pointer: value, noun: "" }];
  return [...value.matchAll(/\{(\S+?)(?: (.*?))?\}/g)].map(([, pointer = "", noun = ""]) => ({ pointer, noun }));
}

function isMessage(set: SchemaSet, place: Place): boolean {
  const union = `${versionOf(place.file)}/message/message.schema.json`;
  return set.places.some(({ file, schema }) => file === union && hasBranch(set, { file, schema }, place.schema));
}

function isFieldOfData(set: SchemaSet, { schema }: Place): boolean {
  return set.places.some((message) => {
    const data = isMessage(set, message) ? fieldsOf(set, message).properties.get("data") : undefined;
    const fields = data === undefined ? [] : [...fieldsOf(set, data).properties.values()];
    return fields.some((field) => field.schema === schema);
  });
}

function isBranch(set: SchemaSet, place: Place): boolean {
  return set.places.some(({ file, schema }) => hasBranch(set, { file, schema }, place.schema));
}

function hasBranch(set: SchemaSet, { file, schema }: Located, wanted: JsonObject): boolean {
  const branches = arrayOf(schema.oneOf).filter(isObject);
  return branches.some((branch) => follow(set, { file, schema: branch })?.schema === wanted);
}

function at({ file, pointer }: Place, keyword: string): Pick<Found, "file" | "pointer"> {
  return { file, pointer: pointerTo(pointer, keyword) };
}
