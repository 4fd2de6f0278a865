/** Each rule finds what breaks it, at the place where it is broken, and nothing in what keeps it. */
import { describe, expect, it } from "vitest";
import { lintSchemas, RULES } from "../src/index.js";
import { BREAKS } from "./breaks.js";
import type { Files, Value } from "./schema-folder.js";
import { ACCEPTED, changed, folderOf } from "./schema-folder.js";

const NOTE = "v1/message/note.schema.json";

function placesOf(rule: string, files: Files): string[] {
  return lintSchemas(folderOf(files))
    .filter((finding) => finding.rule === rule)
    .map(({ file, pointer }) => `${file}#${pointer}`);
}

describe("the rules", () => {
  it("find nothing in schemas that keep them", () => {
    expect(lintSchemas(folderOf(ACCEPTED))).toStrictEqual([]);
  });

  it.each(BREAKS)("$rule finds $what", ({ rule, file, at, to, found }) => {
    const place = found?.includes("#") ? found : `${file}#${found ?? at}`;
    const places = placesOf(rule, changed(file, at, to));
    expect(places).toStrictEqual([place]);
  });

  it("are all broken by a test", () => {
    const tested = new Set([
      ...BREAKS.map(({ rule }) => rule),
      "PP23",
      "MIG01",
      "MIG02",
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

describe("MIG01", () => {
  const FILE = "migrations/v1-to-v2.json";
  const rename = { op: "rename", at: "/data", from: "a", to: "b" };
  const placesOfTypes = (operations: Value): string[] =>
    placesOf("MIG01", {
      ...ACCEPTED,
      [FILE]: { $schema: "../migration.schema.json", from: 1, to: 2, types: { note: operations } },
    });

  it.each<[string, Value, string[]]>([
    ["nothing in operations that are spelt right", [rename], []],
    ["a field that is missing", [rename, { op: "rename", at: "/data", from: "a" }], [`${FILE}#/types/note/1`]],
    ["a field that the operation does not have", [{ ...rename, key: "id" }], [`${FILE}#/types/note/0`]],
    ["an operation that there is not", [{ op: "hoist", at: "/data" }], [`${FILE}#/types/note/0`]],
    ["a pointer without its slash", [{ ...rename, at: "data" }], [`${FILE}#/types/note/0/at`]],
    [
      "a fault inside another operation",
      [{ op: "each", at: "/data/calls", do: [rename, { ...rename, to: "a-b" }] }],
      [`${FILE}#/types/note/0/do/1/to`],
    ],
  ])("finds %s", (_, operations, places) => {
    expect(placesOfTypes(operations)).toStrictEqual(places);
  });

  it("finds a file that does not name its meta-schema", () => {
    const files = { ...ACCEPTED, [FILE]: { from: 1, to: 2, types: {} } };
    expect(placesOf("MIG01", files)).toStrictEqual([`${FILE}#/$schema`]);
  });
});

describe("MIG02", () => {
  const FILE = "migrations/v1-to-v2.json";
  const BOX = { schema_version: 1, id: "b", label: "old", lids: { a: { schema_version: 1, id: "b", label: "in" } } };

  /** A persisted root of which version 2 differs in its number and as it is told. */
  function boxOf(version: number, label: string): Value {
    const text = { type: "string", maxLength: 9, description: "A few words." };
    const box = { $ref: "box.schema.json", description: "A box in this one." };
    return {
      $schema: "../../dialect.schema.json",
      title: "Box",
      description: "What is stored by itself.",
      type: "object",
      additionalProperties: true,
      required: ["schema_version", "id", label],
      properties: {
        schema_version: { type: "integer", minimum: version, maximum: 99, description: "The version." },
        id: text,
        [label]: text,
        lids: {
          type: "object",
          propertyNames: { type: "string", maxLength: 9 },
          maxProperties: 9,
          additionalProperties: box,
          description: "Boxes inside this one.",
        },
      },
    };
  }

  function placesWith(label: string, types: Value, all: Value[] = [], folder = "paper"): string[] {
    return placesOf("MIG02", {
      ...ACCEPTED,
      [`v1/${folder}/box.schema.json`]: boxOf(1, "label"),
      [`v2/${folder}/box.schema.json`]: boxOf(2, label),
      "v1/examples/box/full.json": BOX,
      [FILE]: { $schema: "../migration.schema.json", from: 1, to: 2, all, types },
    });
  }

  it("finds a root that the file does not name although the newer version refuses an example of the older one", () => {
    expect(placesWith("name", {})).toStrictEqual([`${FILE}#/types`]);
  });

  it("finds nothing where the root is named, or nothing but its number has changed", () => {
    expect(placesWith("name", { box: [{ op: "rename", at: "", from: "label", to: "name" }] })).toStrictEqual([]);
    expect(placesWith("label", {})).toStrictEqual([]);
  });

  it("finds nothing where a message is not named but has the operations of every message", () => {
    const rename = { op: "rename", at: "", from: "label", to: "name" };
    expect(placesWith("name", {}, [rename], "message")).toStrictEqual([]);
    expect(placesWith("name", {}, [], "message")).toStrictEqual([`${FILE}#/types`]);
  });

  it("finds a root that is not named although there are operations of every message", () => {
    const rename = { op: "rename", at: "", from: "label", to: "name" };
    expect(placesWith("name", {}, [rename], "paper")).toStrictEqual([`${FILE}#/types`]);
  });

  it("says which example is refused, and where", () => {
    const files = {
      ...ACCEPTED,
      "v1/paper/box.schema.json": boxOf(1, "label"),
      "v2/paper/box.schema.json": boxOf(2, "name"),
      "v1/examples/box/full.json": { ...BOX, lids: {} },
      [FILE]: { $schema: "../migration.schema.json", from: 1, to: 2, types: {} },
    };
    const [finding] = lintSchemas(folderOf(files)).filter(({ rule }) => rule === "MIG02");
    expect(finding?.message).toBe("`box` is not listed, and v2 refuses v1/examples/box/full.json.");
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
