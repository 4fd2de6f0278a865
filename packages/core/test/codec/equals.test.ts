/** Value equality of decoded messages and of their pieces. */

import { arbitraryOf } from "@parlance/sampler";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CURRENT_VERSION, decode, decodeHistory, equals, type Message } from "../../src/index.js";
import { BUNDLES, check, numbered, OLD_TEXT, QUIET, resultWith, TEXT, TEXTS, TIME, textWith } from "../messages.js";

const read = (text: string): Message => decode(text, QUIET);

describe("two messages", () => {
  it("are equal whatever their text: spaces, the order of names, nulls that mean absent, their version", () => {
    const shuffled = TEXT.replace(
      '"role":"user","parts":[{"type":"text","text":"Hello"}]',
      '"parts": [{"text":"Hello","type":"text"}], "role":"user"',
    );
    expect(equals(read(TEXT), read(shuffled))).toBe(true);
    expect(equals(read(TEXT), read(TEXT.replace('"data"', '"metadata":null,"data"')))).toBe(true);
    expect(equals(read(TEXT), read(OLD_TEXT))).toBe(true);
    expect(equals(read(TEXT), decode(TEXT, { freeze: false }))).toBe(true);
  });

  it("differ by every field", () => {
    const others = [
      ...Object.values(TEXTS).filter((text) => text !== TEXT),
      TEXT.replace("user", "assistant"),
      TEXT.replace("Hello", "hello"),
      TEXT.replace(TIME, "2026-11-21T10:00:00.001Z"),
      TEXT.replace('"data"', '"metadata":{},"data"'),
      TEXT.replace('"role"', '"more":1,"role"'),
      numbered(TEXT, CURRENT_VERSION + 1),
      textWith('{"type":"text","text":"Hello"},{"type":"text","text":""}'),
    ];
    for (const other of others) {
      expect(equals(read(TEXT), read(other))).toBe(false);
      expect(equals(read(other), read(TEXT))).toBe(false);
    }
  });

  it("differ by where they belong, where they are from, their answer, and what a provider gave", () => {
    const state = (value: string) => `[{"provider":"a","kind":"b","value":${value}}]`;
    const versions = [
      TEXT,
      ...['"conversation_id":"c"', '"conversation_id":"C"', '"parent_id":"p"', '"source":{"format":"f"}'].map(
        (member) => TEXT.replace('"data"', `${member},"data"`),
      ),
      ...["0", "1e400", "1e401", "null", '{"a":[1]}', '{"a":[2]}'].flatMap((value) => [
        TEXT.replace('"data"', `"provider_state":${state(value)},"data"`),
        TEXT.replace('"data"', `"source":{"format":"f","raw":${value}},"data"`),
        textWith(`{"type":"text","text":"Hello","provider_state":${state(value)}}`),
      ]),
      ...[
        '"id":"a"',
        '"id":"b"',
        '"id":"a","model":"m"',
        '"id":"a","usage":{}',
        '"id":"a","usage":{"input_tokens":1}',
      ].map((members) => TEXT.replace('"role"', `"answer":{${members}},"role"`)),
    ].map(read);
    for (const [at, one] of versions.entries())
      for (const [otherAt, other] of versions.entries()) expect(equals(one, other)).toBe(at === otherAt);
  });

  it("are equal by the members of what a provider gave, whatever their order", () => {
    const given = (value: string) =>
      read(TEXT.replace('"data"', `"provider_state":[{"provider":"a","kind":"b","value":${value}}],"data"`));
    expect(equals(given('{"a":1,"b":2}'), given('{ "b":2,"a":1 }'))).toBe(true);
  });

  it("messages that are unknown are compared by their originals", () => {
    expect(equals(read('{"type":"later","a":1,"b":2}'), read('{"b":2, "a":1,"type":"later"}'))).toBe(true);
    expect(equals(read('{"type":"later","a":1}'), read('{"type":"later","a":2}'))).toBe(false);
    expect(equals(read(textWith('{"type":"later","a":[1]}')), read(textWith('{"a":[1],"type":"later"}')))).toBe(true);
    expect(equals(read(textWith('{"type":"later","a":[1]}')), read(textWith('{"type":"later","a":[2]}')))).toBe(false);
  });

  it("messages with numbers that a double cannot hold are compared digit by digit", () => {
    const a = read(resultWith('{"id":9007199254740993}'));
    expect(equals(a, read(resultWith('{"id": 9007199254740993}')))).toBe(true);
    expect(equals(a, read(resultWith('{"id":9007199254740992}')))).toBe(false);
    expect(equals(read(resultWith("[1e400]")), read(resultWith("[1e401]")))).toBe(false);
  });

  it("messages that are invalid are compared by what is kept of them", () => {
    const { messages } = decodeHistory('{"x\n{"x\n{"y\n');
    expect(equals(messages[0], messages[1])).toBe(true);
    expect(equals(messages[0], messages[2])).toBe(false);
  });
});

describe("equality of any values", () => {
  it.each([
    [1, 1, true],
    [1, "1", false],
    [null, undefined, false],
    [null, {}, false],
    [[], {}, false],
    [{ type: "text" }, { type: "text" }, true],
    [{ type: "text", text: "a" }, { type: "text", text: "b" }, false],
  ])("%j and %j: %s", (a, b, expected) => {
    expect(equals(a, b)).toBe(expected);
  });

  it("notices whichever member a copy of any message lacks", () => {
    const messages = arbitraryOf(BUNDLES[CURRENT_VERSION] as object, "Message");
    check(fc.tuple(messages, fc.nat()), ([value, choice]) => {
      const message = read(JSON.stringify(value));
      const copy = JSON.parse(JSON.stringify(message));
      expect(equals(message, copy)).toBe(true);
      const members = membersIn(copy);
      const [holder, name] = members[choice % members.length] ?? [{}, ""];
      delete holder[name];
      expect(equals(message, copy)).toBe(false);
    });
  });

  it("is reflexive for copies and notices any message swapped for another", () => {
    const messages = arbitraryOf(BUNDLES[CURRENT_VERSION] as object, "Message");
    check(messages, (value) => {
      const text = JSON.stringify(value);
      expect(equals(read(text), read(text))).toBe(true);
      expect(equals(read(text), read(TEXT))).toBe(equals(read(TEXT), read(text)));
    });
  });
});

/** Every member of every object in a value. */
function membersIn(value: unknown): (readonly [Record<string, unknown>, string])[] {
  if (typeof value !== "object" || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value).map((name) => [value as never, name] as const);
  return [...own, ...Object.values(value).flatMap(membersIn)];
}
