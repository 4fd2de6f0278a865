/** What the entry `@parlance/core/json` gives: any JSON, digit by digit. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  CURRENT_VERSION,
  decode,
  inexactNumbers,
  ParseError,
  type TextMessage,
  ValidationError,
} from "../src/index.js";
import { frozenWithin } from "../src/json/frozen.js";
import { sealJson } from "../src/json/sealed.js";
import * as json from "../src/json.js";
import { canonicalJson, frozenJson, type JsonArray, parseJson, replaceMembers, stringifyJson } from "../src/json.js";
import { isSealedWithin } from "../src/runtime/sealed.js";

const LONG = "12345678901234567890";

/** The issues or the code of a refusal. */
function refusalOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (error instanceof ValidationError) return error.issues;
    if (error instanceof ParseError) return error.code;
    throw error;
  }
}

describe("parseJson", () => {
  it("keeps every digit of a number that a double cannot hold, and tells where it is", () => {
    const value = parseJson(`{"id":${LONG},"list":[1e400,1]}`);
    expect(inexactNumbers(value)).toEqual(["/id", "/list/0"]);
    expect(stringifyJson(value)).toBe(`{"id":${LONG},"list":[1e400,1]}`);
  });

  it("gives values that cannot change, to the last level", () => {
    const value = parseJson('{"a":[{"b":1}]}') as { a: { b: number }[] };
    expect([Object.isFrozen(value), Object.isFrozen(value.a), Object.isFrozen(value.a[0])]).toEqual([true, true, true]);
  });

  it("reads bytes as well as text, and single values", () => {
    expect(parseJson(new TextEncoder().encode('{"ä":1}'))).toEqual({ ä: 1 });
    expect([parseJson("1"), parseJson('"x"'), parseJson("null"), parseJson(" true ")]).toEqual([1, "x", null, true]);
  });

  it("refuses a text that is one inexact number, since there is nothing to keep its digits beside", () => {
    expect(refusalOf(() => parseJson(LONG))).toBe("inexact_number");
  });

  it("never lets `__proto__` reach a prototype", () => {
    const value = parseJson('{"__proto__":{"polluted":true}}') as object;
    expect([Object.keys(value), "polluted" in value, "polluted" in {}]).toEqual([["__proto__"], false, false]);
  });

  it.each([
    ["cut off", '{"a":', {}, "not_json"],
    ["empty", "", {}, "not_json"],
    ["larger than allowed", '"12345"', { maxBytes: 6 }, "too_large"],
    ["with a name twice, read strictly", '{"a":1,"a":2}', { strict: true }, "duplicate_key"],
    ["no UTF-8", new Uint8Array([0x22, 0xff, 0x22]), {}, "not_utf8"],
  ])("refuses a text that is %s", (_, input, options, code) => {
    expect(refusalOf(() => parseJson(input, options))).toBe(code);
  });

  it("refuses more than 256 levels, whatever is in them", () => {
    expect(refusalOf(() => parseJson("[".repeat(257) + "]".repeat(257)))).toBe("too_deep");
    expect(parseJson("[".repeat(256) + "]".repeat(256))).toBeInstanceOf(Array);
  });
});

describe("stringifyJson", () => {
  it("refuses what JSON cannot say instead of writing null or leaving it out", () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, () => 1, undefined, 1n, new Map(), { a: Symbol("s") }]) {
      expect(refusalOf(() => stringifyJson(value))).toMatchObject([{ code: "not_json_value", path: "" }]);
    }
  });

  it("writes the digits of copies that were made here; a spread copy has the double alone", () => {
    const kept = parseJson(`{"id":${LONG}}`) as { id: number };
    expect(stringifyJson(frozenJson(kept))).toBe(`{"id":${LONG}}`);
    expect(stringifyJson({ ...kept })).toBe('{"id":12345678901234567000}');
  });

  it("survives getters that throw content, and values that contain themselves", () => {
    const hostile = Object.defineProperty({}, "a", {
      enumerable: true,
      get: () => {
        throw new Error("secret");
      },
    });
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    expect(refusalOf(() => stringifyJson(hostile))).toMatchObject([{ found: "a value that cannot be read" }]);
    expect(refusalOf(() => stringifyJson(cycle))).toMatchObject([{ code: "too_deep" }]);
  });
});

describe("frozenJson", () => {
  it("copies and freezes, leaves the value as it is, and gives back what it made before", () => {
    const value = { a: { b: [1] }, gone: undefined };
    const frozen = frozenJson(value);
    expect(frozen).toEqual({ a: { b: [1] } });
    expect([Object.isFrozen(value), Object.isFrozen(frozen)]).toEqual([false, true]);
    expect(frozenJson(frozen)).toBe(frozen);
  });

  it("gives back the very value that parseJson read, also with digits beyond doubles", () => {
    for (const text of ['{"a":[1]}', `{"a":[${LONG}]}`, "[[1]]"]) {
      const value = parseJson(text);
      expect(frozenJson(value)).toBe(value);
    }
  });

  it("copies what is frozen elsewhere: accessors are read once, and a proxy is not taken for what it stands for", () => {
    let reads = 0;
    const accessor = Object.freeze({
      inner: Object.freeze({
        get n() {
          return ++reads;
        },
      }),
    });
    const copy = frozenJson(accessor) as { inner: { n: number } };
    expect([copy.inner.n, copy.inner.n, reads]).toEqual([1, 1, 1]);

    const made = frozenJson({ n: 1 }) as object;
    const copied = frozenJson(new Proxy(made, {}));
    expect(copied).toEqual({ n: 1 });
    expect(copied).not.toBe(made);
    expect(structuredClone(copied)).toEqual({ n: 1 });
  });

  it("copies an unknown part that somebody froze around something else", () => {
    let reads = 0;
    const tampered = unfrozenPart();
    Object.assign(tampered, { original: {} });
    Object.defineProperty(tampered.original, "n", { enumerable: true, get: () => ++reads });
    const copy = frozenJson({ part: Object.freeze(tampered) }) as { part: { original: { n: number } } };
    expect([copy.part.original.n, copy.part.original.n]).toEqual([1, 1]);
    expect(isDeeplyFrozen(copy)).toBe(true);
    expect(Object.isFrozen(tampered.original)).toBe(false);
  });

  it("shares an unknown part that was decoded, with the text that is kept of it", () => {
    const part = (decode(HOLOGRAM, { logger: { warn: () => undefined } }) as TextMessage).data.parts[0] as object;
    expect((frozenJson([part]) as readonly unknown[])[0]).toBe(part);
  });

  it("freezes every level, whatever road the copy takes", () => {
    const values = [
      { a: [{ b: [[]] }], c: {} },
      [[[{}]]],
      { ["__proto__"]: { a: {} } },
      JSON.parse('{"a":{"__proto__":{"b":[{}]}}}'),
      { a: { part: unfrozenPart() }, b: [{}] },
      { a: parseJson(`{"n":[${LONG},{}]}`), b: [{}] },
      Object.assign(Object.create(null), { a: [{}] }),
    ];
    for (const value of values) expect(isDeeplyFrozen(frozenJson(value))).toBe(true);
  });

  it("leaves nothing frozen or marked when it refuses", () => {
    let deep: object = {};
    for (let level = 0; level < 300; level++) deep = { deep };
    for (const value of [deep, { a: { b: [] }, wrong: () => undefined }, { a: {}, deep: { n: Number.NaN } }]) {
      expect(() => frozenJson(value)).toThrow(ValidationError);
      expect(Object.values(value).some((member) => Object.isFrozen(member) && typeof member === "object")).toBe(false);
      expect(Object.isFrozen(value)).toBe(false);
    }
    expect(() => sealJson(deep as never)).toThrow(ValidationError);
    expect(isSealedWithin(deep as never, 1_000_000)).toBe(false);
  });
});

const HOLOGRAM = JSON.stringify({
  type: "text",
  schema_version: CURRENT_VERSION,
  id: "0b6f5b0e-6a0e-4c0c-9a52-3f1d0a9c7e11",
  created_at: "2026-11-21T10:00:00.000Z",
  data: { role: "user", parts: [{ type: "hologram", depth: { z: 1 } }] },
});

/** A decoded part of an unknown type that can still be changed. */
function unfrozenPart(): { original: object } {
  const message = decode(HOLOGRAM, { freeze: false, logger: { warn: () => undefined } }) as TextMessage;
  return message.data.parts[0] as unknown as { original: object };
}

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.isFrozen(value) && Reflect.ownKeys(value).every((key) => isDeeplyFrozen(Reflect.get(value, key)));
}

describe("frozenWithin", () => {
  it("gives a frozen copy of what is nested no deeper than it may be", () => {
    const given = { a: [{ b: 1 }] };
    const copy = frozenWithin(given, 3);
    expect(copy).toEqual({ a: [{ b: 1 }] });
    expect([isSealedWithin(copy as never, 256), copy === given, Object.isFrozen(given)]).toEqual([true, false, false]);
    expect(frozenWithin(given, 2)).toBeUndefined();
  });

  it("gives what was frozen here as it is, unless it is too deep", () => {
    const value = parseJson('{"a":[{"b":1}]}');
    expect(frozenWithin(value, 3)).toBe(value);
    expect(frozenWithin(value, 2)).toBeUndefined();
  });

  it("gives nothing for what is not seen at once to be JSON", () => {
    const odd = [
      1,
      "a",
      null,
      undefined,
      new Date(0),
      { a: Number.NaN },
      { a: () => 1 },
      JSON.parse('{"__proto__":1}'),
    ];
    for (const value of odd) expect(frozenWithin(value, 9)).toBeUndefined();
  });
});

describe("canonicalJson", () => {
  it("gives equal values one text: names in the order of their UTF-16 code units, at every level", () => {
    expect(canonicalJson({ b: [{ z: 1, a: 2 }], a: null, "\u{1F600}": 1, "\uFB33": 2 })).toBe(
      '{"a":null,"b":[{"a":2,"z":1}],"\u{1F600}":1,"\uFB33":2}',
    );
  });

  it("writes numbers that a double cannot hold digit by digit", () => {
    expect(canonicalJson(parseJson(`{"b":${LONG},"a":1e400}`))).toBe(`{"a":1e400,"b":${LONG}}`);
  });

  it("is the same for any order of the members", () => {
    const members = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(members, (object) => {
        const reversed = Object.fromEntries(Object.entries(object).reverse());
        return canonicalJson(object) === canonicalJson(reversed);
      }),
    );
  });
});

describe("replaceMembers", () => {
  it("replaces, adds and leaves out members in a frozen copy, and keeps the digits of the others", () => {
    const value = parseJson(`{"a":1,"id":${LONG},"b":2}`) as { a?: number; id?: number; b?: number; c?: number };
    const changed = replaceMembers(value, { a: 5, b: undefined, c: 3 });
    expect(stringifyJson(changed)).toBe(`{"a":5,"id":${LONG},"c":3}`);
    expect([Object.isFrozen(changed), value.a]).toEqual([true, 1]);
  });

  it("replaces items of a list by their positions, and keeps the digits of the others", () => {
    const list = parseJson(`[${LONG},null,${LONG}]`) as JsonArray;
    const changed = replaceMembers(list, { 0: 1, 1: "b" });
    expect(stringifyJson(changed)).toBe(`[1,"b",${LONG}]`);
    expect([Array.isArray(changed), Object.isFrozen(changed)]).toEqual([true, true]);
  });

  it("forgets the digits of a number that is replaced", () => {
    const value = parseJson(`{"id":${LONG}}`) as { id: number };
    expect(stringifyJson(replaceMembers(value, { id: 7 }))).toBe('{"id":7}');
  });

  it("carries a member called `__proto__` like any other", () => {
    const value = parseJson('{"__proto__":{"a":1},"b":2}') as { b: number };
    expect(stringifyJson(replaceMembers(value, { b: 3 }))).toBe('{"__proto__":{"a":1},"b":3}');
  });
});

it("the names of the entry are few", () => {
  expect(Object.keys(json).sort()).toEqual([
    "canonicalJson",
    "equalJson",
    "frozenJson",
    "parseJson",
    "replaceMembers",
    "stringifyJson",
  ]);
});
