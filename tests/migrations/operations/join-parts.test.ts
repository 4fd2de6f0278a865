/** `joinParts`: a text becomes parts, and parts become a text, other parts and cuts as residue. */

import { describe, expect, it } from "vitest";
import { note, TEXT } from "../../../tools/generator/test/migrations/support.js";
import { branchOf, expectLossless, type SmallContract, smallContract, UNKNOWN_BRANCH } from "../small-contract.js";

describe("joinParts", () => {
  const migration = (): Promise<SmallContract> =>
    smallContract(
      [
        { properties: { content: { type: "string", maxLength: 1000 } }, required: ["content"] },
        {
          properties: { parts: { type: "array", minItems: 1, maxItems: 50, items: { $ref: "#/$defs/Part" } } },
          required: ["parts"],
          defs: {
            Part: {
              oneOf: [{ $ref: "#/$defs/TextPart" }, { $ref: "#/$defs/ThoughtPart" }, { $ref: "#/$defs/UnknownPart" }],
            },
            TextPart: branchOf("text", { text: { type: "string", maxLength: 5 } }, ["text"]),
            ThoughtPart: branchOf("thought", { text: TEXT }, ["text"]),
            UnknownPart: UNKNOWN_BRANCH,
          },
        },
      ],
      [
        [
          {
            op: "joinParts",
            at: "/data/content",
            tag: "type",
            text_tag: "text",
            field: "text",
            limit: 5,
            bound: ["proof"],
          },
          { op: "rename", at: "/data", from: "content", to: "parts" },
        ],
      ],
    );
  const text = (value: string): object => ({ type: "text", text: value });

  it("makes one text part of a text, and several of one that is too long, never cutting a character", async () => {
    const { up } = await migration();
    expect(up({ content: "" }).value.data).toEqual({ parts: [text("")] });
    expect(up({ content: "abcde" }).value.data).toEqual({ parts: [text("abcde")] });
    expect(up({ content: "abcd😀fghij" })).toEqual({
      value: { type: "note", schema_version: 2, data: { parts: [text("abcd😀"), text("fghij")] } },
      notes: [],
    });
  });

  it("joins texts, and keeps other parts and cuts as residue", async () => {
    const { down } = await migration();
    expect(
      down({ parts: [{ type: "thought", text: "hm" }, text("ab"), { ...text("c"), mark: 1 }, { type: "new", x: [] }] }),
    ).toEqual({
      value: {
        type: "note",
        schema_version: 1,
        data: { content: "abc" },
        residue: {
          2: {
            "/data/parts": {
              parts: [
                { part: { type: "thought", text: "hm" } },
                { length: 2 },
                { length: 1, with: { mark: 1 } },
                { part: { type: "new", x: [] } },
              ],
              checksum: "ae1e997d",
            },
          },
        },
      },
      notes: [{ code: "texts_joined", path: "/data/parts", direction: "down" }],
    });
  });

  it("puts an edited text in the place of the text parts, and leaves the others where they were", async () => {
    const { up, down } = await migration();
    const { residue } = down({
      parts: [{ type: "thought", text: "hm" }, { ...text("ab"), mark: 1 }, { type: "new" }, text("c")],
    }).value;
    expect(up({ content: "abX" }, residue).value.data).toEqual({
      parts: [{ type: "thought", text: "hm" }, { ...text("abX"), mark: 1 }, { type: "new" }],
    });
    const without = down({ parts: [{ type: "thought", text: "hm" }] }).value;
    expect(without.data).toEqual({ content: "" });
    expect(up({ content: "new" }, without.residue).value.data).toEqual({
      parts: [{ type: "thought", text: "hm" }, text("new")],
    });
  });

  it("does not give an edited text what is bound to the text before, and says so", async () => {
    const { up, down } = await migration();
    const { residue } = down({
      parts: [
        { ...text("ab"), mark: 1, proof: "of ab" },
        { ...text("c"), proof: "of c" },
      ],
    }).value;
    expect(up({ content: "abX" }, residue)).toEqual({
      value: { type: "note", schema_version: 2, data: { parts: [{ ...text("abX"), mark: 1 }] } },
      notes: [{ code: "residue_dropped", path: "/data/parts", direction: "up" }],
    });
    expect(up({ content: "abc" }, residue)).toMatchObject({
      value: {
        data: {
          parts: [
            { ...text("ab"), mark: 1, proof: "of ab" },
            { ...text("c"), proof: "of c" },
          ],
        },
      },
      notes: [],
    });
  });

  it("is lossless, whatever the parts are and wherever the text was cut", async () => {
    expectLossless(
      await migration(),
      [{ content: "" }, { content: "x".repeat(23) }, { content: "😀".repeat(7), parts: "in the way" }],
      [
        { parts: [text("")] },
        { parts: [text(""), text("")] },
        { parts: [text("ab"), text("cde"), text("abcde")] },
        { parts: [{ type: "thought", text: "a" }] },
        { parts: [text("\ud83d"), text("\ude00")], content: "unknown" },
        {
          parts: [
            { ...text("a"), length: 5, part: 1 },
            { type: "length", length: 3 },
          ],
        },
      ],
    );
  });

  it("takes no parts from residue that would be invalid or are not residue of its own", async () => {
    const { upgrade, isValid } = await migration();
    for (const stored of [
      { parts: [{ part: { type: "thought" } }, { length: 2 }], checksum: "0" },
      { parts: [{ part: text("forged") }], checksum: "0" },
      { parts: [{ length: -2 }], checksum: "0" },
      { parts: [{ length: 2, with: { text: "forged" } }] },
      { parts: [{ part: "x" }] },
      { parts: [] },
      { parts: {} },
      "x",
      null,
    ]) {
      const message = note({ content: "ab" }, 1, { 2: { "/data/parts": stored } });
      const { value, notes } = upgrade(message, 1);
      expect(isValid(2, value)).toBe(true);
      expect(value).toEqual({ type: "note", schema_version: 2, data: { parts: [text("ab")] } });
      expect(notes).toEqual([{ code: "residue_dropped", path: "/data/parts", direction: "up" }]);
    }
  });
});
