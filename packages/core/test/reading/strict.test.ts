/** Strict reading refuses what JSON parsers disagree on; lenient reading takes the same texts. */

import { describe, expect, it } from "vitest";
import { ParseError, safeDecode } from "../../src/index.js";
import { QUIET, resultWith, TEXT, TEXTS } from "../messages.js";

function strictCode(text: string | Uint8Array): string {
  const result = safeDecode(text, { ...QUIET, strict: true });
  return result.ok ? "ok" : result.error.code;
}

describe("strict reading", () => {
  it.each(Object.entries(TEXTS))("takes an ordinary message: %s", (_type, text) => {
    expect(strictCode(text)).toBe("ok");
  });

  it.each([
    ["a name twice", '{"a":1,"a":1}', "duplicate_key"],
    ["a name twice, once escaped", '{"a":1,"\\u0061":1}', "duplicate_key"],
    ["a name twice, deep inside", '[{"b":[{"a":1,"x":{},"a":2}]}]', "duplicate_key"],
    ["__proto__ twice", '{"__proto__":1,"__proto__":2}', "duplicate_key"],
    ["half a surrogate pair, escaped", '"\\ud83d"', "lone_surrogate"],
    ["half a surrogate pair, raw", '"\ud83d"', "lone_surrogate"],
    ["the second half first", '"\\ude00\\ud83d"', "lone_surrogate"],
    ["half a surrogate pair in a name", '{"\\udc00":1}', "lone_surrogate"],
    ["an overflow", "1e400", "number_out_of_range"],
    ["a negative overflow", "-1e400", "number_out_of_range"],
    ["an underflow", "1e-400", "number_out_of_range"],
    ["a 64-bit id", "9007199254740993", "inexact_number"],
    ["too many digits", "0.1000000000000000055511151231257827", "inexact_number"],
  ])("refuses %s, which lenient reading takes", (_name, output, code) => {
    expect(strictCode(resultWith(output))).toBe(code);
    expect(safeDecode(resultWith(output), QUIET).ok).toBe(true);
  });

  it.each([
    ["the same name in different objects", '[{"a":1},{"a":{"a":1}}]'],
    ["a surrogate pair in two escapes", '"\\ud83d\\ude00"'],
    ["a surrogate pair half escaped", '"\ud83d\\ude00"'],
    ["the greatest double", "1.7976931348623157e308"],
    ["the least double", "5e-324"],
    ["zero with an exponent", "0e999"],
    ["trailing zeros", "1.50000000000000000000000000"],
    ["many digits that a double holds", "0.30000000000000004"],
    ["the greatest safe integer", "9007199254740991"],
    ["a power of two written out", "9007199254740992"],
  ])("takes %s", (_name, output) => {
    expect(strictCode(resultWith(output))).toBe("ok");
  });

  it("refuses a byte order mark", () => {
    expect(strictCode(`\ufeff${TEXT}`)).toBe("byte_order_mark");
    expect(strictCode(new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode(TEXT)]))).toBe("byte_order_mark");
  });

  it("names the place", () => {
    const result = safeDecode('{\n "a": 1,\n "a": 2}', { strict: true });
    expect(result.ok ? "" : result.error.message).toBe("a property name twice in one object at line 3, column 2");
    expect(ParseError.isInstance(result.ok ? undefined : result.error)).toBe(true);
  });
});

describe("nesting", () => {
  const nested = (levels: number): string => resultWith("[".repeat(levels) + "]".repeat(levels));

  it.each([
    ["strict", { strict: true }],
    ["lenient", {}],
    ["lenient and unfrozen", { freeze: false }],
  ])("may be 256 levels deep and no deeper: %s", (_name, options) => {
    // The message and its data are two levels.
    expect(safeDecode(nested(254), options).ok).toBe(true);
    const result = safeDecode(nested(255), options);
    expect(result.ok ? "ok" : result.error.code).toBe("too_deep");
  });

  it("an unknown message may be 256 levels deep and no deeper", () => {
    const unknown = (levels: number): string => `{"type":"later","x":${"[".repeat(levels)}${"]".repeat(levels)}}`;
    for (const freeze of [true, false]) {
      expect(safeDecode(unknown(255), { ...QUIET, freeze }).ok).toBe(true);
      const result = safeDecode(unknown(256), { ...QUIET, freeze });
      expect(result.ok ? "ok" : result.error.code).toBe("too_deep");
    }
  });

  it("a message with an unknown part may be 256 levels deep and no deeper", () => {
    const part = (levels: number): string =>
      TEXT.replace('{"type":"text","text":"Hello"}', `{"type":"later","x":${"[".repeat(levels)}${"]".repeat(levels)}}`);
    for (const freeze of [true, false]) {
      // Message, data, parts and the part itself are four levels.
      expect(safeDecode(part(252), { ...QUIET, freeze }).ok).toBe(true);
      const result = safeDecode(part(253), { ...QUIET, freeze });
      expect(result.ok ? "ok" : result.error.code).toBe("too_deep");
    }
  });
});
