/** Errors for input that is not one readable JSON text. */

import { describe, expect, it } from "vitest";
import { decode, ParseError, safeDecode } from "../../src/index.js";
import { TEXT } from "../messages.js";

function faultOf(input: string | Uint8Array, options = {}): ParseError {
  const result = safeDecode(input, options);
  if (result.ok || !ParseError.isInstance(result.error)) throw new Error("expected a ParseError");
  return result.error;
}

describe("a text that is not JSON", () => {
  it.each([
    ["", "the text ends too early", 1, 1],
    ["  \n", "the text ends too early", 2, 1],
    ["{", "the text ends too early", 1, 2],
    ['{"type": "te', "the text ends too early", 1, 13],
    ['{"type"}', "expected a colon after a property name", 1, 8],
    ['{"a":1,}', "expected a property name in quotes", 1, 8],
    ["{'a':1}", "expected a property name in quotes", 1, 2],
    ['{"a":1 "b":2}', "expected a comma or a closing brace", 1, 8],
    ["[1 2]", "expected a comma or a closing bracket", 1, 4],
    ["[1,]", "expected a value", 1, 4],
    ["[1}", "expected a comma or a closing bracket", 1, 3],
    ["nul", "expected a value", 1, 1],
    ["NaN", "expected a value", 1, 1],
    ["[01]", "expected a comma or a closing bracket", 1, 3],
    ["[1.]", "expected a comma or a closing bracket", 1, 3],
    ["-", "expected a value", 1, 1],
    ['"a\tb"', "a control character in a string must be escaped", 1, 3],
    ['"a\nb"', "a control character in a string must be escaped", 1, 3],
    ['"\\x41"', "a backslash in a string must begin an escape", 1, 2],
    ['"\\u12"', "a backslash in a string must begin an escape", 1, 2],
    ['{"a":1}\n\n  {"b":2}', "expected nothing after the value", 3, 3],
    [`${TEXT}]`, "expected nothing after the value", 1, TEXT.length + 1],
  ])("names the rule and the place: %j", (text, rule, line, column) => {
    const { code, ...error } = faultOf(text);
    expect({ code, rule: error.rule, line: error.line, column: error.column }).toEqual({
      code: "not_json",
      rule,
      line,
      column,
    });
  });

  it("is told with line and column in the message, and without its content", () => {
    const error = faultOf('{\n  "password": hunter2\n}');
    expect(error.message).toBe("expected a value at line 2, column 15");
    expect(error.offset).toBe(16);
    expect(String(error.stack)).not.toContain("hunter2");
    expect(error.cause).toBeUndefined();
  });

  it("is thrown by decode as it is returned by safeDecode", () => {
    expect(() => decode("[")).toThrow(ParseError);
  });
});

describe("bytes", () => {
  it("are read as UTF-8, with a byte order mark or without", () => {
    const bytes = new TextEncoder().encode(TEXT);
    expect(decode(bytes)).toEqual(decode(TEXT));
    expect(decode(new Uint8Array([0xef, 0xbb, 0xbf, ...bytes]))).toEqual(decode(TEXT));
    expect(decode(`\ufeff${TEXT}`)).toEqual(decode(TEXT));
  });

  it("bytes that are not UTF-8 are refused with the place of the first bad one", () => {
    const good = new TextEncoder().encode('{"a":\n"é');
    const error = faultOf(new Uint8Array([...good, 0xff, 0x22, 0x7d]));
    expect([error.code, error.offset, error.line, error.column]).toEqual(["not_utf8", good.length, 2, 4]);
  });

  it.each([
    ["an overlong form", [0xc0, 0x80]],
    ["a surrogate", [0xed, 0xa0, 0x80]],
    ["a cut character", [0xe2, 0x82]],
    ["a stray continuation", [0x80]],
  ])("bytes with %s are not UTF-8", (_name, bytes) => {
    expect(faultOf(new Uint8Array([0x22, ...bytes, 0x22])).code).toBe("not_utf8");
  });

  it("bytes of a view, a Buffer or another realm are accepted", () => {
    const bytes = new TextEncoder().encode(`xx${TEXT}xx`);
    expect(decode(bytes.subarray(2, -2))).toEqual(decode(TEXT));
    expect(decode(Buffer.from(TEXT))).toEqual(decode(TEXT));
  });

  it.each([[null], [undefined], [42], [{}], [[]], [new ArrayBuffer(2)], [{ [Symbol.toStringTag]: "Uint8Array" }]])(
    "bytes or text are expected: %s is refused as not_text",
    (input) => {
      expect(faultOf(input as never).code).toBe("not_text");
    },
  );
});

describe("the size limit", () => {
  it("counts UTF-8 bytes, in texts and in bytes alike", () => {
    const text = TEXT.replace("Hello", "é€😀");
    const size = new TextEncoder().encode(text).length;
    expect(safeDecode(text, { maxBytes: size }).ok).toBe(true);
    expect(faultOf(text, { maxBytes: size - 1 }).code).toBe("too_large");
    expect(safeDecode(new TextEncoder().encode(text), { maxBytes: size }).ok).toBe(true);
    expect(faultOf(new TextEncoder().encode(text), { maxBytes: size - 1 }).code).toBe("too_large");
  });

  it("is 64 MiB by default", () => {
    expect(faultOf(" ".repeat(64 * 1024 * 1024 + 1)).code).toBe("too_large");
    expect(faultOf(" ".repeat(64 * 1024 * 1024)).code).toBe("not_json");
  });
});
