/** The one place where text that another program wrote is edited: it must refuse what it does not know. */

import { describe, expect, it } from "vitest";
import { adaptAjvModule } from "../src/emit/ajv-module.js";

describe("what ajv wrote as an ES module", () => {
  const written = [
    '"use strict";',
    "export const Word = validate20;",
    'const func4 = require("ajv/dist/runtime/ucs2length").default;',
    "",
    "function validate20(data){",
    'return func4(data) < 3 || require_(data) || data === "require(x)";',
    "}",
    "",
    "export const List = validate21;",
    'const func7 = require("ajv/dist/runtime/equal").default;',
    "",
    "function validate21(data){",
    "return func7(data, validate20(data));",
    "}",
  ].join("\n");
  const module = adaptAjvModule(written, "../runtime");

  it("imports helpers of our own in the place of what ajv requires", () => {
    expect(module.imports).toEqual([
      'import { codePointLength as func4 } from "../runtime/text.js";',
      'import { equalJson as func7 } from "../runtime/equal.js";',
    ]);
    expect(module.body).not.toContain("ajv/dist");
  });

  it("keeps equal items in an object that inherits nothing, so that a text `__proto__` is found again", () => {
    const { body } = adaptAjvModule("const indices0 = {};\nindices0[item0] = i1;", "../runtime");
    expect(body).toBe("const indices0 = Object.create(null);\nindices0[item0] = i1;");
    expect(() => adaptAjvModule("let indices0 = {};", "../runtime")).toThrow("a form that is not known");
  });

  it("lists its functions instead of exporting each", () => {
    expect([...module.validators]).toEqual([
      ["Word", "validate20"],
      ["List", "validate21"],
    ]);
    expect(module.body).not.toContain("export");
  });

  it("keeps everything else as it was", () => {
    expect(module.body.split("\n").filter((line) => line !== "")).toEqual([
      "function validate20(data){",
      'return func4(data) < 3 || require_(data) || data === "require(x)";',
      "}",
      "function validate21(data){",
      "return func7(data, validate20(data));",
      "}",
    ]);
  });
});

describe("what is not known stops the generator", () => {
  it("a module that has no helper stops the generator", () => {
    expect(() =>
      adaptAjvModule('const func1 = require("ajv-formats/dist/formats").fullFormats;', "../runtime"),
    ).toThrow("require");
    expect(() => adaptAjvModule('const func1 = require("ajv/dist/runtime/re2").default;', "../runtime")).toThrow(
      "ajv/dist/runtime/re2",
    );
  });

  it("a require in the middle of a line stops the generator", () => {
    expect(() => adaptAjvModule('function f(x){ return require("fs").readFileSync(x); }', "../runtime")).toThrow(
      "require",
    );
  });

  it("a function that is written twice stops the generator", () => {
    expect(() => adaptAjvModule("function validate20(){\n}\nfunction validate20(){\n}", "../runtime")).toThrow("twice");
  });

  it("an export in another form stops the generator", () => {
    expect(() => adaptAjvModule("export default validate20;", "../runtime")).toThrow("export");
  });
});
