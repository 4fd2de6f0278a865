/** The dispatch of `codec.gen.ts` by version. */

import { describe, expect, it } from "vitest";
import { emitFrom, walksOver } from "./emitted.js";
import { folderWith } from "./support.js";

const OBJECT = { type: "object", additionalProperties: true };

/** One version: its messages, each with the one field that it requires. */
function version(folder: string, fields: { readonly [tag: string]: string }): { [path: string]: unknown } {
  const files: { [path: string]: unknown } = {
    [`${folder}/message/message.schema.json`]: {
      title: "Message",
      oneOf: [
        ...Object.keys(fields).map((tag) => ({ $ref: `${tag}.schema.json` })),
        { $ref: "#/$defs/UnknownMessage" },
      ],
      $defs: {
        UnknownMessage: {
          ...OBJECT,
          required: ["type"],
          properties: { type: { type: "string", maxLength: 256, "x-open-tag": true } },
        },
      },
    },
  };
  for (const [tag, field] of Object.entries(fields)) {
    files[`${folder}/message/${tag}.schema.json`] = {
      title: `${tag.charAt(0).toUpperCase()}${tag.slice(1)}Message`,
      ...OBJECT,
      required: ["type", field],
      properties: {
        type: { const: tag },
        [field]: { type: "string", maxLength: 9 },
        mode: { type: "string", enum: ["a", folder], default: folder },
      },
    };
  }
  return files;
}

const load = (): ReturnType<typeof emitFrom> =>
  emitFrom(folderWith({ ...version("v1", { note: "text", memo: "text" }), ...version("v2", { note: "content" }) }));

describe("the codec of two versions", () => {
  it("names them and knows the types of each", async () => {
    const { codec } = await load();
    expect([codec.CURRENT_VERSION, codec.VERSIONS]).toEqual([2, [1, 2]]);
    const known = (number: number, type: string): unknown => codec.isKnownType?.(number, type);
    expect([known(1, "note"), known(1, "memo"), known(2, "memo"), known(1, "toString"), known(3, "note")]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it("judges a message by the version it says", async () => {
    const { codec } = await load();
    const verdicts = [1, 2, 3].map((number) => codec.isWireMessage?.(number, { type: "note", text: "x" }));
    expect(verdicts).toEqual([true, false, false]);
  });

  it("writes in the order of the version", async () => {
    const { codec } = await load();
    const note = { more: 1, mode: "a", text: "t", content: "c", type: "note" };
    expect(codec.encodeMessage?.(1, note)).toBe('{"type":"note","text":"t","mode":"a","more":1,"content":"c"}');
    expect(codec.encodeMessage?.(2, note)).toBe('{"type":"note","content":"c","mode":"a","more":1,"text":"t"}');
  });

  it("fills the defaults of the version by its node", async () => {
    const { codec } = await load();
    const { tidied } = await walksOver({ older: codec.messageNode?.(1), current: codec.messageNode?.(2) });
    expect(tidied("older", { mode: null, type: "note" })).toEqual({ type: "note", mode: "v1" });
    expect(tidied("current", { mode: null, type: "note" })).toEqual({ type: "note", mode: "v2" });
  });

  it("compares messages of the current version", async () => {
    const { codec } = await load();
    const note = { type: "note", content: "c", mode: "a", more: { x: [1] } };
    expect(codec.equalMessages?.(note, { ...note, more: { x: [1] } })).toBe(true);
    expect(codec.equalMessages?.(note, { ...note, more: { x: [2] } })).toBe(false);
  });
});
