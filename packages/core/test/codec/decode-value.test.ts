/** Decoding JavaScript values, as the companions of messages do. */

import { arbitraryOf } from "@parlance/sampler";
import { describe, expect, it } from "vitest";
import { CURRENT_VERSION, decode, encode, equals, Message, TextMessage, ValidationError } from "../../src/index.js";
import { BUNDLES, check, OLD_TEXT, QUIET, resultWith, TEXT, TEXTS, textWith } from "../messages.js";

describe("a value", () => {
  it("is decoded as its text would be", () => {
    for (const text of [...Object.values(TEXTS), OLD_TEXT, textWith('{"type":"later","x":1}'), '{"type":"later"}']) {
      expect(Message.parse(JSON.parse(text))).toEqual(decode(text, QUIET));
    }
  });

  it("is neither changed nor frozen, and shares nothing with the message", () => {
    const value = JSON.parse(TEXT.replace('"data"', '"metadata":{"a":[1]},"residue":null,"data"'));
    const copy = structuredClone(value);
    const message = Message.parse(value);
    expect(value).toEqual(copy);
    value.metadata.a.push(2);
    expect(message).toHaveProperty("metadata.a", [1]);
    expect(Object.isFrozen(message)).toBe(true);
  });

  it("a value that was decoded comes back as it is, or equal when it was copied", () => {
    check(arbitraryOf(BUNDLES[CURRENT_VERSION] as object, "Message"), (value) => {
      const message = decode(JSON.stringify(value), QUIET);
      expect(Message.parse(message)).toBe(message);
      if (message.type === "unknown") return;
      const again = Message.parse({ ...message });
      expect(equals(again, message)).toBe(true);
      expect(encode(again)).toBe(encode({ ...message }));
    });
  });

  it("keeps unknown parts that were decoded, with their bytes", () => {
    const part = '{ "type":"later", "id":9007199254740993 }';
    const message = decode(textWith(part), QUIET) as TextMessage;
    const again = TextMessage.parse({ ...message, data: { ...message.data, parts: [...message.data.parts] } });
    expect(equals(again, message)).toBe(true);
    expect(encode(again)).toContain(part);
    const thawed = decode(textWith(part), { ...QUIET, freeze: false }) as TextMessage;
    expect(TextMessage.parse(thawed)).toEqual(message);
    expect(Object.isFrozen(thawed.data.parts[0])).toBe(false);
  });

  it("a value that only looks decoded is JSON from elsewhere, in which the tag unknown is unknown itself", () => {
    const foreign = { type: "unknown", reason: "unknown_type", original: { type: "text" } };
    expect(Message.parse(foreign)).toEqual({ type: "unknown", reason: "unknown_type", original: foreign });
    expect(TextMessage.parse(JSON.parse(textWith(JSON.stringify(foreign)))).data.parts).toEqual([
      { type: "unknown", reason: "unknown_type", original: foreign },
    ]);
  });

  it("keeps the digits of a decoded one", () => {
    const message = decode(resultWith('{"id":9007199254740993,"list":[1e400]}'), QUIET);
    expect(encode(Message.parse({ ...message }))).toContain('{"id":9007199254740993,"list":[1e400]}');
  });

  it("has the type that is asked for", () => {
    expect(TextMessage.parse(JSON.parse(TEXT))).toEqual(decode(TEXT));
    expect(() => TextMessage.parse(JSON.parse(TEXTS.image as string))).toThrow(ValidationError);
    expect(() => TextMessage.parse(decode(TEXTS.image as string))).toThrow(ValidationError);
  });

  it.each([
    ["a function", { a: () => 1 }],
    ["a Date", new Date()],
    ["NaN", [Number.NaN]],
    ["a class instance", { a: new (class A {})() }],
  ])("is refused when it holds %s", (_name, metadata) => {
    expect(() => Message.parse({ ...JSON.parse(TEXT), metadata })).toThrow("expected nothing but JSON");
  });

  it("is refused when it contains itself", () => {
    const value = JSON.parse(TEXT);
    value.metadata = { value };
    expect(Message.safeParse(value)).toMatchObject({ ok: false, error: { issues: [{ code: "too_deep" }] } });
  });

  it.each([[null], [5], ["text"], [[]], [{}]])("a value that is not a message is refused: %j", (value) => {
    expect(() => Message.parse(value)).toThrow(ValidationError);
    expect(() => TextMessage.parse(value)).toThrow(ValidationError);
  });
});
