/** The errors as API: their codes, markers and fields. */

import { describe, expect, it } from "vitest";
import { ParlanceError, ParseError, UnsupportedVersionError, ValidationError } from "../src/index.js";

const parse = new ParseError("not_json", "expected a value", { offset: 4, line: 2, column: 3 });
const validation = new ValidationError([
  { code: "too_few", path: "/data/parts", keyword: "minItems", expected: "at least 1 item", found: "0 items" },
]);
const version = new UnsupportedVersionError([1, 2]);

describe("every error", () => {
  it.each([
    [parse, "ParseError", "not_json", "expected a value at line 2, column 3"],
    [validation, "ValidationError", "invalid", "/data/parts: expected at least 1 item, found 0 items"],
    [version, "UnsupportedVersionError", "unsupported_version", "the schema version must be one of 1, 2"],
  ])("has its name, a stable code and a message: %s", (error, name, code, message) => {
    expect(error).toBeInstanceOf(Error);
    expect([error.name, error.code, error.message, String(error)]).toEqual([
      name,
      code,
      message,
      `${name}: ${message}`,
    ]);
    expect(error.cause).toBeUndefined();
  });

  it("is recognised by its marker, also when it comes from another copy of the package", () => {
    for (const error of [parse, validation, version]) expect(ParlanceError.isInstance(error)).toBe(true);
    expect([ParseError.isInstance(parse), ParseError.isInstance(validation)]).toEqual([true, false]);
    expect([ValidationError.isInstance(validation), ValidationError.isInstance(parse)]).toEqual([true, false]);
    expect([UnsupportedVersionError.isInstance(version), UnsupportedVersionError.isInstance(parse)]).toEqual([
      true,
      false,
    ]);
    const foreign = Object.assign(new Error("x"), { [Symbol.for("parlance.error")]: true });
    expect(ParlanceError.isInstance(foreign)).toBe(true);
  });

  it.each([[null], [undefined], ["error"], [new Error("x")], [{}]])("is nothing else: %s", (value) => {
    expect(ParlanceError.isInstance(value)).toBe(false);
    expect(ParseError.isInstance(value)).toBe(false);
  });

  it("is asked of anything without a throw", () => {
    const trap = (): never => {
      throw new Error("my secret");
    };
    expect(ParlanceError.isInstance(new Proxy({}, { has: trap, get: trap, getPrototypeOf: trap }))).toBe(false);
  });

  it("carries its fields", () => {
    expect({ ...parse }).toEqual({
      name: "ParseError",
      code: "not_json",
      rule: "expected a value",
      offset: 4,
      line: 2,
      column: 3,
    });
    expect(JSON.parse(JSON.stringify(validation))).toMatchObject({ code: "invalid", issues: [{ code: "too_few" }] });
  });

  it("summarises at most three issues", () => {
    const issue = { code: "wrong_type", path: "/a", keyword: "type", expected: "string", found: "null" };
    expect(new ValidationError([issue, issue, issue, issue, issue]).message).toBe(
      "/a: expected string, found null; /a: expected string, found null; /a: expected string, found null; and 2 more",
    );
  });
});
