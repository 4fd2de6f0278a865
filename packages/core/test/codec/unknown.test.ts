/** What is unknown comes back byte for byte, at every level, big integers included. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decode, encode, encodeHistory, inexactNumbers, type Message, ValidationError } from "../../src/index.js";
import { check, HEAD, listening, QUIET, TEXT, textWith } from "../messages.js";

const ODD =
  '{ "type" : "later", "id":12345678901234567890,\t"z":1.0, "a":[ 1e400,-0 ],"\\u0061b":"\\u00e9\\/","__proto__":{} }';
const PART_TEXT = TEXT.replace('{"type":"text","text":"Hello"}', `{"type":"text","text":"Hello"}, ${ODD}`);
const CONTROL_TEXT = `{"type":"system_control",${HEAD},"data":{"control":${ODD}}}`;

describe("an unknown message", () => {
  it("is written as the text it came from", () => {
    expect(encode(decode(ODD, QUIET))).toBe(ODD);
    expect(encode(decode(` \n${ODD}\n`, QUIET))).toBe(ODD);
    expect(encode(decode(new TextEncoder().encode(ODD), QUIET))).toBe(ODD);
  });

  it("loses nothing but line breaks between tokens where a record is a line", () => {
    const text = '{\n  "type": "later",\r\n  "x": "a b"\n}';
    expect(encode(decode(text, QUIET))).toBe(text);
    expect(encodeHistory([decode(text, QUIET)]).text).toBe('{  "type": "later",  "x": "a b"}\n');
  });
});

describe("an unknown part", () => {
  it("is wrapped in its place and reported", () => {
    const { options, warnings } = listening();
    const message = decode(PART_TEXT, options);
    expect(message).toMatchObject({
      data: {
        parts: [{ type: "text" }, { type: "unknown", reason: "unknown_type", original: { type: "later", ab: "é/" } }],
      },
    });
    expect(warnings.map(({ code, path }) => [code, path])).toEqual([
      ["unknown_part", "/data/parts/1"],
      ["inexact_number", "/data"],
    ]);
    expect(encode(message)).toBe(PART_TEXT);
  });

  it("stays byte for byte when the message around it is written anew", () => {
    const message = decode(PART_TEXT, QUIET) as Extract<Message, { type: "text" }>;
    const edited = { ...message, data: { ...message.data, role: "assistant" as const } };
    expect(encode(edited)).toBe(
      `{"type":"text",${HEAD},"data":{"role":"assistant","parts":[{"type":"text","text":"Hello"},${ODD}]}}`,
    );
  });

  it("takes its bytes along into another message", () => {
    const { data } = decode(PART_TEXT, QUIET) as Extract<Message, { type: "text" }>;
    const other = decode(TEXT) as Extract<Message, { type: "text" }>;
    expect(encode({ ...other, data: { ...other.data, parts: data.parts.slice(1) } })).toContain(`"parts":[${ODD}]`);
  });

  it("is found among many, whatever escapes and brackets stand before it", () => {
    const tricky = '{"type":"text","text":"]}{[,\\\\\\" /data/parts/1 "}';
    const text = TEXT.replace(
      '{"type":"text","text":"Hello"}',
      `${tricky},{"type":"a","x":"}"}, ${tricky} ,{"type":"b" }`,
    );
    const message = decode(text, QUIET) as Extract<Message, { type: "text" }>;
    expect(encode({ ...message })).toContain(`[${tricky},{"type":"a","x":"}"},${tricky},{"type":"b" }]`);
  });

  it("is the last of two where a name occurs twice, as JSON.parse reads it", () => {
    const text = `{"type":"text",${HEAD},"data":{"role":"user","parts":[{"type":"first"}],"parts":[{"type":"second" }]}}`;
    expect(encode({ ...decode(text, QUIET) })).toContain('"parts":[{"type":"second" }]');
  });

  it("may have the tag unknown or invalid", () => {
    for (const tag of ["unknown", "invalid"]) {
      const text = TEXT.replace(
        '{"type":"text","text":"Hello"}',
        `{"type":"${tag}","reason":"x","original":{"type":"y"}}`,
      );
      const message = decode(text, QUIET);
      expect(message).toHaveProperty("data.parts.0.original.type", tag);
      expect(encode({ ...message })).toBe(text);
      const thawed = decode(text, { ...QUIET, freeze: false });
      expect(encode(thawed)).toBe(text);
    }
  });
});

describe("an unknown control", () => {
  it("is wrapped, reported and written byte for byte, alone or in an edited message", () => {
    const { options, warnings } = listening();
    const message = decode(CONTROL_TEXT, options);
    expect(message).toMatchObject({ data: { control: { type: "unknown", reason: "unknown_type" } } });
    expect(warnings.map(({ code, path }) => [code, path])).toContainEqual(["unknown_control", "/data/control"]);
    expect(encode(message)).toBe(CONTROL_TEXT);
    expect(encode({ ...message })).toBe(CONTROL_TEXT);
  });
});

describe("whatever is unknown", () => {
  const json = fc.json({ maxDepth: 4 });
  const bigs = fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }).map(String);

  it("comes back byte for byte from any JSON", () => {
    check(fc.tuple(json, bigs), ([any, big]) => {
      const unknown = `{"type":"later", "any":${any},"big":[${big}]}`;
      expect(encode(decode(unknown, QUIET))).toBe(unknown);
      const part = textWith(unknown);
      expect(encode(decode(part, QUIET))).toBe(part);
      expect(encode({ ...decode(part, QUIET) })).toBe(part);
      const control = `{"type":"system_control",${HEAD},"data":{"control":${unknown}}}`;
      expect(encode({ ...decode(control, QUIET) })).toBe(control);
    });
  });

  it("has its inexact numbers listed", () => {
    expect(inexactNumbers(decode(ODD, QUIET))).toEqual(["/original/id", "/original/a/0"]);
    expect(inexactNumbers(decode(PART_TEXT, QUIET))).toEqual([
      "/data/parts/1/original/id",
      "/data/parts/1/original/a/0",
    ]);
  });

  it("is refused on writing when its original is gone", () => {
    const message = decode(PART_TEXT, QUIET) as Extract<Message, { type: "text" }>;
    const bare = { type: "unknown", reason: "unknown_type" } as never;
    expect(() => encode(bare)).toThrow(ValidationError);
    expect(() => encode({ ...message, data: { ...message.data, parts: [bare] } })).toThrow(ValidationError);
  });
});
