/** Numbers that a double cannot hold survive digit by digit, or are refused, and are never changed in silence. */

import { anyCharacter } from "@parlance/sampler";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decode,
  encode,
  equals,
  inexactNumbers,
  type JsonObject,
  type JsonValue,
  Message,
  migrateRecord,
  type TextMessage,
  ToolCall,
  type ToolResultMessage,
  ValidationError,
} from "../../src/index.js";
import { frozenJson, parseJson, replaceMembers, stringifyJson } from "../../src/json.js";
import { isExactDecimal } from "../../src/reading/exact-decimal.js";
import { isInexact, mayHoldInexact } from "../../src/reading/inexact.js";
import { traitsOfTree } from "../../src/reading/survey.js";
import { countEffort } from "../effort.js";
import { check, listening, numbered, OLD_TEXT, QUIET, resultWith, TEXT, textWith } from "../messages.js";

const THAWED = { ...QUIET, freeze: false };

const INEXACT = [
  "9007199254740993",
  "-12345678901234567890",
  "123456789012345678901234567890",
  "0.1000000000000000055511151231257827",
  "1.00000000000000000001",
  "12.3440000000000000001",
  "999.99899999999999999",
  "1e400",
  "-1E+400",
  "1e-400",
  "2e-324",
  "0.00000000000000000000000000000000000000001e-300",
  "0.10000000000000001",
  "-122.41941550000002",
  "123456.78900000000430736690759658813",
];
const EXACT = [
  "0",
  "-0",
  "1.0",
  "1e2",
  "1E+2",
  "9007199254740992",
  "1e22",
  "5e-324",
  "0.1",
  "0.30000000000000004",
  "100000000000000000000000",
  "0e400",
  "1.50000000000000000000",
  "-0.0",
  "1E5",
  "0.1e1",
  "1e-05",
  "1e+16",
  "3.141592653589793",
  "-122.41941550000001",
  "2.2250738585072014e-308",
  "1.7976931348623157e+308",
];

describe("a number that a double cannot hold", () => {
  it.each(INEXACT)("comes back as it was, and is reported: %s", (literal) => {
    const text = resultWith(`{"a":[${literal},1]}`);
    const { options, warnings } = listening();
    const message = decode(text, options);
    expect(inexactNumbers(message)).toEqual(["/data/output/a/0"]);
    expect(warnings.map(({ code, path }) => [code, path])).toEqual([["inexact_number", "/data"]]);
    expect(encode(message)).toBe(text);
    expect(encode({ ...message })).toBe(text);
  });

  it.each(EXACT)("is none of these: %s", (literal) => {
    const { options, warnings } = listening();
    const message = decode(resultWith(`[${literal}]`), options);
    expect(inexactNumbers(message)).toEqual([]);
    expect(warnings).toEqual([]);
  });

  it("is kept in metadata, unknown fields and known numbers alike", () => {
    const text = TEXT.replace('"data":{', '"data":{"x":9007199254740993,').replace(
      '{"type":"text","text":"Hello"}',
      '{"type":"text","text":"Hello","y":{"z":1e999}}',
    );
    const message = decode(text, QUIET);
    expect(inexactNumbers(message)).toEqual(["/data/x", "/data/parts/0/y/z"]);
    const again = encode({ ...message, metadata: { a: 1 } } as Message);
    expect(again).toContain('"x":9007199254740993');
    expect(again).toContain('"y":{"z":1e999}');
  });

  it("is kept as the version of a message from the future, too", () => {
    const text = numbered(TEXT, "9007199254740993");
    expect(encode({ ...decode(text, QUIET) })).toBe(text);
  });

  it("survives a migration", () => {
    const old = OLD_TEXT.replace('"data":{', '"seq":9007199254740993,"data":{"n":-12345678901234567890,');
    const message = decode(old, QUIET);
    expect(inexactNumbers(message).length).toBe(2);
    for (const text of [encode(message), (migrateRecord(old) as { text: string }).text]) {
      expect(text).toContain('"n":-12345678901234567890');
      expect(text).toContain('"seq":9007199254740993');
    }
    const down = encode(message, { schemaVersion: 1 }).text;
    expect(down).toContain('"n":-12345678901234567890');
    expect(down).toContain('"seq":9007199254740993');
  });

  it("survives the migration of a value as that of its text", () => {
    const old = OLD_TEXT.replace(
      '"data":{',
      '"seq":9007199254740993,"data":{"n":-12345678901234567890,"deep":[[1e400]],',
    );
    const message = Message.parse(parseJson(old));
    expect(inexactNumbers(message)).toEqual(inexactNumbers(decode(old, QUIET)));
    const text = encode(message);
    expect(text).toContain('"n":-12345678901234567890,"deep":[[1e400]]');
    expect(text).toContain('"seq":9007199254740993');
  });

  it("is refused in an older value where its digits were not kept", () => {
    const changeable = {
      ...JSON.parse(OLD_TEXT),
      seq: (decode(resultWith('{"id":9007199254740993}'), THAWED) as ToolResultMessage).data.output,
    };
    expect(Message.safeParse(changeable)).toMatchObject({ ok: false, error: { issues: [{ code: "inexact_number" }] } });
  });

  it("is kept however a program puts together what holds it", () => {
    const inner = parseJson('{"n":9007199254740993,"deep":[[1e400]]}');
    const same = parseJson('{"n":9007199254740993,"deep":[[1e400]]}');
    const other = parseJson('{"n":9007199254740992,"deep":[[1e400]]}');
    const ways: readonly ((value: JsonValue) => JsonValue)[] = [
      (value) => ({ a: 1, value }),
      (value) => [value, "x"],
      (value) => Object.freeze({ value }),
      (value) => frozenJson({ value }),
      (value) => frozenJson([frozenJson([value])]),
      (value) => replaceMembers(frozenJson({ a: 1, value: 2 }) as JsonObject, { value }) as JsonValue,
      (value) => ToolCall.parse({ id: "c", name: "n", arguments: { value } }) as unknown as JsonValue,
    ];
    const chosen = fc.array(fc.constantFrom(...ways), { maxLength: 4 });
    check(chosen, (steps) => {
      const put = (value: JsonValue): JsonValue => steps.reduce((made, step) => step(made), value);
      const message = (value: JsonValue): Message => ({ ...decode(TEXT), metadata: { deep: put(value) } }) as Message;
      for (const text of [stringifyJson(put(inner)), encode(message(inner)), encode(Message.parse(message(inner)))]) {
        expect(text).toContain('"n":9007199254740993,"deep":[[1e400]]');
      }
      expect([same, other].map((value) => equals(message(inner), message(value)))).toEqual([true, false]);
      const read = (value: JsonValue): Message => Message.parse(message(value));
      expect([same, other].map((value) => equals(read(inner), read(value)))).toEqual([true, false]);
      expect([same, other].map((value) => Message.equals(read(inner), message(value)))).toEqual([true, false]);
    });
  });

  it("is kept and compared in what is unknown, wherever a program puts it", () => {
    const partWith = (n: string): object => {
      const message = decode(textWith(`{"type":"acme","n":${n}}`), QUIET) as TextMessage;
      return message.data.parts[0] as object;
    };
    const message = (metadata: JsonValue): Message => ({ ...decode(TEXT), metadata }) as Message;
    const inside = (n: string): JsonValue => frozenJson({ part: partWith(n) });
    expect(encode(message(inside("9007199254740993")))).toContain('"n":9007199254740993');
    const read = (n: string): Message => Message.parse(message({ part: partWith(n) } as unknown as JsonValue));
    expect(equals(read("9007199254740993"), read("9007199254740993"))).toBe(true);
    expect(equals(read("9007199254740993"), read("9007199254740992"))).toBe(false);
  });

  it("cannot be written from a value that was not frozen", () => {
    const message = decode(resultWith('{"id":9007199254740993}'), { ...QUIET, freeze: false });
    expect(inexactNumbers(message)).toEqual(["/data/output/id"]);
    expect(() => encode(message)).toThrow(ValidationError);
    expect(() => encode({ ...message })).toThrow("an inexact number");
  });

  it("is found under every name and in every text around it", () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 40 });
    const literal = fc.oneof(
      fc.constantFrom(...INEXACT, ...EXACT),
      fc.bigInt({ min: -(2n ** 90n), max: 2n ** 90n }).map(String),
    );
    check(fc.tuple(text, text, literal, fc.nat(20)), ([before, key, number, spaces]) => {
      const input = resultWith(`[${JSON.stringify(before)},{${JSON.stringify(key)}:${" ".repeat(spaces)}${number} }]`);
      const message = decode(input, QUIET);
      expect(inexactNumbers(message).length).toBe(isInexact(number) ? 1 : 0);
      expect(encode({ ...message })).toContain(isInexact(number) ? number : "");
    });
  });
});

describe("the search for such numbers", () => {
  const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: 30 });
  const literals = fc
    .tuple(fc.constantFrom("", "-"), digits, fc.option(digits), fc.option(fc.integer({ min: -420, max: 420 })))
    .map(([sign, whole, fraction, exponent]) => {
      const trimmed = whole.replace(/^0+(?=.)/, "");
      return `${sign}${trimmed}${fraction === null ? "" : `.${fraction}`}${exponent === null ? "" : `e${exponent}`}`;
    });

  it("agrees with exact arithmetic", () => {
    check(
      literals,
      (literal) => {
        const double = Number(literal);
        const changed = !Number.isFinite(double) || !isSame(literal, String(double));
        expect(isInexact(literal)).toBe(changed);
      },
      2000,
    );
  });

  it("never overlooks one by its short cut", () => {
    check(
      fc.tuple(literals, fc.nat(40)),
      ([literal, offset]) => {
        if (isInexact(literal)) expect(isSuspected(`${" ".repeat(offset)}{"a":[${literal}]}`)).toBe(true);
      },
      2000,
    );
  });

  it("never overlooks one that reads as a small whole number, however it is spelled", () => {
    const nearWhole = fc
      .tuple(fc.integer({ min: 0, max: 999_999 }), fc.boolean(), fc.integer({ min: 0, max: 30 }), digits, fc.nat(40))
      .map(([whole, below, run, tail, point]) => {
        const mantissa = below ? `${whole}${"9".repeat(run)}${tail}` : `${whole}${"0".repeat(run)}${tail}`;
        const at = Math.min(point, mantissa.length - 1);
        const spelled = at === 0 ? mantissa : `${mantissa.slice(0, at)}.${mantissa.slice(at)}`;
        const power = String(whole).length - (at === 0 ? mantissa.length : at);
        return `${spelled.replace(/^0+(?=[0-9])/, "")}${power === 0 ? "" : `e${power}`}`;
      });
    check(
      nearWhole,
      (literal) => {
        if (isInexact(literal)) expect(isSuspected(`{"a":${literal}}`)).toBe(true);
      },
      5000,
    );
  });

  const doubles = fc.double({ noNaN: true, noDefaultInfinity: true });

  it("finds none in what programs print of doubles", () => {
    const printed = fc.oneof(
      doubles.map((value) => JSON.stringify(value)),
      doubles.filter((value) => Math.abs(value) < 1e20).map((value) => value.toFixed(3)),
      doubles.map((value) => value.toPrecision(15)),
      doubles.map((value) => value.toExponential()),
    );
    const find = (literal: string): void => {
      expect(isSuspected(`{"a":[${literal}]}`)).toBe(isInexact(literal));
    };
    check(printed, find, 3000);
    check(doubles, (value) => void expect(isSuspected(JSON.stringify({ value }))).toBe(false), 3000);
  });

  it("finds none in long numbers that a double gives back", () => {
    const text = '{"pi":3.141592653589793,"list":[0.1,-122.41941550000001,1732183200000,0.30000000000000004],"n":0}';
    expect(isSuspected(text)).toBe(false);
    expect(isSuspected(text.replace("3.141592653589793", "3.1415926535897932"))).toBe(true);
    expect(isSuspected(text.replace("0.30000000000000004", "0.3000000000000000445"))).toBe(true);
    expect(isSuspected(text.replace('"n":0', '"n":1e-400'))).toBe(true);
  });

  it.each([
    ["3.141592653589793", true],
    ["-122.41941550000001", true],
    ["0.30000000000000004", true],
    ["0.1234", true],
    ["0.10000000000000001", false],
    ["9007199254740993", false],
    ["12345678901234567", false],
    ["1e5", false],
  ])("sees by arithmetic whether a double prints as %s: %s", (literal, isExact) => {
    expect(isExactDecimal(literal, 0, literal.length)).toBe(isExact);
  });

  it("never takes by arithmetic an inexact number for an exact one, also beside powers of two and half-way between doubles", () => {
    const power = fc.integer({ min: -50, max: 70 }).map((exponent) => 2 ** exponent);
    const near = fc.tuple(power, fc.integer({ min: -3, max: 3 }), fc.constantFrom(2 ** -53, 2 ** -52));
    const value = fc.oneof(
      near.map(([base, steps, unit]) => base * (1 + steps * unit)),
      doubles.filter((double) => Math.abs(double) > 1e-7 && Math.abs(double) < 1e20),
    );
    const spelled = fc.oneof(
      fc.tuple(value, fc.integer({ min: 15, max: 19 })).map(([double, digits]) => double.toPrecision(digits)),
      fc
        .tuple(value, fc.integer({ min: -9, max: 9 }))
        .map(([double, by]) => lastDigitMoved(double.toPrecision(17), by)),
      fc.tuple(digits, digits).map(([whole, fraction]) => `${whole.replace(/^0+(?=.)/, "")}.${fraction}`),
    );
    check(
      spelled,
      (literal) => {
        if (isExactDecimal(literal, 0, literal.length)) expect(isSame(literal, String(Number(literal)))).toBe(true);
      },
      20_000,
    );
  });

  it("does not take hashes, UUIDs, times, source code and ordinary numbers for one", () => {
    const innocent = [
      '"00000000-0000-4000-8000-000000000001"',
      '"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"',
      '"9f86d081884c7d65-1e400-1e999"',
      '"const big = 12345678901234567890n; const tiny = 1e-400; x.y1e400;"',
      '"2026-11-21T10:00:00.000Z"',
      "1732183200000",
      "0.25",
      "-17",
      "1e10",
    ];
    for (const json of innocent) expect(isSuspected(`{"n":0,"f":0.5,"a":[${json}]}`)).toBe(false);
  });

  it("takes time in proportion to the text, whatever the text", () => {
    const long = 1_000_000;
    for (const unit of ["1", "1.", "1e100", "-", "1e100-", "1234567890123456 ", "0", "00000a"]) {
      const text = JSON.stringify({ a: 0.5, text: `,${unit.repeat(long / unit.length)}x` });
      const effort = countEffort();
      isSuspected(text);
      expect(effort()).toBeLessThan(80);
    }
  });

  it("is quick on a million digits", () => {
    const effort = countEffort();
    expect(isInexact(`1${"0".repeat(1_000_000)}1`)).toBe(true);
    expect(isInexact(`0.${"0".repeat(500_000)}1${"0".repeat(500_000)}`)).toBe(true);
    expect(effort()).toBeLessThan(80);
  });
});

function isSuspected(text: string): boolean {
  return mayHoldInexact(text, traitsOfTree(JSON.parse(text)));
}

function lastDigitMoved(literal: string, by: number): string {
  const digit = Math.min(9, Math.max(0, Number(literal.at(-1)) + by));
  return literal.slice(0, -1) + digit;
}

/** Compares two decimal literals as fractions of integers. */
function isSame(a: string, b: string): boolean {
  const [left, right] = [fraction(a), fraction(b)];
  const power = Math.min(left.power, right.power);
  return left.digits * 10n ** BigInt(left.power - power) === right.digits * 10n ** BigInt(right.power - power);
}

function fraction(literal: string): { digits: bigint; power: number } {
  const [mantissa = "", exponent = "0"] = literal.toLowerCase().split("e");
  const [whole = "", decimals = ""] = mantissa.split(".");
  const digits = BigInt((whole + decimals).replace("-", ""));
  return {
    digits: mantissa.startsWith("-") ? -digits : digits,
    power: digits === 0n ? 0 : Number(exponent) - decimals.length,
  };
}
