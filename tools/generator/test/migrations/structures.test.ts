/** The operations that reach into texts, lists, unions, nested types and conditions. */

import { describe, expect, it } from "vitest";
import { COUNT, type Emitted, emitted, note, TEXT } from "./support.js";

/** Up and down again, and down and up again, give what was there. */
function isLossless(migration: Emitted, older: readonly unknown[], newer: readonly unknown[]): void {
  for (const data of older) {
    const { value } = migration.up(data);
    expect(migration.isValid(2, value), JSON.stringify(value)).toBe(true);
    expect(migration.down(value.data, value.residue).value).toEqual({ type: "note", schema_version: 1, data });
  }
  for (const data of newer) {
    const { value } = migration.down(data);
    expect(migration.isValid(1, value), JSON.stringify(value)).toBe(true);
    expect(migration.up(value.data, value.residue).value).toEqual({ type: "note", schema_version: 2, data });
  }
}

const part = (tag: string, properties: object, required: readonly string[] = []): object => ({
  type: "object",
  additionalProperties: true,
  required: ["type", ...required],
  properties: { type: { const: tag }, ...properties },
});

const open = {
  type: "object",
  additionalProperties: true,
  required: ["type"],
  properties: { type: { type: "string", maxLength: 256, "x-open-tag": true } },
};

describe("joinParts", () => {
  const migration = (): Promise<Emitted> =>
    emitted(
      [
        { properties: { content: { type: "string", maxLength: 1000 } }, required: ["content"] },
        {
          properties: { parts: { type: "array", minItems: 1, maxItems: 50, items: { $ref: "#/$defs/Part" } } },
          required: ["parts"],
          defs: {
            Part: {
              oneOf: [{ $ref: "#/$defs/TextPart" }, { $ref: "#/$defs/ThoughtPart" }, { $ref: "#/$defs/UnknownPart" }],
            },
            TextPart: part("text", { text: { type: "string", maxLength: 5 } }, ["text"]),
            ThoughtPart: part("thought", { text: TEXT }, ["text"]),
            UnknownPart: open,
          },
        },
      ],
      [
        [
          { op: "joinParts", at: "/data/content", tag: "type", text_tag: "text", field: "text", limit: 5 },
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

  it("is lossless, whatever the parts are and wherever the text was cut", async () => {
    isLossless(
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
    const { upgradeMessage, isValid } = await migration();
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
      const { value, notes } = upgradeMessage("note", message, 1);
      expect(isValid(2, value)).toBe(true);
      expect(value).toEqual({ type: "note", schema_version: 2, data: { parts: [text("ab")] } });
      expect(notes).toEqual([{ code: "residue_dropped", path: "/data/parts", direction: "up" }]);
    }
  });
});

describe("spread", () => {
  const call = (properties: object): object => ({
    type: "object",
    additionalProperties: true,
    required: ["id"],
    properties: { id: TEXT, ...properties },
  });
  const calls = { type: "array", maxItems: 9, items: { $ref: "#/$defs/Call" } };
  const consent = {
    type: "object",
    additionalProperties: true,
    required: ["status"],
    properties: { status: { type: "string", enum: ["pending", "yes", "no"] }, by: TEXT },
  };
  const migration = (): Promise<Emitted> =>
    emitted(
      [
        {
          properties: { calls, status: { type: "string", enum: ["pending", "yes", "no"] } },
          required: ["calls"],
          defs: { Call: call({}) },
        },
        {
          properties: { calls },
          required: ["calls"],
          defs: { Call: call({ broken: { type: "boolean" }, consent: { $ref: "#/$defs/Consent" } }), Consent: consent },
        },
      ],
      [
        [
          { op: "each", at: "/data/calls", key: "id", do: [{ op: "add", at: "/broken" }] },
          {
            op: "spread",
            from: "/data/status",
            to: "/data/calls",
            host: "consent",
            field: "status",
            key: "id",
            any: ["pending"],
            else: "no",
            unless: { present: "broken", value: "no" },
          },
        ],
      ],
    );

  it("copies the value into each item, and takes it from items that are equal", async () => {
    const { up, down } = await migration();
    expect(up({ calls: [{ id: "a" }, { id: "b" }], status: "yes" }).value.data).toEqual({
      calls: [
        { id: "a", consent: { status: "yes" } },
        { id: "b", consent: { status: "yes" } },
      ],
    });
    expect(down({ calls: [{ id: "a", consent: { status: "yes" } }] })).toEqual({
      value: { type: "note", schema_version: 1, data: { calls: [{ id: "a" }], status: "yes" } },
      notes: [],
    });
  });

  it.each([
    ["any pending: pending", ["yes", "pending"], "pending"],
    ["else: no", ["yes", "no"], "no"],
    ["an item without a value is an item that differs", ["yes", undefined], "no"],
    ["no item has a value: none", [undefined, undefined], undefined],
  ])("decides by rule where items differ (%s)", async (_, statuses, expected) => {
    const { down } = await migration();
    const items = statuses.map((status, index) => ({
      id: `${index}`,
      ...(status === undefined ? {} : { consent: { status } }),
    }));
    expect(down({ calls: items }).value.data).toMatchObject({ calls: [{ id: "0" }, { id: "1" }] });
    expect((down({ calls: items }).value.data as { status?: string }).status).toBe(expected);
  });

  it("has a value of its own where an item forbids any other", async () => {
    const { down, up } = await migration();
    const { value } = down({ calls: [{ id: "a", broken: true, consent: { status: "yes", by: "me" } }] });
    expect(value.data).toEqual({ calls: [{ id: "a" }], status: "no" });
    expect(up(value.data, value.residue).value.data).toEqual({
      calls: [{ id: "a", broken: true, consent: { status: "yes", by: "me" } }],
    });
  });

  it("restores what the items had only while it amounts to the live value", async () => {
    const { up, down } = await migration();
    const { value } = down({
      calls: [
        { id: "a", consent: { status: "yes", by: "me" } },
        { id: "b", consent: { status: "no", by: "me" } },
      ],
    });
    expect(value.data).toEqual({ calls: [{ id: "a" }, { id: "b" }], status: "no" });
    expect(up({ calls: [{ id: "a" }, { id: "b" }], status: "yes" }, value.residue).value.data).toEqual({
      calls: [
        { id: "a", consent: { status: "yes" } },
        { id: "b", consent: { status: "yes" } },
      ],
    });
    expect(up({ calls: [{ id: "a" }], status: "no" }, value.residue).value.data).toEqual({
      calls: [{ id: "a", consent: { status: "no" } }],
    });
    expect(up({ calls: [{ id: "b" }, { id: "a" }], status: "no" }, value.residue).value.data).toEqual({
      calls: [
        { id: "b", consent: { status: "no", by: "me" } },
        { id: "a", consent: { status: "yes", by: "me" } },
      ],
    });
  });

  it("drops what the items had when the value was edited, even to one that they would amount to", async () => {
    const { up, down } = await migration();
    const { residue } = down({
      calls: [
        { id: "a", consent: { status: "yes" } },
        { id: "b", consent: { status: "no" } },
      ],
    }).value;
    expect(residue).toEqual({
      2: { "/data/calls/*/consent": { a: [{ "/consent": { status: "yes" }, "#value": "no" }] } },
    });
    expect(up({ calls: [{ id: "a" }, { id: "b" }], status: "pending" }, residue)).toEqual({
      value: {
        type: "note",
        schema_version: 2,
        data: {
          calls: [
            { id: "a", consent: { status: "pending" } },
            { id: "b", consent: { status: "pending" } },
          ],
        },
      },
      notes: [{ code: "residue_dropped", path: "/data/calls", direction: "up" }],
    });
  });

  it("keeps the value of an empty list", async () => {
    const { up, down } = await migration();
    const { value } = up({ calls: [], status: "yes" });
    expect(value.residue).toEqual({ 1: { "/data/calls/*/consent#value": "yes" } });
    expect(down(value.data, value.residue).value).toEqual({
      type: "note",
      schema_version: 1,
      data: { calls: [], status: "yes" },
    });
  });

  it("never makes a consent out of forged residue that the value does not give", async () => {
    const { up } = await migration();
    const forged = { 2: { "/data/calls/*/consent": { a: [{ "/consent": { status: "yes", by: "forger" } }] } } };
    expect(up({ calls: [{ id: "a" }], status: "no" }, forged).value.data).toEqual({
      calls: [{ id: "a", consent: { status: "no" } }],
    });
    expect(up({ calls: [{ id: "a" }], status: "pending" }, forged).value.data).toEqual({
      calls: [{ id: "a", consent: { status: "pending" } }],
    });
  });

  it("is lossless", async () => {
    isLossless(
      await migration(),
      [
        { calls: [{ id: "a" }] },
        { calls: [{ id: "a" }, { id: "a", consent: "in the way", broken: "too" }], status: "pending" },
      ],
      [
        { calls: [{ id: "a" }] },
        {
          calls: [
            { id: "a", consent: { status: "yes", by: "x", more: {} } },
            { id: "a", consent: { status: "yes" } },
          ],
        },
        { calls: [{ id: "a" }, { id: "a", consent: { status: "no" } }, { id: "b", consent: { status: "pending" } }] },
        { calls: [{ id: "__proto__", consent: { status: "yes", by: "x" }, broken: false }], status: "unknown here" },
      ],
    );
  });
});

describe("when", () => {
  const older = { properties: { kind: TEXT, amount: COUNT, label: TEXT } };
  const newer = {
    properties: {
      sort: TEXT,
      count: COUNT,
      amount: COUNT,
      label: TEXT,
      state: { type: "string", enum: ["named", "nameless"] },
    },
  };
  const operations = [
    { op: "rename", at: "/data", from: "kind", to: "sort" },
    {
      op: "when",
      test: { at: "/data/kind", is: "counter" },
      down: { at: "/data/sort", is: "counter" },
      do: [
        { op: "rename", at: "/data", from: "amount", to: "count" },
        { op: "add", at: "/data/amount" },
      ],
      else: [{ op: "add", at: "/data/count" }],
    },
    {
      op: "when",
      test: { at: "/data/label", present: true },
      do: [{ op: "add", at: "/data/state", value: "named" }],
      else: [{ op: "add", at: "/data/state", value: "nameless" }],
    },
  ];

  it("does its operations when the test holds on the object as it was, both ways", async () => {
    const migration = await emitted([older, newer], [operations]);
    const { up, down } = migration;
    expect(up({ kind: "counter", amount: 3, label: "x" }).value.data).toEqual({
      sort: "counter",
      count: 3,
      label: "x",
      state: "named",
    });
    expect(up({ kind: "other", amount: 3 }).value.data).toEqual({ sort: "other", amount: 3, state: "nameless" });
    expect(down({ sort: "counter", count: 3, state: "nameless" }).value).toEqual({
      type: "note",
      schema_version: 1,
      data: { kind: "counter", amount: 3 },
    });
    expect(down({ sort: "counter", amount: 1, state: "named" }).value.residue).toEqual({
      2: { "/data/amount": 1, "/data/state": "named" },
    });
    isLossless(
      migration,
      [
        {},
        { kind: "counter", amount: 1, count: "x" },
        { kind: "other", amount: 1, count: [], state: 1 },
        { label: "", sort: 1 },
      ],
      [
        { sort: "counter", count: 1, amount: 2 },
        { sort: "x", count: 1, amount: 2, kind: 5 },
        { state: "named" },
        { label: "x" },
        {},
      ],
    );
  });

  it("knows all, any, not and types", async () => {
    const test = {
      all: [
        {
          any: [
            { at: "/data/a", type: "string" },
            { at: "/data/a", in: [1, 2] },
          ],
        },
        { not: { at: "/data/b", present: true } },
      ],
    };
    const scalar = { anyOf: [{ ...TEXT }, { ...COUNT }] };
    const { up } = await emitted(
      [{ properties: { a: scalar, b: COUNT } }, { properties: { a: scalar, b: COUNT, c: COUNT } }],
      [[{ op: "when", test, do: [{ op: "add", at: "/data/c", value: 1 }], else: [{ op: "add", at: "/data/c" }] }]],
    );
    expect([{ a: "x" }, { a: 2 }, { a: 3 }, { a: "x", b: 0 }, {}].map((data) => up(data).value.data)).toEqual([
      { a: "x", c: 1 },
      { a: 2, c: 1 },
      { a: 3 },
      { a: "x", b: 0 },
      {},
    ]);
  });
});

describe("apply", () => {
  const node = (name: string): object => ({
    type: "object",
    additionalProperties: true,
    properties: {
      [name]: COUNT,
      next: { $ref: "#/$defs/Node" },
      all: { type: "array", maxItems: 9, items: { $ref: "#/$defs/Node" } },
    },
  });
  const definitions = {
    Node: {
      do: [
        { op: "rename", at: "", from: "a", to: "b" },
        { op: "add", at: "/extra" },
        { op: "apply", at: "/next", type: "Node" },
        { op: "each", at: "/all", do: [{ op: "apply", at: "", type: "Node" }] },
      ],
    },
  };
  const newNode = node("b") as { properties: object };
  const schemas = [
    { properties: { root: { $ref: "#/$defs/Node" } }, defs: { Node: node("a") } },
    {
      properties: { root: { $ref: "#/$defs/Node" } },
      defs: { Node: { ...newNode, properties: { ...newNode.properties, extra: COUNT } } },
    },
  ];
  const operations = [{ op: "apply", at: "/data/root", type: "Node" }];

  it("migrates a named type wherever it is, inside itself too, its residue nested likewise", async () => {
    const migration = await emitted(schemas, [operations], { definitions });
    expect(migration.up({ root: { a: 1, next: { a: 2 }, all: [{ a: 3 }] } }).value.data).toEqual({
      root: { b: 1, next: { b: 2 }, all: [{ b: 3 }] },
    });
    expect(migration.down({ root: { next: { extra: 1 }, all: [{ extra: 2 }] } }).value.residue).toEqual({
      2: { "/data/root": { "/next": { "/extra": 1 }, "/all/*": { "": [{ "/extra": 2 }] } } },
    });
    expect(migration.down({ root: { next: { all: [{ extra: 2 }] } } }).notes).toEqual([
      { code: "not_carried", path: "/data/root/next/all/0/extra", direction: "down" },
    ]);
    isLossless(
      migration,
      [{}, { root: {} }, { root: { a: 1, b: "x", next: { next: { extra: 0 } } } }],
      [{ root: { next: { extra: 1, all: [{ b: 1 }, { extra: 2, a: [] }] } } }],
    );
  });

  it("leaves definitions alone that it is not told about", async () => {
    const same = { properties: { root: { $ref: "#/$defs/Node" } }, defs: { Node: node("a") } };
    const migration = await emitted([same, same], [[]]);
    expect(migration.up({ root: { next: { a: 1 } } }).value).toEqual({
      type: "note",
      schema_version: 2,
      data: { root: { next: { a: 1 } } },
    });
  });
});

describe("variant", () => {
  const shape = (tags: Record<string, object>, isOpen: boolean): { properties: object; defs: object } => {
    const names = Object.keys(tags).map((tag) => `${tag.toUpperCase().charAt(0)}${tag.slice(1)}Shape`);
    const branches = Object.entries(tags).map(([tag, properties], index) => [names[index], part(tag, properties)]);
    return {
      properties: { shape: { $ref: "#/$defs/Shape" } },
      defs: {
        Shape: { oneOf: [...names, ...(isOpen ? ["UnknownShape"] : [])].map((name) => ({ $ref: `#/$defs/${name}` })) },
        ...Object.fromEntries(branches),
        ...(isOpen ? { UnknownShape: open } : {}),
      },
    };
  };
  const variant = (cases: readonly object[]): object => ({ op: "variant", at: "/data/shape", tag: "type", cases });

  it("renames a branch and migrates what is in it", async () => {
    const migration = await emitted(
      [shape({ round: { size: COUNT } }, false), shape({ circle: { radius: COUNT } }, false)] as never,
      [[variant([{ from: "round", to: "circle", do: [{ op: "rename", at: "", from: "size", to: "radius" }] }])]],
    );
    expect(migration.up({ shape: { type: "round", size: 2 } }).value.data).toEqual({
      shape: { type: "circle", radius: 2 },
    });
    isLossless(
      migration,
      [{}, { shape: { type: "round", radius: 1, x: 2 } }],
      [{ shape: { type: "circle", size: 3 } }],
    );
  });

  it("has a substitute for a branch that the other version does not have, and the branch as residue", async () => {
    const migration = await emitted(
      [shape({ dot: {}, line: { length: COUNT } }, false), shape({ dot: {}, area: { size: COUNT } }, false)] as never,
      [
        [
          variant([
            { from: "dot", to: "dot" },
            { from: "line", substitute: { type: "dot" } },
            { to: "area", substitute: { type: "dot" } },
          ]),
        ],
      ],
    );
    expect(migration.down({ shape: { type: "area", size: 3 } })).toEqual({
      value: {
        type: "note",
        schema_version: 1,
        data: { shape: { type: "dot" } },
        residue: { 2: { "/data/shape": { "": { type: "area", size: 3 } } } },
      },
      notes: [{ code: "not_carried", path: "/data/shape", direction: "down" }],
    });
    const { residue } = migration.down({ shape: { type: "area", size: 3 } }).value;
    expect(migration.up({ shape: { type: "dot", edited: 1 } }, residue).value.data).toEqual({
      shape: { type: "dot", edited: 1 },
    });
    isLossless(
      migration,
      [{ shape: { type: "dot" } }, { shape: { type: "line", length: 1 } }],
      [{ shape: { type: "area", size: 3, x: [] } }],
    );
  });

  it("keeps an unknown branch, unless its tag now means something", async () => {
    const migration = await emitted(
      [shape({ dot: {} }, true), shape({ dot: {}, area: { size: COUNT } }, true)] as never,
      [
        [
          variant([
            { from: "dot", to: "dot" },
            { to: "area", substitute: { type: "later" }, collision: { type: "earlier" } },
          ]),
        ],
      ],
    );
    expect(migration.up({ shape: { type: "new", x: 1 } }).value.data).toEqual({ shape: { type: "new", x: 1 } });
    expect(migration.up({ shape: { type: "area", size: "not a number" } })).toEqual({
      value: {
        type: "note",
        schema_version: 2,
        data: { shape: { type: "earlier" } },
        residue: { 1: { "/data/shape": { "": { type: "area", size: "not a number" } } } },
      },
      notes: [{ code: "tag_collision", path: "/data/shape", direction: "up" }],
    });
    isLossless(
      migration,
      [{ shape: { type: "area", size: "x" } }, { shape: { type: "later" } }, { shape: { type: "earlier" } }],
      [{ shape: { type: "area", size: 1 } }, { shape: { type: "later" } }, { shape: { type: "earlier" } }],
    );
  });

  it("splits a branch by a test, and merges branches, remembering which it was", async () => {
    const migration = await emitted(
      [
        shape({ box: { flat: COUNT } }, false),
        shape({ square: { flat: COUNT }, cube: { flat: COUNT } }, false),
      ] as never,
      [
        [
          variant([
            { from: "box", to: "square", test: { at: "/flat", present: true } },
            { from: "box", to: "cube" },
          ]),
        ],
      ],
    );
    expect(migration.up({ shape: { type: "box", flat: 1 } }).value.data).toEqual({
      shape: { type: "square", flat: 1 },
    });
    expect(migration.down({ shape: { type: "cube", flat: 1 } }).value).toEqual({
      type: "note",
      schema_version: 1,
      data: { shape: { type: "box", flat: 1 } },
      residue: { 2: { "/data/shape": { "#branch": 1 } } },
    });
    isLossless(
      migration,
      [{ shape: { type: "box" } }, { shape: { type: "box", flat: 1 } }],
      [{ shape: { type: "cube", flat: 1 } }, { shape: { type: "square" } }, { shape: { type: "cube" } }],
    );
  });

  it("works on the items of a list", async () => {
    const list = (tags: Record<string, object>): object => {
      const { defs } = shape(tags, false);
      return { properties: { list: { type: "array", maxItems: 9, items: { $ref: "#/$defs/Shape" } } }, defs };
    };
    const migration = await emitted([list({ a: {} }), list({ b: {} })] as never, [
      [{ op: "each", at: "/data/list", do: [{ op: "variant", at: "", tag: "type", cases: [{ from: "a", to: "b" }] }] }],
    ]);
    isLossless(migration, [{ list: [{ type: "a", x: 1 }, { type: "a" }] }], [{ list: [{ type: "b", x: 1 }] }]);
  });
});
