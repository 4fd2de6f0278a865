/** What the functions of `shapes.gen.ts` and core's walks over the tables do to values. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emitData, noteOf, type Walks } from "./emitted.js";
import { propertyRuns } from "./support.js";

/** What core gives to functions that write. */
const PEN = { isExact: false, room: 256, unknown: 0, hasForeignUnknown: false, hasExtraMembers: false };

const OBJECT = { type: "object", additionalProperties: true };
const TEXT = { type: "string", maxLength: 1000 };
const COUNT = { type: "integer", minimum: 0, maximum: 1000 };

/** A name that means something in a template literal and in JSON. */
const ODD = ["odd-`name", "$", "{0}\\"].join("");

const tagged = (tag: unknown, properties: object = {}): object => ({
  ...OBJECT,
  required: ["type"],
  properties: { type: tag, ...properties },
});

/** One of everything that a shape can be made of. */
const $defs = {
  Part: { oneOf: [{ $ref: "#/$defs/TextPart" }, { $ref: "#/$defs/BoxPart" }, { $ref: "#/$defs/UnknownPart" }] },
  TextPart: { ...tagged({ const: "text" }, { text: TEXT, lang: TEXT }), required: ["type", "text"] },
  BoxPart: tagged({ const: "box" }, { inner: { $ref: "#/$defs/Part" } }),
  UnknownPart: tagged({ type: "string", maxLength: 256, "x-open-tag": true }),
  Status: { ...OBJECT, properties: { state: { type: "string", enum: ["new", "done"], default: "new" }, at: TEXT } },
  Loose: { ...OBJECT, properties: { a: COUNT, b: { type: "boolean" }, c: TEXT } },
};
const DATA = {
  ...OBJECT,
  required: ["name", "count", "slot"],
  properties: {
    name: TEXT,
    count: COUNT,
    slot: { "x-user-data": true },
    status: { $ref: "#/$defs/Status", default: { state: "new" } },
    tags: { type: "array", maxItems: 9, items: TEXT, default: [] },
    parts: { type: "array", maxItems: 9, items: { $ref: "#/$defs/Part" } },
    content: { anyOf: [TEXT, { type: "array", maxItems: 9, items: { $ref: "#/$defs/Part" } }, COUNT] },
    named: { type: "object", additionalProperties: { $ref: "#/$defs/Part" }, propertyNames: TEXT, maxProperties: 9 },
    loose: { $ref: "#/$defs/Loose" },
    flag: { type: "boolean" },
    note: { type: ["string", "null"], maxLength: 10 },
    [ODD]: TEXT,
  },
};
const DECODED = { name: "n", count: 1, slot: null, status: { state: "new" }, tags: [] };

const wrap = (original: object, pointer: string): object => ({ type: "unknown", reason: pointer, original });

describe("tidyX", () => {
  it("returns the very object where nothing is to be done", async () => {
    const { walks } = await emitData(DATA, $defs);
    const note = noteOf({ ...DECODED, parts: [{ type: "text", text: "a" }], extra: { b: null } });
    expect(walks.tidied("Message", note)).toBe(note);
    expect(note).toEqual(noteOf({ ...DECODED, parts: [{ type: "text", text: "a" }], extra: { b: null } }));
  });

  it("drops nulls that mean absent and keeps all others", async () => {
    const { walks } = await emitData(DATA, $defs);
    const data = {
      ...DECODED,
      flag: null,
      parts: [
        { type: "text", text: "a", lang: null, extra: null },
        { type: "video", lang: null },
      ],
      loose: null,
      note: null,
      slot: { a: null },
      extra: null,
    };
    expect(walks.tidied("Message", noteOf(data))).toEqual(
      noteOf({
        ...DECODED,
        parts: [
          { type: "text", text: "a", extra: null },
          { type: "video", lang: null },
        ],
        note: null,
        slot: { a: null },
        extra: null,
      }),
    );
  });

  it("fills defaults, a null one included, with a copy for each message", async () => {
    const { walks } = await emitData(DATA, $defs);
    const tidy = (data: object): { data: typeof DECODED } =>
      walks.tidied("Message", noteOf(data)) as { data: typeof DECODED };
    const first = tidy({ name: "n", count: 1, slot: 1, status: null });
    const second = tidy({ name: "n", count: 1, slot: 1, status: {} });
    expect(first.data).toEqual({ ...DECODED, slot: 1 });
    expect(second.data).toEqual({ ...DECODED, slot: 1 });
    first.data.status.state = "done";
    first.data.tags.push("x" as never);
    expect(tidy({ name: "n", count: 1, slot: 1 }).data).toEqual({ ...DECODED, slot: 1 });
  });

  it("keeps a member named `__proto__` when it rebuilds an object", async () => {
    const { walks } = await emitData(DATA, $defs);
    const value = JSON.parse(
      '{"name":"n","count":1,"slot":1,"flag":null,"__proto__":{"admin":true},"tags":[],"status":{"state":"new"}}',
    );
    const tidy = walks.tidied("Data", value) as object;
    expect(JSON.stringify(tidy)).toBe(
      '{"name":"n","count":1,"slot":1,"__proto__":{"admin":true},"tags":[],"status":{"state":"new"}}',
    );
    expect(Object.getPrototypeOf(tidy)).toBe(Object.prototype);
  });
});

describe("wrapX", () => {
  it("wraps what is unknown wherever it stands and tells its place", async () => {
    const { walks } = await emitData(DATA, $defs);
    const video = { type: "video" };
    const note = noteOf({
      ...DECODED,
      parts: [{ type: "text", text: "a" }, video, { type: "box", inner: video }],
      content: [{ type: "box", inner: { type: "box", inner: { type: "unknown" } } }],
      named: { "a/b": video, c: { type: "text", text: "x" } },
      slot: video,
    });
    walks.wrapped("Message", note, wrap);
    expect(note.data).toEqual({
      ...DECODED,
      parts: [
        { type: "text", text: "a" },
        { type: "unknown", reason: "/data/parts/1", original: video },
        { type: "box", inner: { type: "unknown", reason: "/data/parts/2/inner", original: video } },
      ],
      content: [
        {
          type: "box",
          inner: {
            type: "box",
            inner: { type: "unknown", reason: "/data/content/0/inner/inner", original: { type: "unknown" } },
          },
        },
      ],
      named: {
        "a/b": { type: "unknown", reason: "/data/named/a~1b", original: video },
        c: { type: "text", text: "x" },
      },
      slot: video,
    });
  });
});

describe("encodeX", () => {
  const encoded = async (data: unknown): Promise<unknown> =>
    (await emitData(DATA, $defs)).shapes.encodeData?.(data, PEN);

  it("writes known members in the order of the schema, then the others in theirs", async () => {
    const data = JSON.parse(
      '{"z":[null],"flag":true,"__proto__":{"a":1},"slot":{"b":1,"a":2},"count":2,"name":"n","a":"b"}',
    );
    expect(await encoded({ ...data, ...{ status: { state: "done" }, tags: ["x", 'a"b'] } })).toBe(
      '{"name":"n","count":2,"slot":{"b":1,"a":2},"status":{"state":"done"},"tags":["x","a\\"b"],"flag":true,"z":[null],"__proto__":{"a":1},"a":"b"}',
    );
  });

  it("leaves out what is undefined and writes a null that is a value", async () => {
    expect(await encoded({ ...DECODED, note: null, flag: undefined, loose: undefined, extra: undefined })).toBe(
      '{"name":"n","count":1,"slot":null,"status":{"state":"new"},"tags":[],"note":null}',
    );
  });

  it("writes an object none of whose members has to be there", async () => {
    const { shapes } = await emitData(DATA, $defs);
    const write = (value: object): unknown => shapes.encodeLoose?.(value, PEN);
    expect(write({})).toBe("{}");
    expect(write({ x: 1 })).toBe('{"x":1}');
    expect(write({ c: "c", b: false })).toBe('{"b":false,"c":"c"}');
    expect(write({ y: 1, a: 3 })).toBe('{"a":3,"y":1}');
  });

  it("writes an object of which the schema knows no member", async () => {
    const { shapes } = await emitData({ ...OBJECT, properties: {} });
    expect([{}, { a: 1, b: undefined, c: [] }].map((value) => shapes.encodeData?.(value, PEN))).toEqual([
      "{}",
      '{"a":1,"c":[]}',
    ]);
  });

  it("writes an object whose first member may be absent", async () => {
    const { shapes } = await emitData({ ...OBJECT, required: ["b"], properties: { a: TEXT, b: TEXT, c: TEXT } });
    const write = (value: object): unknown => shapes.encodeData?.(value, PEN);
    expect(write({ x: 1, b: "b" })).toBe('{"b":"b","x":1}');
    expect(write({ c: "c", b: "b", a: "a" })).toBe('{"a":"a","b":"b","c":"c"}');
  });

  it("writes each branch of a choice, and maps with any key", async () => {
    const written = async (content: unknown): Promise<unknown> =>
      ((await encoded({ ...DECODED, content })) as string).slice(68);
    expect(await written("a\nb")).toBe(',"content":"a\\nb"}');
    expect(await written(7)).toBe(',"content":7}');
    expect(await written([{ type: "text", text: "x" }])).toBe(',"content":[{"type":"text","text":"x"}]}');
    const named = JSON.parse('{"__proto__":{"type":"text","text":"x"},"a\\"b":{"text":"y","type":"text"}}');
    expect(((await encoded({ ...DECODED, named })) as string).slice(68)).toBe(
      ',"named":{"__proto__":{"type":"text","text":"x"},"a\\"b":{"type":"text","text":"y"}}}',
    );
  });

  it("writes unknown values as their original", async () => {
    const parts = [wrap({ z: 1, type: "video" }, "x")];
    expect(((await encoded({ ...DECODED, parts })) as string).slice(68)).toBe(',"parts":[{"z":1,"type":"video"}]}');
  });

  it("escapes property names that need it, in JSON and in the code itself", async () => {
    expect(((await encoded({ ...DECODED, [ODD]: "x" })) as string).slice(68)).toBe(`,${JSON.stringify(ODD)}:"x"}`);
  });

  it("gives back what was read, whatever it was", async () => {
    const { predicates, shapes, walks } = await emitData(DATA, $defs);
    fc.assert(
      fc.property(WIRE, (wire) => {
        const note = noteOf(wire);
        expect(predicates.isMessage?.(note)).toBe(true);
        const tidy = walks.tidied("Message", note) as object;
        const before = JSON.parse(JSON.stringify(tidy)) as object;
        walks.wrapped("Message", tidy, wrap);
        const text = shapes.encodeMessage?.(tidy, PEN) as string;
        expect(JSON.parse(text)).toEqual(before);
        const again = JSON.parse(text) as object;
        walks.wrapped("Message", again, wrap);
        expect(shapes.encodeMessage?.(again, PEN)).toBe(text);
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});

describe("freezeX", () => {
  it("leaves nothing that could be changed, known or not", async () => {
    const { walks } = await emitData(DATA, $defs);
    fc.assert(
      fc.property(WIRE, (wire) => {
        const note = walks.wrapped("Message", walks.tidied("Message", noteOf(wire)), wrap);
        expect(walks.frozen("Message", note, 256)).toBe(true);
        expect(isDeeplyFrozen(note)).toBe(true);
      }),
    );
  });

  it("accepts 256 levels of the wire and refuses one more, in user data, unknown fields and unknown values", async () => {
    const { walks } = await emitData(DATA, $defs);
    const nested = (levels: number): unknown => JSON.parse("[".repeat(levels) + "]".repeat(levels));
    const freeze = (data: object): unknown => {
      const note = noteOf({ ...DECODED, ...data });
      return walks.frozen("Message", walks.wrapped("Message", note, wrap), 256);
    };
    expect([254, 255].map((levels) => freeze({ slot: nested(levels) }))).toEqual([true, false]);
    expect([254, 255].map((levels) => freeze({ extra: nested(levels) }))).toEqual([true, false]);
    const video = (levels: number): object => ({ parts: [{ type: "video", data: nested(levels) }] });
    expect([252, 253].map((levels) => freeze(video(levels)))).toEqual([true, false]);
  });

  it("refuses a definition that holds itself too often", async () => {
    const { walks } = await emitData(DATA, $defs);
    const boxes = (levels: number): object =>
      levels === 0 ? { type: "box" } : { type: "box", inner: boxes(levels - 1) };
    expect(walks.frozen("Part", boxes(255), 256)).toBe(true);
    expect(walks.frozen("Part", boxes(256), 256)).toBe(false);
  });
});

describe("equalX", () => {
  it("holds for copies, whatever the order of keys and whether undefined or absent", async () => {
    const { shapes, walks } = await emitData(DATA, $defs);
    fc.assert(
      fc.property(WIRE, (wire) => {
        const a = decodedNote(walks, wire);
        const b = reversed(decodedNote(walks, wire));
        expect(shapes.equalMessage?.(a, b)).toBe(true);
        expect(shapes.equalMessage?.(a, { ...(b as object), other: undefined })).toBe(true);
      }),
    );
  });

  it("agrees with the text that is written, both ways round", async () => {
    const { shapes, walks } = await emitData(DATA, $defs);
    fc.assert(
      fc.property(WIRE, WIRE, (one, other) => {
        const [a, b] = [decodedNote(walks, one), decodedNote(walks, other)];
        const areEqual = sortedText(a) === sortedText(b);
        expect(shapes.equalMessage?.(a, b)).toBe(areEqual);
        expect(shapes.equalMessage?.(b, a)).toBe(areEqual);
      }),
      { numRuns: 500 },
    );
  });

  it("sees every single member that differs", async () => {
    const { shapes } = await emitData(DATA, $defs);
    const full = {
      ...DECODED,
      parts: [],
      content: "x",
      named: {},
      loose: { a: 1 },
      flag: true,
      note: "x",
      extra: 1,
      [ODD]: "x",
    };
    const changed = { name: "m", count: 2, slot: 0, status: { state: "done" }, tags: ["x"] };
    for (const name of Object.keys(full)) {
      const member = (changed as Record<string, unknown>)[name];
      const other = { ...full, [name]: member };
      expect([name, shapes.equalData?.(full, other), shapes.equalData?.(other, full)]).toEqual([name, false, false]);
    }
    expect(shapes.equalData?.(full, { ...full })).toBe(true);
    expect(shapes.equalData?.({ ...full, count: 0 }, { ...full, count: -0 })).toBe(true);
    expect(shapes.equalPart?.({ type: "text", text: "a" }, { type: "box" })).toBe(false);
    expect(shapes.equalData?.({ ...full, content: [] }, { ...full, content: "x" })).toBe(false);
  });
});

const text = fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom('a"b\\', "\u0000\n", "😀", "\ud83d", "plain"));
const count = fc.integer({ min: 0, max: 1000 });
const extra = fc.oneof(
  fc.constant({}),
  fc.record({ extra: fc.jsonValue({ maxDepth: 2 }), other: fc.jsonValue({ maxDepth: 1 }) }),
);
const { part } = fc.letrec<{ part: object }>((tie) => ({
  part: fc.oneof(
    { depthSize: "small" },
    fc.tuple(fc.record({ type: fc.constant("text"), text }), extra).map(([known, more]) => ({ ...known, ...more })),
    fc.record({ type: fc.constantFrom("video", "unknown"), data: fc.jsonValue({ maxDepth: 1 }) }),
    fc.record({ type: fc.constant("box"), inner: tie("part") }),
  ),
}));

/** Valid data of a note as it may stand on the wire. */
const WIRE: fc.Arbitrary<object> = fc
  .tuple(
    fc.record(
      {
        name: text,
        count,
        slot: fc.jsonValue({ maxDepth: 2 }),
        status: fc.oneof(fc.constant(null), fc.record({ state: fc.constantFrom("new", "done") })),
        tags: fc.array(text, { maxLength: 3 }),
        parts: fc.array(part, { maxLength: 3 }),
        content: fc.oneof(text, count, fc.array(part, { maxLength: 2 })),
        named: fc.dictionary(text, part, { maxKeys: 3 }),
        loose: fc.record(
          { a: count, b: fc.boolean(), c: text, d: fc.jsonValue({ maxDepth: 1 }) },
          { requiredKeys: [] },
        ),
        flag: fc.oneof(fc.constant(null), fc.boolean()),
        note: fc.constantFrom(null, "x"),
        [ODD]: text,
      },
      { requiredKeys: ["name", "count", "slot"] },
    ),
    extra,
  )
  .map(([known, more]) => JSON.parse(JSON.stringify({ ...known, ...more })) as object);

function decodedNote(walks: Walks, wire: object): unknown {
  return walks.wrapped("Message", walks.tidied("Message", noteOf(wire)), wrap);
}

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen);
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}

function sortedText(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
