/** Each rule finds what breaks it, at the place where it is broken, and nothing in what keeps it. */
import { describe, expect, it } from "vitest";
import { lintSchemas, RULES } from "../src/index.js";
import type { Files, Value } from "./schema-folder.js";
import { ACCEPTED, changed, folderOf, SCHEMAS } from "./schema-folder.js";

const COMMON = "v1/common.schema.json";
const NOTE = "v1/message/note.schema.json";
const UNION = "v1/message/message.schema.json";
const FIELDS = "/$defs/NoteData/properties";

function placesOf(rule: string, files: Files): string[] {
  return lintSchemas(folderOf(files))
    .filter((finding) => finding.rule === rule)
    .map(({ file, pointer }) => `${file}#${pointer}`);
}

interface Break {
  readonly rule: string;
  readonly what: string;
  readonly file: string;
  /** Where the change is made. */
  readonly at: string;
  readonly to: Value | undefined;
  /** Where the rule finds it, when that is elsewhere. */
  readonly found?: string;
}

const OPEN = { type: "object", additionalProperties: true, description: "An open object." };
const text = (more: { [key: string]: Value }): Value => ({
  type: "string",
  maxLength: 10,
  description: "Some text here.",
  ...more,
});

const BREAKS: readonly Break[] = [
  {
    rule: "PP01",
    what: "a keyword that is not on the list",
    file: NOTE,
    at: `${FIELDS}/text/contentEncoding`,
    to: "base64",
  },
  { rule: "PP02", what: "unevaluatedProperties", file: NOTE, at: "/$defs/NoteData/unevaluatedProperties", to: false },
  { rule: "PP02", what: "dependentRequired", file: NOTE, at: "/$defs/NoteData/dependentRequired", to: {} },
  { rule: "PP02", what: "contains", file: NOTE, at: `${FIELDS}/tags/contains`, to: { const: "a" } },
  { rule: "PP02", what: "multipleOf", file: NOTE, at: `${FIELDS}/size/multipleOf`, to: 2 },
  {
    rule: "PP02",
    what: "a list under items",
    file: NOTE,
    at: `${FIELDS}/tags/items`,
    to: [{ type: "string", maxLength: 1 }],
  },
  {
    rule: "PP03",
    what: "an object that does not say whether it is open",
    file: NOTE,
    at: "/$defs/NoteData/additionalProperties",
    to: undefined,
    found: "/$defs/NoteData",
  },
  {
    rule: "PP03",
    what: "an object without a type",
    file: COMMON,
    at: "/$defs/FileSource/type",
    to: undefined,
    found: "/$defs/FileSource",
  },
  { rule: "PP04", what: "a closed extension of a base", file: NOTE, at: "/additionalProperties", to: false },
  {
    rule: "PP04",
    what: "a closed base",
    file: "v1/message/envelope.schema.json",
    at: "/additionalProperties",
    to: false,
    found: `${NOTE}#/allOf/0`,
  },
  {
    rule: "PP05",
    what: "a branch that is not a reference",
    file: UNION,
    at: "/oneOf/0/description",
    to: "A note.",
    found: "/oneOf/0",
  },
  {
    rule: "PP05",
    what: "an optional tag",
    file: COMMON,
    at: "/$defs/FileSource/required",
    to: [],
    found: "/$defs/Source/oneOf",
  },
  {
    rule: "PP05",
    what: "a tag that is taken",
    file: COMMON,
    at: "/$defs/FileSource/properties/type/const",
    to: "url",
    found: "/$defs/Source/oneOf/1",
  },
  {
    rule: "PP05",
    what: "an open branch that is not the last",
    file: COMMON,
    at: "/$defs/Source/oneOf",
    to: [{ $ref: "#/$defs/UnknownSource" }, { $ref: "#/$defs/UrlSource" }],
    found: "/$defs/Source/oneOf/0",
  },
  {
    rule: "PP05",
    what: "two branches of one JSON type",
    file: NOTE,
    at: `${FIELDS}/body/anyOf/1`,
    to: { type: "string", maxLength: 3 },
  },
  { rule: "PP05", what: "a list of types", file: NOTE, at: `${FIELDS}/text/type`, to: ["string", "number"] },
  { rule: "PP06", what: "an assertion beside a reference", file: NOTE, at: `${FIELDS}/source/type`, to: "object" },
  { rule: "PP06", what: "a reference to nothing", file: UNION, at: "/oneOf/0/$ref", to: "letter.schema.json" },
  { rule: "PP06", what: "a reference by address", file: UNION, at: "/oneOf/0/$ref", to: "https://parlance.dev/x.json" },
  {
    rule: "PP06",
    what: "a reference out of the version",
    file: UNION,
    at: "/oneOf/0/$ref",
    to: "../../v2/message/note.schema.json",
  },
  { rule: "PP07", what: "an $id in a source", file: NOTE, at: "/$id", to: "https://parlance.dev/schemas/note/v1" },
  {
    rule: "PP08",
    what: "an integer without a bound",
    file: NOTE,
    at: `${FIELDS}/size/maximum`,
    to: undefined,
    found: `${FIELDS}/size`,
  },
  {
    rule: "PP08",
    what: "an integer beyond a double",
    file: NOTE,
    at: `${FIELDS}/size/maximum`,
    to: 2 ** 53,
    found: `${FIELDS}/size`,
  },
  {
    rule: "PP09",
    what: "a number without a bound",
    file: NOTE,
    at: `${FIELDS}/share/minimum`,
    to: undefined,
    found: `${FIELDS}/share`,
  },
  { rule: "PP09", what: "a fraction as a constant", file: NOTE, at: `${FIELDS}/share/const`, to: 0.5 },
  {
    rule: "PP10",
    what: "an escape that engines read differently",
    file: NOTE,
    at: `${FIELDS}/text/pattern`,
    to: "\\d",
  },
  {
    rule: "PP11",
    what: "an anchored pattern that lets a line break pass",
    file: NOTE,
    at: `${FIELDS}/text/pattern`,
    to: "^[a-z]+$",
  },
  {
    rule: "PP12",
    what: "a quantifier in a repeated group",
    file: NOTE,
    at: `${FIELDS}/text/pattern`,
    to: "([a-z]+-)*",
  },
  { rule: "PP12", what: "alternatives that begin alike", file: NOTE, at: `${FIELDS}/text/pattern`, to: "(ab|ac)" },
  { rule: "PP13", what: "a format without a pattern", file: NOTE, at: `${FIELDS}/text/format`, to: "uri" },
  {
    rule: "PP14",
    what: "a time of any length",
    file: COMMON,
    at: "/$defs/Timestamp/maxLength",
    to: 40,
    found: "/$defs/Timestamp",
  },
  { rule: "PP14", what: "another form of a time", file: COMMON, at: "/$defs/Timestamp/format", to: "date" },
  { rule: "PP14", what: "a moment that is any text", file: NOTE, at: `${FIELDS}/sent_at`, to: text({}) },
  { rule: "PP15", what: "a name that every object inherits", file: NOTE, at: `${FIELDS}/toString`, to: text({}) },
  { rule: "PP15", what: "a name with a hyphen", file: NOTE, at: `${FIELDS}/mime-type`, to: text({}) },
  {
    rule: "PP16",
    what: "a map of any size",
    file: NOTE,
    at: `${FIELDS}/labels/maxProperties`,
    to: undefined,
    found: `${FIELDS}/labels`,
  },
  {
    rule: "PP16",
    what: "a map with any keys",
    file: NOTE,
    at: `${FIELDS}/labels/propertyNames`,
    to: undefined,
    found: `${FIELDS}/labels`,
  },
  { rule: "PP16", what: "a map with fixed fields", file: NOTE, at: `${FIELDS}/labels/properties`, to: { a: text({}) } },
  { rule: "PP17", what: "a default of a required property", file: NOTE, at: `${FIELDS}/text/default`, to: "" },
  { rule: "PP17", what: "a default that its property refuses", file: NOTE, at: `${FIELDS}/urgent/default`, to: "no" },
  { rule: "PP17", what: "a default that a condition reads", file: NOTE, at: `${FIELDS}/size/default`, to: 0 },
  { rule: "PP17", what: "a default of no property", file: NOTE, at: "/$defs/NoteData/default", to: {} },
  {
    rule: "PP18",
    what: "a string of any length",
    file: NOTE,
    at: `${FIELDS}/text/maxLength`,
    to: undefined,
    found: `${FIELDS}/text`,
  },
  {
    rule: "PP18",
    what: "an array of any size",
    file: NOTE,
    at: `${FIELDS}/tags/maxItems`,
    to: undefined,
    found: `${FIELDS}/tags`,
  },
  {
    rule: "PP18",
    what: "keys of any length",
    file: NOTE,
    at: `${FIELDS}/labels/propertyNames/maxLength`,
    to: undefined,
    found: `${FIELDS}/labels/propertyNames`,
  },
  {
    rule: "PP18",
    what: "a recursion of any depth",
    file: NOTE,
    at: `${FIELDS}/answers/x-depth-limit`,
    to: undefined,
    found: "/$defs/NoteData",
  },
  { rule: "PP19", what: "an object as a constant", file: NOTE, at: `${FIELDS}/extra/const`, to: {} },
  {
    rule: "PP19",
    what: "an integer beyond a double in a list",
    file: NOTE,
    at: `${FIELDS}/size/enum`,
    to: [1, 2 ** 53],
    found: `${FIELDS}/size/enum/1`,
  },
  {
    rule: "PP20",
    what: "null in an optional property",
    file: NOTE,
    at: `${FIELDS}/share/type`,
    to: ["number", "null"],
    found: `${FIELDS}/share`,
  },
  {
    rule: "PP20",
    what: "null in a required property in a form of its own",
    file: NOTE,
    at: `${FIELDS}/text`,
    to: { enum: ["a", null], description: "A or nothing." },
  },
  { rule: "PP21", what: "an annotation that is not on the list", file: NOTE, at: `${FIELDS}/text/x-since`, to: 2 },
  {
    rule: "PP21",
    what: "numbers that do not match the members",
    file: NOTE,
    at: `${FIELDS}/mood/x-enum-values`,
    to: { good: 0 },
  },
  {
    rule: "PP22",
    what: "a limit that its type does not have",
    file: NOTE,
    at: `${FIELDS}/urgent/maxLength`,
    to: 3,
    found: "/$defs/NoteData",
  },
  { rule: "DIA01", what: "a title that is no text", file: NOTE, at: `${FIELDS}/text/title`, to: 1 },
  {
    rule: "DIA01",
    what: "another dialect",
    file: COMMON,
    at: "/$schema",
    to: "http://json-schema.org/draft-07/schema#",
  },
  {
    rule: "DOC01",
    what: "a definition without a description",
    file: NOTE,
    at: "/$defs/NoteData/description",
    to: undefined,
    found: "/$defs/NoteData",
  },
  {
    rule: "DOC02",
    what: "a property without a description",
    file: NOTE,
    at: `${FIELDS}/text/description`,
    to: undefined,
    found: `${FIELDS}/text`,
  },
  { rule: "NAME01", what: "a definition in another case", file: NOTE, at: "/$defs/note_part", to: OPEN },
  { rule: "NAME02", what: "a name that is taken", file: NOTE, at: "/$defs/Source", to: OPEN },
  {
    rule: "NAME03",
    what: "a tag that is not the file's name",
    file: NOTE,
    at: "/properties/type/const",
    to: "memo",
    found: "/properties/type",
  },
  { rule: "NAME03", what: "a title that is not the file's name", file: NOTE, at: "/title", to: "Note" },
  {
    rule: "EX04",
    what: "an example that its definition refuses",
    file: COMMON,
    at: "/$defs/Timestamp/examples",
    to: ["now"],
    found: "/$defs/Timestamp/examples/0",
  },
];

describe("the rules", () => {
  it("find nothing in schemas that keep them", () => {
    expect(lintSchemas(folderOf(ACCEPTED))).toStrictEqual([]);
  });

  it("find nothing in the contract", () => {
    expect(lintSchemas(SCHEMAS)).toStrictEqual([]);
  });

  it.each(BREAKS)("$rule finds $what", ({ rule, file, at, to, found }) => {
    const place = found?.includes("#") ? found : `${file}#${found ?? at}`;
    // A list of types is named by its keyword; other changes by the place itself.
    const places = placesOf(rule, changed(file, at, to));
    expect(places).toStrictEqual([place]);
  });

  it("are all broken by a test", () => {
    const tested = new Set([
      ...BREAKS.map(({ rule }) => rule),
      "PP23",
      "EX01",
      "EX02",
      "EX03",
      "LOCK01",
      "LOCK02",
      "LOCK03",
    ]);
    expect(RULES.map(({ id }) => id).filter((id) => !tested.has(id))).toStrictEqual([]);
    expect(RULES.map(({ id }) => id).filter((id) => id.startsWith("PP"))).toHaveLength(23);
  });

  it("say in every finding what to do", () => {
    for (const { sentence, mend } of RULES) {
      expect(sentence).toMatch(/^[A-Z`].*\.$/s);
      expect(mend.length).toBeGreaterThan(20);
    }
  });
});

describe("PP23", () => {
  const NOTE_TEXT = JSON.stringify(ACCEPTED[NOTE]);
  it.each([
    ["a key that appears twice", NOTE_TEXT.replace('"title"', '"title":"A","title"'), "/title"],
    ["a byte order mark", `\uFEFF${NOTE_TEXT}`, ""],
    ["NaN", NOTE_TEXT.replace('"minimum":0', '"minimum":NaN'), "/$defs/NoteData/properties/size/minimum"],
    ["half of a surrogate pair", NOTE_TEXT.replace("A note to", "\\ud800"), "/description"],
    [
      "a number that no double holds",
      NOTE_TEXT.replace('"maximum":1,', '"maximum":1e400,'),
      "/$defs/NoteData/properties/share/maximum",
    ],
    ["a comma too many", NOTE_TEXT.replace(/\}$/, ",}"), ""],
    ["a text after the end", `${NOTE_TEXT}{}`, ""],
  ])("finds %s", (_, content, pointer) => {
    expect(placesOf("PP23", { ...ACCEPTED, [NOTE]: content })).toStrictEqual([`${NOTE}#${pointer}`]);
  });

  it("finds a file that is nested too deep", () => {
    const file = "v1/examples/note/edge-deep.json";
    const [place] = placesOf("PP23", { ...ACCEPTED, [file]: `${"[".repeat(300)}${"]".repeat(300)}` });
    expect(place).toBe(`${file}#${"/0".repeat(257)}`);
  });

  it("tells the line and the column", () => {
    const findings = lintSchemas(folderOf({ ...ACCEPTED, [NOTE]: '{\n  "title": 1,\n  "title": 2\n}' }));
    const finding = findings.find(({ rule }) => rule === "PP23");
    expect(finding?.message).toBe("Refused: the key appears twice in one object (line 3, column 10).");
  });
});

describe("the rules on examples", () => {
  it("EX01 names the examples that are missing", () => {
    const { "v1/examples/note/full.json": _, "v1/examples/note/edge-null.json": __, ...files } = ACCEPTED;
    const findings = lintSchemas(folderOf(files));
    expect(findings.map(({ rule, file, message }) => ({ rule, file, message }))).toStrictEqual([
      { rule: "EX01", file: NOTE, message: "Missing are note/full.json, note/edge-….json." },
    ]);
  });

  it("EX02 finds an example that its schema refuses, and one of no schema", () => {
    const files = {
      ...ACCEPTED,
      "v1/examples/note/full.json": { type: "note", id: 1, data: null },
      "v1/examples/memo/full.json": {},
    };
    expect(placesOf("EX02", files)).toStrictEqual([
      "v1/examples/memo/full.json#",
      "v1/examples/note/full.json#/id",
      "v1/examples/note/full.json#/data",
    ]);
  });

  it("EX03 finds an invalid example that is valid, fails elsewhere, or does not say where it fails", () => {
    const instance = ACCEPTED["v1/examples/note/minimal.json"] ?? null;
    const invalid = { description: "Not invalid.", pointer: "/data", keyword: "required" };
    const files = {
      ...ACCEPTED,
      "v1/examples/note/invalid/a-valid.json": { ...invalid, instance },
      "v1/examples/note/invalid/b-elsewhere.json": { ...invalid, instance: 1 },
      "v1/examples/note/invalid/c-bare.json": instance,
    };
    expect(placesOf("EX03", files)).toStrictEqual([
      "v1/examples/note/invalid/a-valid.json#/instance",
      "v1/examples/note/invalid/b-elsewhere.json#/pointer",
      "v1/examples/note/invalid/c-bare.json#",
    ]);
  });
});
