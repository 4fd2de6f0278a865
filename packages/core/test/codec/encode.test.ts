/** Encoding: kept text, canonical order, refusals, older versions. */

import { describe, expect, it } from "vitest";
import {
  CURRENT_VERSION,
  decode,
  encode,
  type JsonValue,
  type Message,
  UnsupportedVersionError,
  ValidationError,
} from "../../src/index.js";
import { parseJson } from "../../src/json.js";
import {
  CURRENT_NUMBER,
  HEAD,
  ID,
  numbered,
  OLD_TEXT,
  QUIET,
  resultWith,
  TEXT,
  TEXTS,
  TIME,
  textWith,
} from "../messages.js";
import { NEWER_VERSION } from "../versions.js";

type Text = Extract<Message, { type: "text" }>;

function decoded(text: string = TEXT): Text {
  return decode(text, QUIET) as Text;
}

function refusal(value: unknown): readonly { code: string; path: string }[] {
  try {
    encode(value as Message);
  } catch (error) {
    if (ValidationError.isInstance(error)) return error.issues.map(({ code, path }) => ({ code, path }));
    throw error;
  }
  throw new Error("expected a refusal");
}

describe("an unchanged message", () => {
  it.each(Object.entries(TEXTS))("is written as the text it came from: %s", (_type, text) => {
    expect(encode(decode(text))).toBe(text);
  });

  it("keeps its spaces, its order, its escapes, its nulls and its numbers", () => {
    const text = `{ "created_at":"${TIME}", "data":{"parts":[{"text":"\\u0041","type":"text"}],"role":"user"},\n"x":1.50,"metadata":null,"id":"${ID}",${CURRENT_NUMBER}.0,"type":"text" }`;
    expect(encode(decoded(text))).toBe(text);
  });

  it("is written without what stands around it", () => {
    expect(encode(decoded(` \r\n${TEXT}\n\t`))).toBe(TEXT);
    expect(encode(decoded(`\ufeff${TEXT}`))).toBe(TEXT);
  });
});

describe("an edited message", () => {
  it("is written anew: type and version first, then the rest in the order of the schema, unknown fields last", () => {
    const message = decoded(
      `{"z":1,"data":{"q":2,"parts":[{"text":"Hello","type":"text"}],"role":"user"},"created_at":"${TIME}","id":"${ID}",${CURRENT_NUMBER},"type":"text"}`,
    );
    expect(encode({ ...message })).toBe(
      `{"type":"text",${HEAD},"data":{"role":"user","parts":[{"type":"text","text":"Hello"}],"q":2},"z":1}`,
    );
  });

  it("never has the text of the message it was made from", () => {
    const message = decoded();
    const edited = { ...message, data: { ...message.data, role: "assistant" as const } };
    expect(encode(edited)).toBe(TEXT.replace("user", "assistant"));
    expect(encode(structuredClone(message))).toBe(TEXT);
  });

  it("keeps names like __proto__, constructor and toString as data", () => {
    const text = textWith('{"type":"text","text":"Hello"}').replace(
      '"data"',
      '"metadata":{"__proto__":{"a":1},"constructor":2,"toString":3},"data"',
    );
    const again = encode({ ...decoded(text) });
    expect(again).toContain('"metadata":{"__proto__":{"a":1},"constructor":2,"toString":3}');
  });

  it("is refused when it is not a valid message, and the place is named", () => {
    const message = decoded();
    expect(refusal({ ...message, id: "1" })).toEqual([{ code: "pattern_mismatch", path: "/id" }]);
    expect(refusal({ ...message, data: { ...message.data, parts: [] } })).toEqual([
      { code: "too_few", path: "/data/parts" },
    ]);
    expect(refusal({ ...message, schema_version: 1 })).toEqual([{ code: "too_small", path: "/schema_version" }]);
    expect(refusal({ ...message, type: "telepathy" })).toEqual([{ code: "not_decoded", path: "" }]);
  });

  it("is refused when its id would break out of its quotes", () => {
    expect(refusal({ ...decoded(), id: `${ID}","x":"` })).not.toEqual([]);
  });

  it.each([
    ["a function", () => 1],
    ["a Date", new Date(0)],
    ["a Map", new Map()],
    ["NaN", Number.NaN],
    ["Infinity", Number.POSITIVE_INFINITY],
    ["a bigint", 1n],
    ["a symbol", Symbol("s")],
    ["a class instance", new (class Secret {})()],
  ])("is refused when it holds %s, instead of writing something else", (_name, value) => {
    expect(refusal({ ...decoded(), metadata: { secret: value } })).not.toEqual([]);
    expect(refusal({ ...decoded(), metadata: { secret: [{ secret: value }] } })).not.toEqual([]);
    expect(refusal({ ...decoded(), secret: value })).not.toEqual([]);
  });

  it("is refused when it contains itself, without naming the way", () => {
    const metadata: Record<string, unknown> = {};
    metadata.secret = { metadata };
    expect(() => encode({ ...decoded(), metadata } as never)).toThrow(ValidationError);
    expect(() => encode({ ...decoded(), metadata } as never)).not.toThrow("secret");
  });

  it("is refused when it is nested deeper than can be read again", () => {
    let deep: unknown = [];
    for (let level = 0; level < 300; level += 1) deep = [deep];
    expect(refusal({ ...decoded(), metadata: { deep } })).not.toEqual([]);
  });

  it.each([[null], [undefined], [1], ["text"], [[]]])("is an object: %s is refused", (value) => {
    expect(refusal(value)).not.toEqual([]);
  });
});

describe("what is unknown or broken, made by hand", () => {
  const odd = [
    ["NaN", { type: "later", x: Number.NaN }],
    ["a function", { type: "later", x: (): number => 1 }],
    ["a Map", new Map()],
    ["a way of its own to be written", { type: "later", toJSON: (): string => "x" }],
    ["nothing", undefined],
  ] as const;

  it.each(odd)("is refused when it holds %s, instead of writing something else", (_name, original) => {
    expect(refusal({ type: "unknown", reason: "unknown_type", original })).not.toEqual([]);
    expect(refusal({ type: "invalid", issues: [], original })).not.toEqual([]);
  });

  it("is refused when it could not be read as unknown again", () => {
    for (const original of [{ x: 1 }, { type: 1 }, { type: "text", schema_version: CURRENT_VERSION }]) {
      expect(refusal({ type: "unknown", reason: "unknown_type", original })).not.toEqual([]);
    }
  });

  it("is refused when it would be read as a message that is known", () => {
    const known = [TEXT, OLD_TEXT, numbered(TEXT, NEWER_VERSION)];
    for (const original of known.map((text) => JSON.parse(text))) {
      for (const reason of ["unknown_type", "newer_version", "too_large"]) {
        expect(refusal({ type: "unknown", reason, original })).toEqual([{ code: "not_decoded", path: "" }]);
      }
    }
    const part = { type: "unknown", reason: "unknown_type", original: { type: "text", text: "Hello" } };
    const later = { type: "unknown", reason: "unknown_type", original: { type: "later" } };
    for (const parts of [[part], [later, part]]) {
      expect(refusal({ ...decoded(), data: { role: "user", parts } })).toEqual([{ code: "not_decoded", path: "" }]);
    }
    const control = { type: "unknown", reason: "unknown_type", original: { type: "mode_change", from: "a", to: "b" } };
    const message = { ...decode(TEXTS.system_control as string), data: { control } };
    expect(refusal(message)).toEqual([{ code: "not_decoded", path: "" }]);
    const later2 = { ...message, data: { control: { ...control, original: { type: "later" } } } };
    expect(encode(later2 as never)).toContain('"control":{"type":"later"}');
  });

  it("is refused inside a message when it could not be read again", () => {
    const holding = (original: unknown): unknown => {
      const part = { type: "unknown", reason: "unknown_type", original };
      return { ...decoded(), data: { ...decoded().data, parts: [part] } };
    };
    expect(refusal(holding({ type: "text" }))).toEqual([{ code: "missing_property", path: "/data/parts/0" }]);
    expect(refusal(holding({ x: 1 }))).not.toEqual([]);
    expect(encode(holding({ type: "later" }) as Message)).toContain('"parts":[{"type":"later"}]');
    const thawed = decode(textWith('{"type":"later"}'), { ...QUIET, freeze: false });
    const [part] = (thawed as unknown as { data: { parts: [{ original: { type: string } }] } }).data.parts;
    part.original.type = "text";
    expect(refusal(thawed)).toEqual([{ code: "missing_property", path: "/data/parts/0" }]);
  });

  it("is written when it is JSON", () => {
    expect(encode({ type: "unknown", reason: "unknown_type", original: { type: "later", x: 1 } })).toBe(
      '{"type":"later","x":1}',
    );
    const newer = { type: "text", schema_version: NEWER_VERSION, data: 5 };
    expect(encode({ type: "unknown", reason: "newer_version", original: newer })).toBe(JSON.stringify(newer));
    expect(encode({ type: "invalid", issues: [], original: [5] })).toBe("[5]");
  });

  it("is refused, with all places, when what it has of an envelope is none", () => {
    const original = { type: "acme_note", schema_version: "x", id: 3, created_at: {}, data: 7, metadata: [] };
    expect(refusal({ type: "unknown", reason: "unknown_type", original })).toEqual([
      { code: "wrong_type", path: "/schema_version" },
      { code: "wrong_type", path: "/id" },
      { code: "wrong_type", path: "/created_at" },
      { code: "wrong_type", path: "/data" },
      { code: "wrong_type", path: "/metadata" },
    ]);
    const acme = { type: "unknown", reason: "unknown_type", original: { type: "acme_note", id: 3, data: 7 } } as const;
    expect(refusal(acme)).toEqual([
      { code: "wrong_type", path: "/id" },
      { code: "wrong_type", path: "/data" },
    ]);
  });

  it.each([true, false])("is written as it came when reading gave it, whatever its envelope (frozen: %j)", (freeze) => {
    const odd = '{"type":"acme_note","id":3,"data":7,"schema_version":"x"}';
    const message = decode(odd, { ...QUIET, freeze });
    expect(encode(message)).toBe(odd);
    expect(encode({ ...message })).toBe(odd);
  });
});

describe("an edited message with an unknown part as deep as may be", () => {
  const deep = (levels: number): string => textWith(`{"type":"later","x":${"[".repeat(levels)}${"]".repeat(levels)}}`);

  it("is written, and read again", () => {
    const message = decode(deep(252), QUIET);
    expect(encode({ ...message })).toBe(deep(252));
    expect(() => decode(deep(253), QUIET)).toThrow("nested more than 256 levels deep");
  });

  it("an edited message that is too deep outside its unknown part is refused", () => {
    const nested = (levels: number): JsonValue => JSON.parse("[".repeat(levels) + "]".repeat(levels));
    const message = decode(deep(252), QUIET);
    expect(refusal({ ...message, metadata: { deep: nested(255) } })).not.toEqual([]);
    expect(encode({ ...decoded(deep(252)), metadata: { deep: nested(254) } })).toContain("[]");
  });

  it("stays as it is, with a note, where the older version would nest it too deep", () => {
    const message = decode(deep(252), QUIET);
    expect(encode(message, { schemaVersion: 1 })).toEqual({
      text: deep(252),
      notes: [{ code: "too_deep_kept", path: "", direction: "down" }],
    });
  });
});

describe("a message that was not decoded", () => {
  const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
  const messages = {
    "the output of a tool": (output: JsonValue) => ({ ...JSON.parse(resultWith("1")), data: { ...RESULT, output } }),
    metadata: (deep: JsonValue) => ({ ...JSON.parse(resultWith("1")), data: RESULT, metadata: { deep } }),
  };
  const RESULT = { tool_call_id: "call_1", status: "success" };
  const places = [
    ["the output of a tool", 254],
    ["metadata", 254],
  ] as const;

  it.each(places)("is written as deep as a record may be and no deeper, in %s", (place, most) => {
    for (const read of [JSON.parse, parseJson] as const) {
      const message = messages[place](read(nested(most)) as JsonValue);
      const text = encode(message);
      expect(text).toContain(nested(most));
      expect(encode({ ...decode(text, QUIET) })).toBe(text);
      expect(() => encode(messages[place](read(nested(most + 1)) as JsonValue))).toThrow(ValidationError);
    }
  });

  it("is refused for what it holds, whatever is written while its members are read", () => {
    const message = decoded();
    const metadata = {
      get a(): number {
        encode({ ...message });
        return 1;
      },
    };
    const data = { ...message.data, extra: new Map([["a", 1]]) };
    expect(refusal({ ...message, data, metadata })).toEqual([{ code: "not_decoded", path: "" }]);
  });

  it("is refused where a part of it is the instance of a class", () => {
    class Part {
      type = "text";
      text = "Hello";
    }
    const message = JSON.parse(TEXT);
    for (const part of [new Part(), Object.assign(new Part(), { type: "later" })])
      expect(() => encode({ ...message, data: { role: "user", parts: [part] } })).toThrow(ValidationError);
    expect(() => encode(Object.assign(Object.create({ a: 1 }), message))).toThrow(ValidationError);
  });
});

describe("encoding for version 1", () => {
  it("says the same in the old form", () => {
    expect(JSON.parse(encode(decoded(), { schemaVersion: 1 }).text)).toMatchObject({
      type: "text",
      schema_version: 1,
      id: ID,
      created_at: TIME,
      data: { role: "user", content: "Hello" },
    });
  });

  it("leaves a message that was in version 1 as it was", () => {
    const { text, notes } = encode(decoded(OLD_TEXT), { schemaVersion: 1 });
    expect(text).toBe(OLD_TEXT);
    expect(notes).toEqual([]);
  });

  it("notes what it cannot say, and what it could not say comes back", () => {
    const rich = decoded(
      textWith('{"type":"text","text":"Hello"},{"type":"refusal","text":"No"},{"type":"later","x":1}'),
    );
    const { text, notes } = encode(rich, { schemaVersion: 1 });
    expect(notes.length).toBeGreaterThan(0);
    for (const note of notes) expect(note).toMatchObject({ direction: "down", path: expect.stringMatching(/^\/data/) });
    expect(decode(text, QUIET)).toEqual(rich);
  });

  it("leaves alone what has no older form, and says so", () => {
    const unknown = decode('{"type":"later", "x":1}', QUIET);
    expect(encode(unknown, { schemaVersion: 1 })).toEqual({
      text: '{"type":"later", "x":1}',
      notes: [{ code: "unknown_kept", path: "/type", direction: "down" }],
    });
    const newer = decoded(numbered(TEXT, NEWER_VERSION));
    expect(encode(newer, { schemaVersion: 1 })).toEqual({
      text: numbered(TEXT, NEWER_VERSION),
      notes: [{ code: "newer_version_kept", path: "/schema_version", direction: "down" }],
    });
  });

  it("encoding for the current version gives the text with no notes", () => {
    expect(encode(decoded(), { schemaVersion: CURRENT_VERSION })).toEqual({ text: TEXT, notes: [] });
    const newer = numbered(TEXT, NEWER_VERSION);
    expect(encode(decoded(newer), { schemaVersion: CURRENT_VERSION })).toEqual({
      text: newer,
      notes: [{ code: "newer_version_kept", path: "/schema_version", direction: "down" }],
    });
  });

  it.each([[0], [NEWER_VERSION], [1.5], [Number.NaN], ["1"]])(
    "refuses a version that does not exist: %s",
    (schemaVersion) => {
      expect(() => encode(decoded(), { schemaVersion: schemaVersion as number })).toThrow(UnsupportedVersionError);
    },
  );
});
