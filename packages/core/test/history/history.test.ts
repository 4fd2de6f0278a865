/** Whole histories: every form, every record in its place, broken ones written back as they were. */

import { arbitraryOf } from "@parlance/sampler";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  CURRENT_VERSION,
  decode,
  decodeHistory,
  decodeMany,
  encode,
  encodeHistory,
  type InvalidMessage,
  type Message,
  migrateRecord,
  ParseError,
  safeDecode,
  UnsupportedVersionError,
  ValidationError,
  VERSIONS,
} from "../../src/index.js";
import {
  BUNDLES,
  check,
  listening,
  numbered,
  OLD_TEXT,
  QUIET,
  resultWith,
  TEXT,
  TEXTS,
  textWith,
} from "../messages.js";

const GOOD = Object.values(TEXTS);
const BROKEN = [
  '{"type":"text","id":',
  "not json",
  '"a string"',
  "{}",
  TEXT.replace('"user"', '"nobody"'),
  "null",
  "[1, 2]",
];

describe("a history", () => {
  it("is lines of JSON, a JSON array or one message, and is recognised by looking", () => {
    const messages = GOOD.map((text) => decode(text));
    const pretty = (text: string): string => JSON.stringify(JSON.parse(text), null, 2);
    for (const input of [
      GOOD.join("\n"),
      `${GOOD.join("\r\n")}\r\n`,
      `\ufeff${GOOD.join("\n\n")}`,
      `[${GOOD.join(",")}]`,
      `\n[\n  ${GOOD.join(",\n  ")}\n]\n`,
      JSON.stringify(
        GOOD.map((text) => JSON.parse(text)),
        null,
        2,
      ),
      GOOD.map(pretty).join("\n"),
    ]) {
      expect(decodeHistory(input)).toEqual({ messages, issues: [] });
      expect(decodeHistory(new TextEncoder().encode(input))).toEqual({ messages, issues: [] });
    }
    expect(decodeHistory(TEXT).messages).toEqual([decode(TEXT)]);
    expect(decodeHistory(pretty(TEXT)).messages).toEqual([decode(TEXT)]);
  });

  it("may be empty", () => {
    for (const input of ["", "\n\n", "[]", " [ ] ", "\ufeff", new Uint8Array()]) {
      expect(decodeHistory(input)).toEqual({ messages: [], issues: [] });
    }
  });

  it("may mix versions, unknown types and newer messages", () => {
    const { options, warnings } = listening();
    const newer = numbered(TEXT, CURRENT_VERSION + 5);
    const { messages, issues } = decodeHistory([OLD_TEXT, TEXT, '{"type":"later"}', newer].join("\n"), options);
    expect(messages.map(({ type }) => type)).toEqual(["text", "text", "unknown", "text"]);
    expect(issues).toEqual([]);
    expect(warnings.map(({ code, path }) => [code, path])).toEqual([
      ["unknown_type", "/2/type"],
      ["newer_version", "/3/schema_version"],
    ]);
  });

  it("is text or bytes, and nothing else", () => {
    expect(() => decodeHistory(null as never)).toThrow(ParseError);
    expect(() => decodeHistory({} as never)).toThrow(ParseError);
  });
});

describe("a broken record", () => {
  it("stays in its place with what is wrong with it, and sinks nothing else", () => {
    const { messages, issues } = decodeHistory(`${TEXT}\n\n{"type":"text",\n${TEXT}\n{"type":5}\n`, QUIET);
    expect(messages.map(({ type }) => type)).toEqual(["text", "invalid", "text", "invalid"]);
    expect(messages[1]).toEqual({
      type: "invalid",
      issues: [
        {
          code: "not_json",
          path: "",
          keyword: "parse",
          expected: "one JSON text",
          found: "the text ends too early at line 1, column 16",
        },
      ],
      original: '{"type":"text",',
    });
    expect(messages[3]).toMatchObject({ type: "invalid", original: { type: 5 } });
    expect(issues.map(({ index, line, code, path }) => ({ index, line, code, path }))).toEqual([
      { index: 1, line: 3, code: "not_json", path: "" },
      { index: 3, line: 5, code: "wrong_type", path: "/type" },
    ]);
  });

  it.each(BROKEN)("is written back as it was: %s", (broken) => {
    const lines = `${TEXT}\n${broken}\n${resultWith("1")}\n`;
    for (const options of [QUIET, { ...QUIET, freeze: false }]) {
      const { messages } = decodeHistory(lines, options);
      expect(messages[1]?.type).toBe("invalid");
      expect(encode(messages[1] as InvalidMessage)).toBe(broken);
      expect(encodeHistory(messages)).toEqual({ text: lines, notes: [] });
    }
  });

  it("is frozen, so that it stays as it was", () => {
    const [record] = decodeHistory('{"type":"text","x":[{}]}', { ...QUIET, freeze: false }).messages;
    expect(Object.isFrozen(record)).toBe(true);
    expect(Object.isFrozen((record as InvalidMessage).issues[0])).toBe(true);
    expect(Object.isFrozen((record as unknown as { original: { x: object[] } }).original.x[0])).toBe(true);
  });

  it("keeps its meaning as a copy, without the text it came from", () => {
    for (const broken of BROKEN) {
      const [record] = decodeMany([broken], QUIET).messages;
      const text = encode(structuredClone(record) as InvalidMessage);
      const kept = safeDecode(broken, QUIET);
      if (!kept.ok && ParseError.isInstance(kept.error)) expect(text).toBe(broken);
      else expect(JSON.parse(text)).toEqual(JSON.parse(broken));
    }
  });

  it("is named by the rule that it breaks under strict reading", () => {
    const { issues } = decodeHistory(`\ufeff[{"a":1,"a":2},${TEXT}]`, { ...QUIET, strict: true });
    expect(issues.map(({ index, code }) => [index, code])).toEqual([[0, "byte_order_mark"]]);
    const lines = decodeHistory(`${TEXT}\n{"type":"later","a":1,"a":2}\n`, { ...QUIET, strict: true });
    expect(lines.issues.map(({ index, code }) => [index, code])).toEqual([[1, "duplicate_key"]]);
    const marked = decodeHistory(`\ufeff${TEXT}\n${TEXT}`, { ...QUIET, strict: true });
    expect(marked.issues.map(({ index, code }) => [index, code])).toEqual([[0, "byte_order_mark"]]);
  });

  it("may be too large or not UTF-8, alone", () => {
    const { messages, issues } = decodeHistory(
      `${TEXT}\n${textWith(`{"type":"text","text":"${"x".repeat(300)}"}`)}\n`,
      {
        ...QUIET,
        maxBytes: 300,
      },
    );
    expect(messages.map(({ type }) => type)).toEqual(["text", "invalid"]);
    expect(issues.map(({ code }) => code)).toEqual(["too_large"]);
    expect(encodeHistory(messages).text).toContain("x".repeat(300));
    const bytes = new Uint8Array([
      ...new TextEncoder().encode(`${TEXT}\n`),
      0xff,
      0x0a,
      ...new TextEncoder().encode(TEXT),
    ]);
    const history = decodeHistory(bytes);
    expect(history.issues.map(({ index, code }) => [index, code])).toEqual([[1, "not_utf8"]]);
    expect(encodeHistory(history.messages)).toEqual({
      text: `${TEXT}\n\ufffd\n${TEXT}\n`,
      notes: [{ code: "not_as_it_was", path: "/1", direction: "down" }],
    });
    expect(() => encode(history.messages[1] as InvalidMessage)).toThrow("no original");
  });
});

describe("encodeHistory", () => {
  it("writes one record a line, or a JSON array", () => {
    const messages = GOOD.map((text) => decode(text));
    expect(encodeHistory(messages).text).toBe(`${GOOD.join("\n")}\n`);
    expect(encodeHistory(messages, { format: "json" }).text).toBe(`[${GOOD.join(",\n")}]`);
    expect(JSON.parse(encodeHistory(messages, { format: "json" }).text)).toEqual(GOOD.map((text) => JSON.parse(text)));
    expect(encodeHistory([]).text).toBe("");
    expect(encodeHistory([], { format: "json" }).text).toBe("[]");
  });

  it("never lets a record take more than its line", () => {
    const pretty = JSON.stringify(JSON.parse(TEXT), null, 2);
    const { text, notes } = encodeHistory(decodeHistory(pretty).messages);
    expect(text.split("\n").length).toBe(2);
    expect(decodeHistory(text).messages).toEqual([decode(TEXT)]);
    expect(notes).toEqual([]);
  });

  it("says where a broken record could not be written as it was", () => {
    const cut = decodeHistory(`[\n${TEXT},\n{"type":\n"text\n,\n${TEXT}\n]`, QUIET).messages;
    expect(cut.map(({ type }) => type)).toEqual(["text", "invalid", "text"]);
    expect(encodeHistory(cut)).toEqual({
      text: `${TEXT}\n{"type": "text\n${TEXT}\n`,
      notes: [{ code: "not_as_it_was", path: "/1", direction: "down" }],
    });
    const json = encodeHistory(cut, { format: "json" });
    expect(JSON.parse(json.text)[1]).toBe('{"type":\n"text');
    expect(json.notes).toEqual([{ code: "not_as_it_was", path: "/1", direction: "down" }]);
  });

  it("goes down to version 1 with the index in the path of each note", () => {
    const { text, notes } = encodeHistory(decodeHistory(`${TEXT}\n{"type":"later"}\n{"x\n`, QUIET).messages, {
      schemaVersion: 1,
    });
    const lines = text.split("\n");
    expect(JSON.parse(lines[0] as string)).toMatchObject({ schema_version: 1, data: { content: "Hello" } });
    expect(lines.slice(1)).toEqual(['{"type":"later"}', '{"x', ""]);
    expect(notes).toEqual([
      { code: "unknown_kept", path: "/1/type", direction: "down" },
      { code: "invalid_kept", path: "/2", direction: "down" },
    ]);
  });

  it("refuses what is not a message, and a version that does not exist", () => {
    expect(() => encodeHistory([{ type: "text" } as Message])).toThrow(ValidationError);
    expect(() => encodeHistory([decode(TEXT), { ...decode(TEXT), id: 5 } as never])).toThrow("/1/id: expected string");
    expect(() => encodeHistory([null as never])).toThrow("/0: expected object, found null");
    expect(() => encodeHistory([], { schemaVersion: CURRENT_VERSION + 1 })).toThrow(UnsupportedVersionError);
    expect(() => encodeHistory([decode(TEXT)], { schemaVersion: CURRENT_VERSION + 1 })).toThrow(
      UnsupportedVersionError,
    );
  });
});

describe("one message that cannot go down", () => {
  it("stays as it is, with a note, and does not stop the others", () => {
    const deep = textWith(`{"type":"later","x":${"[".repeat(252)}${"]".repeat(252)}}`);
    const { text, notes } = encodeHistory([decode(TEXT), decode(deep, QUIET), decode(TEXT)], { schemaVersion: 1 });
    const lines = text.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).schema_version)).toEqual([1, CURRENT_VERSION, 1]);
    expect(lines[1]).toBe(deep);
    expect(notes).toEqual([{ code: "too_deep_kept", path: "/1", direction: "down" }]);
  });
});

describe("the batch entry", () => {
  it("keeps the place of what is not an input at all", () => {
    const records = [TEXT, 5, null, {}, undefined, TEXT] as unknown as string[];
    const { messages, issues } = decodeMany(records, QUIET);
    expect(messages.map(({ type }) => type)).toEqual(["text", "invalid", "invalid", "invalid", "invalid", "text"]);
    expect(issues.map(({ index, code }) => [index, code])).toEqual([1, 2, 3, 4].map((index) => [index, "not_text"]));
  });

  const tricky = [
    "1,2",
    "1],[2",
    "[5",
    "6]",
    '{"a":1},{"b":2}',
    '{"c":[{}',
    "{}]}",
    '"a',
    'b"',
    "",
    "]",
    "[",
    ",",
    "\ufeff{}",
  ];

  it("gives what decoding one by one gives, whatever the neighbours", () => {
    const text = fc.oneof(
      fc.constantFrom(...GOOD, ...BROKEN, ...tricky, OLD_TEXT, '{"type":"later"}'),
      arbitraryOf(BUNDLES[2] as object, "Message").map((value) => JSON.stringify(value)),
    );
    check(
      fc.array(text, { maxLength: 70 }),
      (texts) => {
        const { messages } = decodeMany(texts, QUIET);
        expect(messages.length).toBe(texts.length);
        for (const [index, one] of texts.entries()) {
          const single = safeDecode(one, QUIET);
          const message = messages[index] as Message | InvalidMessage;
          if (single.ok) expect(message).toEqual(single.value);
          else expect(message.type).toBe("invalid");
          // Only JSON white space is trimmed: a byte order mark is part of a broken record.
          expect(encode(message)).toBe(single.ok ? encode(single.value) : one.replace(/^ +| +$/g, ""));
        }
      },
      50,
    );
  });

  it("takes bytes, and anything that can be iterated over", () => {
    function* records(): Iterable<Uint8Array> {
      for (const text of GOOD) yield new TextEncoder().encode(text);
    }
    expect(decodeMany(records()).messages).toEqual(GOOD.map((text) => decode(text)));
  });
});

describe("bulk migration of one record", () => {
  it("passes on what need not change, as it came", () => {
    for (const text of [` ${TEXT} `, TEXT, GOOD[3] as string]) {
      expect(migrateRecord(text)).toMatchObject({
        ok: true,
        state: "unchanged",
        text,
        version: CURRENT_VERSION,
        notes: [],
        warnings: [],
      });
    }
    expect(migrateRecord(OLD_TEXT, { to: 1 })).toMatchObject({
      ok: true,
      state: "unchanged",
      text: OLD_TEXT,
      version: 1,
    });
  });

  it("passes on what is unknown or newer, with a warning", () => {
    const newer = numbered(TEXT, CURRENT_VERSION + 5);
    expect(migrateRecord('{"type":"later", "a":1}')).toMatchObject({
      state: "unknown",
      text: '{"type":"later", "a":1}',
      type: "later",
      warnings: [{ code: "unknown_type" }],
    });
    expect(migrateRecord(newer)).toMatchObject({
      state: "unchanged",
      text: newer,
      warnings: [{ code: "newer_version" }],
    });
    expect(migrateRecord(`{"type":"text","schema_version":${CURRENT_VERSION + 5}}`)).toMatchObject({
      state: "unknown",
      version: CURRENT_VERSION + 5,
    });
  });

  it("writes the same as decoding and encoding, up and down", () => {
    for (const version of VERSIONS) {
      check(arbitraryOf(BUNDLES[version] as object, "Message"), (value) => {
        const text = JSON.stringify(value);
        const message = decode(text, QUIET);
        const up = migrateRecord(text);
        const down = migrateRecord(text, { to: 1 });
        if (up.ok && up.state === "migrated") expect(up.text).toBe(encode(message));
        if (down.ok && down.state === "migrated") expect(down.text).toBe(encode(message, { schemaVersion: 1 }).text);
        expect([up.ok, down.ok]).toEqual([true, true]);
      });
    }
  });

  it("returns errors, and throws only for a version that does not exist", () => {
    expect(migrateRecord("{")).toMatchObject({ ok: false, error: { code: "not_json" } });
    expect(migrateRecord(TEXT.replace('"user"', "5"))).toMatchObject({ ok: false, error: { code: "invalid" } });
    expect(migrateRecord(TEXT, { maxBytes: 5 })).toMatchObject({ ok: false, error: { code: "too_large" } });
    expect(migrateRecord('{"type":"a","type":"b"}', { strict: true })).toMatchObject({
      error: { code: "duplicate_key" },
    });
    expect(() => migrateRecord(TEXT, { to: CURRENT_VERSION + 1 })).toThrow(UnsupportedVersionError);
  });
});
