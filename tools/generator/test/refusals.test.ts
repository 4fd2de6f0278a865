/** What the generator says about schemas that it cannot turn into code. */

import { describe, expect, it } from "vitest";
import { buildContracts } from "../src/contracts.js";
import { SchemaError } from "../src/schema-error.js";
import { folderWith, schemasWithData } from "./support.js";

const NOTE = "v1/message/note.schema.json";
const open = { type: "object", additionalProperties: true };

/** A part with a word, which declares a text for models. */
function tagged(tag: string, text: string): object {
  const word = { type: "string", maxLength: 64 };
  return { ...open, required: ["type"], properties: { type: { const: tag }, word }, "x-model-text": text };
}

interface Refusal {
  readonly title: string;
  readonly schemas: () => string;
  readonly file: string;
  readonly pointer: string;
  readonly reason: string;
}

const REFUSALS: readonly Refusal[] = [
  {
    title: "a folder without any version",
    schemas: () => folderWith({ "README.md": "nothing here" }),
    file: ".",
    pointer: "",
    reason: "there is no version: a version is a folder named v1, v2, ...",
  },
  {
    title: "a file that is not JSON",
    schemas: () => folderWith({ "v1/message/message.schema.json": "{" }),
    file: "v1/message/message.schema.json",
    pointer: "",
    reason: "not JSON",
  },
  {
    title: "a file that holds no object",
    schemas: () => folderWith({ "v1/message/message.schema.json": [] }),
    file: "v1/message/message.schema.json",
    pointer: "",
    reason: "a file must hold one JSON object",
  },
  {
    title: "a version without the union of its messages",
    schemas: () => folderWith({ "v1/common.schema.json": { $defs: {} } }),
    file: "v1/message/message.schema.json",
    pointer: "",
    reason: "a version needs this file: the union of its messages",
  },
  {
    title: "messages that are not a union",
    schemas: () => folderWith({ "v1/message/message.schema.json": { title: "Message", ...open } }),
    file: "v1/message/message.schema.json",
    pointer: "",
    reason: "the messages must be a oneOf of message types",
  },
  {
    title: "a root without a title",
    schemas: () => folderWith({ "v1/message/message.schema.json": open }),
    file: "v1/message/message.schema.json",
    pointer: "",
    reason: "the root needs a title: it is the name of its type",
  },
  {
    title: "a name that is used twice",
    schemas: () => schemasWithData(open, { UnknownMessage: open }),
    file: NOTE,
    pointer: "/$defs/UnknownMessage",
    reason: "the name UnknownMessage is taken by v1/message/message.schema.json#/$defs/UnknownMessage",
  },
  {
    title: "a reference to nothing",
    schemas: () => schemasWithData({ ...open, properties: { a: { $ref: "#/$defs/Missing" } } }),
    file: NOTE,
    pointer: "/$defs/Data/properties/a",
    reason: "$ref #/$defs/Missing leads to no definition of the same version",
  },
  {
    title: "an assertion beside a reference",
    schemas: () => schemasWithData({ ...open, properties: { "a/b~c": { $ref: "#/$defs/Data", maxLength: 3 } } }),
    file: NOTE,
    pointer: "/$defs/Data/properties/a~1b~0c",
    reason: "maxLength stands beside $ref, where older validators ignore it",
  },
  {
    title: "words with numbers that are not whole",
    schemas: () =>
      schemasWithData({ ...open, properties: { size: { enum: ["small"], "x-enum-values": { small: 0.5 } } } }),
    file: NOTE,
    pointer: "/$defs/Data/properties/size/x-enum-values",
    reason: "x-enum-values must be an object of whole numbers",
  },
  {
    title: "a keyword outside the profile",
    schemas: () => schemasWithData({ ...open, properties: { a: { type: "array", items: { multipleOf: 2 } } } }),
    file: NOTE,
    pointer: "/$defs/Data/properties/a/items",
    reason: "the keyword multipleOf is outside the portable profile",
  },
  {
    title: "a oneOf with a branch that has no name",
    schemas: () => schemasWithData({ oneOf: [{ type: "string" }] }),
    file: NOTE,
    pointer: "/$defs/Data/oneOf",
    reason: "every branch of a oneOf must be a $ref to a named definition",
  },
  {
    title: "a union whose branches share no tag",
    schemas: () => schemasWithData({ oneOf: [{ $ref: "#/$defs/A" }, { $ref: "#/$defs/B" }] }, { A: open, B: open }),
    file: NOTE,
    pointer: "/$defs/Data/oneOf",
    reason: "the branches A, B have no common property that is required and a different constant string in each",
  },
  {
    title: "a default on a required property",
    schemas: () => schemasWithData({ ...open, required: ["a"], properties: { a: { type: "boolean", default: true } } }),
    file: NOTE,
    pointer: "/$defs/Data/properties/a/default",
    reason: "the property a is required, so its default would never be used",
  },
  {
    title: "an object that is also a map",
    schemas: () => schemasWithData({ type: "object", properties: {}, additionalProperties: { type: "string" } }),
    file: NOTE,
    pointer: "/$defs/Data/additionalProperties",
    reason: "an object has either properties or a schema for all its values, not both",
  },
  {
    title: "a literal that is not a scalar",
    schemas: () => schemasWithData({ const: {} }),
    file: NOTE,
    pointer: "/$defs/Data/const",
    reason: "only strings, numbers, booleans and null can be literals",
  },
  {
    title: "a literal that other languages compare differently",
    schemas: () => schemasWithData({ enum: [0.1] }),
    file: NOTE,
    pointer: "/$defs/Data/enum",
    reason: "a number literal must be a safe integer",
  },
  {
    title: "a type that JSON does not have",
    schemas: () => schemasWithData({ type: "date" }),
    file: NOTE,
    pointer: "/$defs/Data/type",
    reason: "type must be a JSON type, or an array of different ones",
  },
  {
    title: "a base that leads back to itself",
    schemas: () => schemasWithData({ ...open, allOf: [{ $ref: "#/$defs/Data" }] }),
    file: NOTE,
    pointer: "/$defs/Data",
    reason: "Data refers to Data without a property or an item between",
  },
  {
    title: "a definition that leads back to itself in place",
    schemas: () =>
      schemasWithData({ anyOf: [{ $ref: "#/$defs/A" }, { type: "null" }] }, { A: { $ref: "#/$defs/Data" } }),
    file: NOTE,
    pointer: "/$defs/Data",
    reason: "Data refers to A refers to Data without a property or an item between",
  },
  {
    title: "a schema that is a number",
    schemas: () => schemasWithData({ type: "array", items: 3 }),
    file: NOTE,
    pointer: "/$defs/Data/items",
    reason: "items must be a schema: an object, true or false",
  },
  {
    title: "a limit that is not a number",
    schemas: () => schemasWithData({ type: "string", maxLength: "9" }),
    file: NOTE,
    pointer: "/$defs/Data/maxLength",
    reason: "maxLength must be a whole number, 0 or more",
  },
  {
    title: "a pattern that is not a regular expression",
    schemas: () => schemasWithData({ type: "string", pattern: "(" }),
    file: NOTE,
    pointer: "/$defs/Data/pattern",
    reason: "pattern must be a regular expression",
  },
  {
    title: "a least number of properties where null means absent",
    schemas: () => schemasWithData({ ...open, minProperties: 1, properties: { a: { type: "boolean" } } }),
    file: NOTE,
    pointer: "/$defs/Data/minProperties",
    reason: "minProperties would count a also where it is null, which means absent",
  },
  {
    title: "objects that must differ",
    schemas: () =>
      schemasWithData({ type: "array", uniqueItems: true, items: { $ref: "#/$defs/Item" } }, { Item: open }),
    file: NOTE,
    pointer: "/$defs/Data/uniqueItems",
    reason: "only strings, numbers, booleans and null can be asked to differ",
  },
  {
    title: "a name that no type can have",
    schemas: () => schemasWithData(open, { "not a name": open }),
    file: NOTE,
    pointer: "/$defs/not a name",
    reason: 'the name "not a name" must be letters and digits, beginning with a capital letter',
  },
  {
    title: "a text for models that the part does not have",
    schemas: () => schemasWithData(open, { Word: tagged("word", "/text") }),
    file: NOTE,
    pointer: "/$defs/Word/x-model-text",
    reason: "the type has no field /text",
  },
  {
    title: "two parts with one tag whose texts for models are different fields",
    schemas: () => schemasWithData(open, { Word: tagged("word", "/word"), Other: tagged("word", "/type") }),
    file: NOTE,
    pointer: "/$defs/Other",
    reason: "another part with the tag word declares something else",
  },
  {
    title: "user data of a type that is not an object",
    schemas: () => schemasWithData({ type: "string", "x-user-data": true }),
    file: NOTE,
    pointer: "/$defs/Data/type",
    reason: "a slot for user data takes any JSON, or any JSON object",
  },
];

describe("the generator refuses, with file, pointer and reason,", () => {
  it.each(REFUSALS)("$title", ({ schemas, file, pointer, reason }) => {
    const error = refusalOf(schemas());
    expect(error).toBeInstanceOf(SchemaError);
    expect({ file: error?.file, pointer: error?.pointer }).toEqual({ file, pointer });
    expect(error?.reason).toContain(reason);
    expect(error?.message).toBe(`${file}#${pointer}: ${error?.reason}`);
  });

  it("a folder that does not exist", () => {
    expect(refusalOf("/nowhere/schemas")?.reason).toBe("there is no such folder of schemas");
  });
});

function refusalOf(schemasDir: string): SchemaError | undefined {
  try {
    buildContracts(schemasDir);
    return undefined;
  } catch (error) {
    if (error instanceof SchemaError) return error;
    throw error;
  }
}
