/** `split`: one text of the older version and two of the newer one, both ways, whatever the texts hold. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Data, type DataSchema, TEXT } from "../../../tools/generator/test/migrations/support.js";
import { type SmallContract, smallContract } from "../small-contract.js";

const LONG = { type: "string", maxLength: 200 };
const ONE: DataSchema = { properties: { location: TEXT, note: TEXT } };
const TWO: DataSchema = { properties: { path: LONG, anchor: LONG, note: TEXT } };
const SPLIT = { op: "split", at: "/data/location", to: ["/data/path", "/data/anchor"], separator: "#", limit: 100 };

const CHANGED_DOWN = [{ code: "value_changed", path: "/data/path", direction: "down" }];
const CHANGED_UP = [{ code: "value_changed", path: "/data/location", direction: "up" }];

describe("splitting a text", () => {
  it("puts what stands before and after the first separator apart, and together again", async () => {
    const { up, down } = await smallContract([ONE, TWO], [[SPLIT]]);
    expect(up({ location: "a.md#b#c", note: "n" })).toEqual({
      value: { type: "note", schema_version: 2, data: { path: "a.md", anchor: "b#c", note: "n" } },
      notes: [],
    });
    expect(down({ path: "a.md", anchor: "b#c", note: "n" })).toEqual({
      value: { type: "note", schema_version: 1, data: { location: "a.md#b#c", note: "n" } },
      notes: [],
    });
  });

  it.each([
    [{ location: "a.md" }, { path: "a.md" }],
    [{ location: "#" }, { path: "", anchor: "" }],
    [{ location: "" }, { path: "" }],
    [{}, {}],
  ])("makes of %j %j, without residue either way", async (older, newer) => {
    const { up, down } = await smallContract([ONE, TWO], [[SPLIT]]);
    expect(up(older)).toEqual({ value: { type: "note", schema_version: 2, data: newer }, notes: [] });
    expect(down(newer)).toEqual({ value: { type: "note", schema_version: 1, data: older }, notes: [] });
  });

  it("keeps two texts apart that the joined one would split elsewhere", async () => {
    const { up, down } = await smallContract([ONE, TWO], [[SPLIT]]);
    const pair = { path: "a#b", anchor: "c" };
    const lowered = down(pair);
    expect(lowered).toEqual({
      value: {
        type: "note",
        schema_version: 1,
        data: { location: "a#b#c" },
        residue: { 2: { "/data/path": { first: "a#b", second: "c" } } },
      },
      notes: CHANGED_DOWN,
    });
    expect(up(lowered.value.data, lowered.value.residue).value).toEqual({
      type: "note",
      schema_version: 2,
      data: pair,
    });
  });

  it("lets an edit of the joined text win", async () => {
    const { up, down } = await smallContract([ONE, TWO], [[SPLIT]]);
    const { residue } = down({ path: "a#b", anchor: "c" }).value;
    expect(up({ location: "x#y" }, residue)).toMatchObject({
      value: { data: { path: "x", anchor: "y" } },
      notes: [{ code: "residue_dropped", path: "/data/path" }],
    });
  });

  it("brings a second text back whose first one is absent", async () => {
    const { up, down } = await smallContract([ONE, TWO], [[SPLIT]]);
    const { value } = down({ anchor: "top" });
    expect(value).toMatchObject({ data: { location: "#top" }, residue: { 2: { "/data/path": { second: "top" } } } });
    expect(up(value.data, value.residue).value.data).toEqual({ anchor: "top" });
  });

  it("cuts a joined text that the older version would not take, between characters, and gives all of it back", async () => {
    const { up, down, isValid } = await smallContract([ONE, TWO], [[SPLIT]]);
    const pair = { path: "🙂".repeat(150), anchor: "b" };
    const { value, notes } = down(pair);
    expect(value.data).toEqual({ location: "🙂".repeat(100) });
    expect(notes).toEqual(CHANGED_DOWN);
    expect(isValid(1, value)).toBe(true);
    expect(up(value.data, value.residue).value.data).toEqual(pair);
  });

  it("gives a second text that has to be there, and remembers that there was none", async () => {
    const required = { ...TWO, required: ["path", "anchor"] };
    const { up, down } = await smallContract(
      [{ ...ONE, required: ["location"] }, required],
      [[{ ...SPLIT, else: "top" }]],
    );
    const raised = up({ location: "a.md" });
    expect(raised).toEqual({
      value: {
        type: "note",
        schema_version: 2,
        data: { path: "a.md", anchor: "top" },
        residue: { 1: { "/data/location": "a.md" } },
      },
      notes: CHANGED_UP,
    });
    expect(down(raised.value.data, raised.value.residue).value).toEqual({
      type: "note",
      schema_version: 1,
      data: { location: "a.md" },
    });
    expect(down({ path: "a.md", anchor: "end" }, raised.value.residue).value.data).toEqual({ location: "a.md#end" });
  });

  it("may leave one of the two where the text was, and take the other along to another object", async () => {
    const place = { type: "object", additionalProperties: true, properties: { anchor: LONG } };
    const newer = { properties: { location: LONG, place: { $ref: "#/$defs/Place" } }, defs: { Place: place } };
    const to = ["/data/location", "/data/place/anchor"];
    const { up, down } = await smallContract([{ properties: { location: TEXT } }, newer], [[{ ...SPLIT, to }]]);
    expect(up({ location: "a#b" }).value.data).toEqual({ location: "a", place: { anchor: "b" } });
    const { value } = down({ location: "a#b", place: { anchor: "c", zoom: 2 } });
    expect(value.data).toEqual({ location: "a#b#c" });
    expect(up(value.data, value.residue).value.data).toEqual({
      location: "a#b",
      place: { anchor: "c", zoom: 2 },
    });
  });

  it("sets an unknown field aside that has the name of one of the two", async () => {
    const { up, down } = await smallContract([ONE, TWO], [[SPLIT]]);
    const raised = up({ location: "a#b", anchor: 7 });
    expect(raised.value.data).toEqual({ path: "a", anchor: "b" });
    expect(raised.notes).toEqual([{ code: "field_collision", path: "/data/anchor", direction: "up" }]);
    expect(down(raised.value.data, raised.value.residue).value.data).toEqual({ location: "a#b", anchor: 7 });
  });
});

/** Texts in which separators are likely. */
const text = fc.array(fc.constantFrom("#", "a", "🙂", "/"), { maxLength: 60 }).map((letters) => letters.join(""));
const older = fc.record({ location: text, note: text }, { requiredKeys: [] });
const newer = fc.record({ path: text, anchor: text, note: text }, { requiredKeys: [] });
const residue = fc.dictionary(
  fc.constantFrom("/data/path", "/data/location", "/data/path#absent", "/data/location#absent"),
  fc.oneof(text, fc.constantFrom(true, 5), fc.record({ first: fc.oneof(text, fc.constant(5)), second: text })),
);

describe("a split of any texts", () => {
  let migration: Promise<SmallContract> | undefined;
  const both = (): Promise<SmallContract> => {
    migration ??= smallContract([ONE, TWO], [[SPLIT]]);
    return migration;
  };

  it("is undone both ways", async () => {
    const { up, down, isValid } = await both();
    const there = fc.property(older, (data) => {
      const { value } = up(data);
      expect(isValid(2, value)).toBe(true);
      expect(down(value.data, value.residue).value).toEqual({ type: "note", schema_version: 1, data });
    });
    const back = fc.property(newer, (data) => {
      const { value } = down(data);
      expect(isValid(1, value)).toBe(true);
      expect(up(value.data, value.residue).value).toEqual({ type: "note", schema_version: 2, data });
    });
    fc.assert(there);
    fc.assert(back);
  });

  it("is valid whatever its residue holds", async () => {
    const { upgrade, downgrade, isValid } = await both();
    const property = fc.property(older, newer, residue, (old, recent, slots) => {
      const noteOf = (version: number, data: object): Data => ({
        type: "note",
        schema_version: version,
        data,
        residue: { 1: slots, 2: slots },
      });
      expect(isValid(2, upgrade(noteOf(1, old), 1).value)).toBe(true);
      expect(isValid(1, downgrade(noteOf(2, recent), 1).value)).toBe(true);
    });
    fc.assert(property);
  });
});
