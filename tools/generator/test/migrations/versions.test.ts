/** Migrations over three versions, and code of all operations under the strictest compiler flags. */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { copyCore, propertyRuns, temporaryFolder, typeCheck } from "../support.js";
import { COUNT, type Data, type DataSchema, type Emitted, emitted, NUMBER, TEXT } from "./support.js";

const mood = (values: readonly string[], fallback: string): object => ({
  type: "string",
  enum: values,
  default: fallback,
});

const FIRST: DataSchema = {
  properties: { title: TEXT, seconds: NUMBER, mood: mood(["good", "bad"], "good") },
  required: ["title"],
};
const SECOND: DataSchema = {
  properties: {
    name: TEXT,
    timing: { $ref: "#/$defs/Timing" },
    mood: mood(["good", "bad", "mixed"], "bad"),
    tone: mood(["calm", "loud"], "calm"),
  },
  required: ["name"],
  defs: {
    Timing: {
      type: "object",
      additionalProperties: true,
      properties: { ms: { ...COUNT, maximum: 1_000_000_000 }, zone: TEXT },
    },
  },
};
const THIRD: DataSchema = {
  properties: {
    label: { $ref: "#/$defs/Label" },
    ms: { ...COUNT, maximum: 1_000_000_000 },
    mood: mood(["good", "bad", "mixed", "none"], "none"),
    tone: mood(["calm", "loud"], "loud"),
  },
  required: ["label"],
  defs: {
    Label: { type: "object", additionalProperties: true, required: ["text"], properties: { text: TEXT, lang: TEXT } },
  },
};
const FIRST_STEP = [
  { op: "rename", at: "/data", from: "title", to: "name" },
  { op: "convert", at: "/data/seconds", codec: "scale", by: 1000 },
  { op: "move", from: "/data/seconds", to: "/data/timing/ms" },
  {
    op: "mapValue",
    at: "/data/mood",
    pairs: [
      ["good", "good"],
      ["bad", "bad"],
    ],
    only_down: [["bad", "mixed"]],
  },
  { op: "add", at: "/data/tone" },
];
const SECOND_STEP = [
  { op: "rename", at: "/data", from: "name", to: "label" },
  { op: "wrap", at: "/data/label", key: "text" },
  { op: "move", from: "/data/timing/ms", to: "/data/ms" },
  {
    op: "mapValue",
    at: "/data/mood",
    pairs: [
      ["good", "good"],
      ["bad", "bad"],
      ["mixed", "mixed"],
    ],
    only_down: [["mixed", "none"]],
  },
];

const text = fc.string({ maxLength: 8 });
const sometimes = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { nil: undefined });
const anything = sometimes(fc.jsonValue({ maxDepth: 1 }));

/** Data of the first and of the third version, with fields that have the names of the other versions' fields. */
const older = fc.record({
  title: text,
  seconds: sometimes(fc.double({ min: 0, max: 1_000_000, noNaN: true })),
  mood: fc.constantFrom("good", "bad"),
  name: anything,
  timing: anything,
  label: anything,
  ms: anything,
  tone: anything,
  unknown: anything,
});
const newer = fc.record({
  label: fc.record({ text, lang: sometimes(text), more: anything }),
  ms: sometimes(fc.nat(1_000_000_000)),
  mood: fc.constantFrom("good", "bad", "mixed", "none"),
  tone: fc.constantFrom("calm", "loud"),
  title: anything,
  seconds: anything,
  name: anything,
  timing: anything,
});

const plain = (value: unknown): Data => JSON.parse(JSON.stringify(value)) as Data;

describe("a message of the first of three versions", () => {
  const all = (): Promise<Emitted> => emitted([FIRST, SECOND, THIRD], [FIRST_STEP, SECOND_STEP]);

  it("comes out as it does step by step, both ways, residue included", async () => {
    const [whole, first, second] = await Promise.all([
      all(),
      emitted([FIRST, SECOND], [FIRST_STEP]),
      // The same step, between versions with lower numbers.
      emitted([SECOND, THIRD], [SECOND_STEP]),
    ]);
    expect(second.up({ name: "x", mood: "good" }).value.data).toEqual({ label: { text: "x" }, mood: "good" });
    const property = fc.property(older, (data) => {
      const message = plain({ type: "note", schema_version: 1, data });
      const twice = first.upgradeMessage("note", message, 1);
      const onward = whole.upgradeMessage("note", twice.value, 2);
      const straight = whole.upgradeMessage("note", message, 1);
      expect(straight.value).toEqual(onward.value);
      expect(straight.notes).toEqual([...twice.notes, ...onward.notes]);
      expect(whole.isValid(3, straight.value)).toBe(true);
      const halfway = whole.downgradeMessage("note", straight.value, 2);
      expect(whole.downgradeMessage("note", straight.value, 1).value).toEqual(
        first.downgradeMessage("note", halfway.value, 1).value,
      );
    });
    fc.assert(property, { numRuns: propertyRuns(200) });
  });

  it("is the same after going up and down over all versions, and down and up", async () => {
    const { upgradeMessage, downgradeMessage, isValid } = await all();
    const property = fc.property(older, newer, (low, high) => {
      const first = plain({ type: "note", schema_version: 1, data: low });
      expect(downgradeMessage("note", upgradeMessage("note", first, 1).value, 1).value).toEqual(first);
      const third = plain({ type: "note", schema_version: 3, data: high });
      const bottom = downgradeMessage("note", third, 1).value;
      expect(isValid(1, bottom)).toBe(true);
      expect(upgradeMessage("note", bottom, 1).value).toEqual(third);
    });
    fc.assert(property, { numRuns: propertyRuns(300) });
  });

  it("gets the default of each version on the way, not that of the last", async () => {
    const { upgradeMessage, downgradeMessage } = await all();
    const first = plain({ type: "note", schema_version: 1, data: { title: "x", mood: "good" } });
    expect(upgradeMessage("note", first, 1).value.data).toEqual({ label: { text: "x" }, mood: "good", tone: "calm" });
    const third = plain({
      type: "note",
      schema_version: 3,
      data: { label: { text: "x" }, mood: "none", tone: "loud" },
    });
    expect(downgradeMessage("note", third, 1).value).toEqual({
      type: "note",
      schema_version: 1,
      data: { title: "x", mood: "bad" },
      residue: { 2: { "/data/mood": "mixed", "/data/tone": "loud" }, 3: { "/data/mood": "none" } },
    });
  });

  it("is not changed itself", async () => {
    const { upgradeMessage } = await all();
    const message = plain({ type: "note", schema_version: 2, data: { name: "x", timing: { ms: 1 } } });
    const before = JSON.stringify(message);
    upgradeMessage("note", message, 2);
    upgradeMessage("note", message, 1);
    expect(JSON.stringify(message)).toBe(before);
  });
});

describe("the emitted code", () => {
  it("compiles under the strictest flags, whatever the operations", async () => {
    const schemas: DataSchema[] = [
      {
        properties: {
          a: TEXT,
          b: COUNT,
          c: { type: "boolean" },
          l: { type: "array", maxItems: 3, items: { $ref: "#/$defs/Item" } },
          t: TEXT,
          u: { $ref: "#/$defs/Union" },
        },
        defs: items("v"),
      },
      {
        properties: {
          a: { $ref: "#/$defs/Holder" },
          d: COUNT,
          c: { type: "string", enum: ["n", "y"] },
          l: { type: "array", maxItems: 3, items: { $ref: "#/$defs/Item" } },
          t: { type: "array", maxItems: 99, items: { $ref: "#/$defs/Part" } },
          u: { $ref: "#/$defs/Union" },
        },
        defs: {
          ...items("w"),
          Holder: { type: "object", additionalProperties: true, properties: { s: TEXT, n: COUNT } },
          Part: { oneOf: [{ $ref: "#/$defs/TextPart" }] },
          TextPart: {
            type: "object",
            additionalProperties: true,
            required: ["type"],
            properties: { type: { const: "text" }, text: TEXT },
          },
        },
      },
    ];
    const { text: files } = await emitted(schemas, [
      [
        { op: "wrap", at: "/data/a", key: "s" },
        { op: "convert", at: "/data/c", codec: "booleanToEnum", names: ["n", "y"] },
        {
          op: "when",
          test: { at: "/data/b", present: true },
          down: { at: "/data/a/n", present: true },
          do: [{ op: "add", at: "/data/d", value: 1 }],
          else: [{ op: "add", at: "/data/d" }],
        },
        { op: "move", from: "/data/b", to: "/data/a/n" },
        { op: "each", at: "/data/l", do: [{ op: "rename", at: "", from: "v", to: "w" }] },
        { op: "joinParts", at: "/data/t", tag: "type", text_tag: "text", field: "text", limit: 10 },
        { op: "variant", at: "/data/u", tag: "type", cases: [{ from: "v", to: "w" }] },
      ],
    ]);
    const folder = temporaryFolder();
    copyCore(folder);
    for (const [path, content] of Object.entries(files)) {
      const target = join(folder, "generated", path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, content);
    }
    expect(typeCheck(folder, {}, ["generated/migrations/*.ts"])).toBe("");
  });
});

function items(name: string): Data {
  return {
    Item: { type: "object", additionalProperties: true, properties: { [name]: COUNT } },
    Union: { oneOf: [{ $ref: "#/$defs/Branch" }] },
    Branch: { type: "object", additionalProperties: true, required: ["type"], properties: { type: { const: name } } },
  };
}
