/** Migrations over three versions: the same as step by step, both ways, and lossless over all of them. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COUNT, type Data, type DataSchema, NUMBER, TEXT } from "../../tools/generator/test/migrations/support.js";
import { propertyRuns } from "../../tools/sampler/src/properties.js";
import { type SmallContract, smallContract } from "./small-contract.js";

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
  const all = (): Promise<SmallContract> => smallContract([FIRST, SECOND, THIRD], [FIRST_STEP, SECOND_STEP]);

  it("comes out as it does step by step, both ways, residue included", async () => {
    const [whole, first, second] = await Promise.all([
      all(),
      smallContract([FIRST, SECOND], [FIRST_STEP]),
      // The same step, between versions with lower numbers.
      smallContract([SECOND, THIRD], [SECOND_STEP]),
    ]);
    expect(second.up({ name: "x", mood: "good" }).value.data).toEqual({ label: { text: "x" }, mood: "good" });
    const property = fc.property(older, (data) => {
      const message = plain({ type: "note", schema_version: 1, data });
      const twice = first.upgrade(message, 1);
      const onward = whole.upgrade(twice.value, 2);
      const straight = whole.upgrade(message, 1);
      expect(straight.value).toEqual(onward.value);
      expect(straight.notes).toEqual([...twice.notes, ...onward.notes]);
      expect(whole.isValid(3, straight.value)).toBe(true);
      const halfway = whole.downgrade(straight.value, 2);
      expect(whole.downgrade(straight.value, 1).value).toEqual(first.downgrade(halfway.value, 1).value);
    });
    fc.assert(property, { numRuns: propertyRuns(200) });
  });

  it("is the same after going up and down over all versions, and down and up", async () => {
    const { upgrade, downgrade, isValid } = await all();
    const property = fc.property(older, newer, (low, high) => {
      const first = plain({ type: "note", schema_version: 1, data: low });
      expect(downgrade(upgrade(first, 1).value, 1).value).toEqual(first);
      const third = plain({ type: "note", schema_version: 3, data: high });
      const bottom = downgrade(third, 1).value;
      expect(isValid(1, bottom)).toBe(true);
      expect(upgrade(bottom, 1).value).toEqual(third);
    });
    fc.assert(property, { numRuns: propertyRuns(300) });
  });

  it("gets the default of each version on the way, not that of the last", async () => {
    const { upgrade, downgrade } = await all();
    const first = plain({ type: "note", schema_version: 1, data: { title: "x", mood: "good" } });
    expect(upgrade(first, 1).value.data).toEqual({ label: { text: "x" }, mood: "good", tone: "calm" });
    const third = plain({
      type: "note",
      schema_version: 3,
      data: { label: { text: "x" }, mood: "none", tone: "loud" },
    });
    expect(downgrade(third, 1).value).toEqual({
      type: "note",
      schema_version: 1,
      data: { title: "x", mood: "bad" },
      residue: { 2: { "/data/mood": "mixed", "/data/tone": "loud" }, 3: { "/data/mood": "none" } },
    });
  });

  it("is not changed itself", async () => {
    const { upgrade } = await all();
    const message = plain({ type: "note", schema_version: 2, data: { name: "x", timing: { ms: 1 } } });
    const before = JSON.stringify(message);
    upgrade(message, 2);
    upgrade(message, 1);
    expect(JSON.stringify(message)).toBe(before);
  });
});
