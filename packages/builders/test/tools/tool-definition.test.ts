/** Tool definitions by hand: every rule of construction, and what a definition tells of itself. */

import type { Warning } from "@parlance/core";
import { parseJson } from "@parlance/core/json";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ToolDefinition } from "../../src/index.js";
import { errorOf, expectNoSecret, isDeeplyFrozen, issuesOf, placesOf, SECRET } from "../refusal.js";

const WRITE_FILE = {
  name: "write_file",
  description: "Writes content to a file at the specified path",
  parameters: {
    type: "object",
    properties: {
      path: { type: "string", description: "File path" },
      content: { type: "string", description: "File content" },
    },
    required: ["path", "content"],
  },
};

/** What a JavaScript caller may pass where TypeScript would refuse it. */
const create = ToolDefinition.create as (definition?: unknown, options?: unknown) => ToolDefinition;

function warningsOf(definition: unknown): readonly Warning[] {
  const warnings: Warning[] = [];
  create(definition, { logger: { warn: (warning: Warning) => warnings.push(warning) } });
  return warnings;
}

describe("creating a definition", () => {
  it("keeps name, description and parameters, is strict by default, and closes the parameters", () => {
    expect(ToolDefinition.create(WRITE_FILE)).toEqual({
      name: "write_file",
      description: "Writes content to a file at the specified path",
      parameters: {
        type: "object",
        properties: {
          path: { type: "string", description: "File path" },
          content: { type: "string", description: "File content" },
        },
        required: ["path", "content"],
        additionalProperties: false,
      },
      strict: true,
    });
  });

  it("leaves the parameters exactly as they are without strict", () => {
    const { strict, parameters } = ToolDefinition.create({ ...WRITE_FILE, strict: false });
    expect(strict).toBe(false);
    expect(parameters).toEqual(WRITE_FILE.parameters);
  });

  it("takes null and undefined for strict as nothing said", () => {
    expect(create({ ...WRITE_FILE, strict: null }).strict).toBe(true);
    expect(create({ ...WRITE_FILE, strict: undefined }).strict).toBe(true);
  });

  it("takes a tool without arguments", () => {
    const { parameters } = ToolDefinition.create({
      name: "now",
      description: "The time",
      parameters: { type: "object" },
    });
    expect(parameters).toEqual({ type: "object", additionalProperties: false });
  });

  it("gives plain data that is frozen to its last level, and shares nothing with what was given", () => {
    const given = structuredClone(WRITE_FILE);
    const definition = ToolDefinition.create(given);
    given.parameters.required.push("mode");
    given.parameters.properties.path.type = "number";
    expect(isDeeplyFrozen(definition)).toBe(true);
    expect(Object.getPrototypeOf(definition)).toBe(Object.prototype);
    expect(definition.parameters.required).toEqual(["path", "content"]);
    expect(structuredClone(definition)).toEqual(ToolDefinition.create(WRITE_FILE));
  });

  it("never changes the schema that it was given", () => {
    const given = structuredClone(WRITE_FILE);
    ToolDefinition.create(given);
    expect(given).toEqual(WRITE_FILE);
  });

  it("leaves out what no definition has", () => {
    expect(Object.keys(create({ ...WRITE_FILE, execute: () => undefined }))).toEqual([
      "name",
      "description",
      "parameters",
      "strict",
    ]);
  });

  it("keeps the digits of numbers that a double cannot hold", () => {
    const parameters = parseJson('{"type":"object","properties":{"n":{"maximum":18446744073709551615}}}') as object;
    const definition = ToolDefinition.create({ name: "count", description: "Counts", parameters });
    expect(ToolDefinition.encode(definition)).toBe(
      '{"name":"count","description":"Counts","parameters":{"type":"object","properties":{"n":{"maximum":18446744073709551615}},"additionalProperties":false},"strict":true}',
    );
  });
});

describe("a stored definition", () => {
  it("is written as JSON and comes back equal", () => {
    const definition = ToolDefinition.create(WRITE_FILE);
    const text = JSON.stringify(definition);
    expect(ToolDefinition.equals(ToolDefinition.decode(text), definition)).toBe(true);
    expect(ToolDefinition.encode(definition)).toBe(text);
  });

  it("equals another one with the same parts, in whatever order they stand", () => {
    const { name, description, parameters } = WRITE_FILE;
    const reordered = ToolDefinition.create({ parameters, description, name });
    expect(ToolDefinition.equals(reordered, ToolDefinition.create(WRITE_FILE))).toBe(true);
    expect(ToolDefinition.equals(reordered, ToolDefinition.create({ ...WRITE_FILE, strict: false }))).toBe(false);
  });
});

describe("a name", () => {
  it.each(["a", "write_file", "WriteFile2", "_", "x".repeat(64)])("may be %s", (name) => {
    expect(ToolDefinition.create({ ...WRITE_FILE, name }).name).toBe(name);
  });

  it.each(["write file", "write-file", "fs.write", "schreibe_ä", "x".repeat(65), "a\n"])("may not be %j", (name) => {
    expect(placesOf(() => ToolDefinition.create({ ...WRITE_FILE, name }))).toEqual(["/name: pattern_mismatch"]);
  });

  it("may be neither empty nor missing nor anything but text", () => {
    expect(placesOf(() => create({ ...WRITE_FILE, name: "" }))).toEqual(["/name: pattern_mismatch"]);
    expect(placesOf(() => create({ ...WRITE_FILE, name: undefined }))).toEqual([": missing_property"]);
    expect(placesOf(() => create({ ...WRITE_FILE, name: 7 }))).toEqual(["/name: wrong_type"]);
  });
});

describe("a description", () => {
  afterEach(() => vi.restoreAllMocks());

  it("must not be empty or missing", () => {
    expect(placesOf(() => create({ ...WRITE_FILE, description: "" }))).toEqual(["/description: too_short"]);
    expect(placesOf(() => create({ ...WRITE_FILE, description: undefined }))).toEqual([": missing_property"]);
  });

  it("a description of 1,024 characters is taken without a warning, also where they are pairs of surrogates", () => {
    expect(warningsOf({ ...WRITE_FILE, description: "x".repeat(1024) })).toEqual([]);
    expect(warningsOf({ ...WRITE_FILE, description: "🙂".repeat(1024) })).toEqual([]);
  });

  it("a description of more than 1,024 characters is taken with a warning", () => {
    expect(warningsOf({ ...WRITE_FILE, description: "x".repeat(1025) })).toEqual([
      {
        code: "long_description",
        path: "/description",
        message: "a description of 1025 characters is more than the 1024 that every provider takes",
      },
    ]);
  });

  it("a description that is long is told on the console where there is no logger", () => {
    const lines = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    ToolDefinition.create({ ...WRITE_FILE, description: "x".repeat(2000) });
    expect(lines.mock.calls).toEqual([
      [
        "parlance: long_description at /description: a description of 2000 characters is more than the 1024 that every provider takes",
      ],
    ]);
  });

  it("is not lost by a logger that throws", () => {
    const logger = {
      warn(): void {
        throw new Error("no disk");
      },
    };
    const description = "x".repeat(2000);
    expect(ToolDefinition.create({ ...WRITE_FILE, description }, { logger }).description).toBe(description);
  });
});

describe("parameters", () => {
  it.each([
    ["are missing", undefined, ": missing_property"],
    ["are null", null, "/parameters: wrong_type"],
    ["are true, which is a schema of anything", true, "/parameters: wrong_type"],
    ["are text", '{"type":"object"}', "/parameters: wrong_type"],
    ["are a list", [], "/parameters: wrong_type"],
    ["say nothing of an object", {}, "/parameters/type: not_allowed_value"],
    ["are of an array", { type: "array" }, "/parameters/type: not_allowed_value"],
    ["are of an object among others", { type: ["object", "null"] }, "/parameters/type: not_allowed_value"],
    ["are of an object in a branch only", { anyOf: [{ type: "object" }] }, "/parameters/type: not_allowed_value"],
    ["hold a date", { type: "object", default: new Date(0) }, "/parameters: not_json_value"],
    ["hold a function", { type: "object", properties: { a: () => true } }, "/parameters: not_json_value"],
    [
      "hold a keyword that is not a schema",
      { type: "object", properties: { a: { type: "text" } } },
      "/parameters/properties/*/type: bad_keyword",
    ],
    [
      "refer to what is not there",
      { type: "object", properties: { a: { $ref: "#/$defs/A" } } },
      "/parameters/properties/*/$ref: broken_reference",
    ],
    [
      "refer to another document",
      { type: "object", properties: { a: { $ref: "https://example.com/a.json" } } },
      "/parameters/properties/*/$ref: remote_reference",
    ],
    ["are in a dialect that is not a name", { $schema: 7, type: "object" }, "/parameters/$schema: bad_keyword"],
    [
      "are in a dialect of their own",
      { $schema: "https://json-schema.org/draft/2019-09/schema", type: "object" },
      "/parameters/$schema: unknown_dialect",
    ],
  ])("are refused when they %s", (_, parameters, place) => {
    expect(placesOf(() => create({ ...WRITE_FILE, parameters }))).toEqual([place]);
  });

  it.each([
    "https://json-schema.org/draft/2020-12/schema",
    "https://json-schema.org/draft/2020-12/schema#",
    "http://json-schema.org/draft-07/schema#",
    "http://json-schema.org/draft-07/schema",
  ])("may be written in the dialect %s", ($schema) => {
    const parameters = { $schema, type: "object", properties: { a: { type: "string" } }, additionalProperties: false };
    expect(create({ ...WRITE_FILE, parameters }).parameters).toEqual(parameters);
  });

  it("may hold keywords and formats that nobody knows", () => {
    const parameters = {
      type: "object",
      "x-order": 1,
      additionalProperties: false,
      properties: { a: { format: "iban" } },
    };
    expect(create({ ...WRITE_FILE, parameters }).parameters).toEqual(parameters);
  });
});

describe("a refusal", () => {
  it("lists every problem at once", () => {
    const definition = {
      name: "write file",
      description: "",
      strict: "yes",
      parameters: { type: "array", properties: { a: { type: 7, pattern: "(" } }, required: "a" },
    };
    expect(placesOf(() => create(definition))).toEqual([
      "/name: pattern_mismatch",
      "/parameters/type: not_allowed_value",
      "/parameters/required: bad_keyword",
      "/parameters/properties/*/type: bad_keyword",
      "/parameters/properties/*/pattern: bad_keyword",
      "/description: too_short",
      "/strict: wrong_type",
    ]);
  });

  it("says what is expected and what was found, and nothing of the schema", () => {
    const parameters = {
      type: "object",
      properties: { [SECRET]: { type: SECRET, pattern: `(${SECRET}`, $ref: `https://${SECRET}/` } },
      patternProperties: { [`[${SECRET}`]: true },
      $defs: { [SECRET]: SECRET },
      $schema: `https://${SECRET}`,
    };
    const definition = { name: `${SECRET} `, description: "Does", parameters };
    expectNoSecret(errorOf(() => create(definition)));
    expect(issuesOf(() => create(definition)).slice(1, 3)).toEqual([
      {
        code: "unknown_dialect",
        path: "/parameters/$schema",
        keyword: "",
        expected: "JSON Schema of the dialect 2020-12 or draft-07",
        found: "another dialect",
      },
      {
        code: "bad_keyword",
        path: "/parameters/patternProperties",
        keyword: "",
        expected: "an object of schemas by regular expressions",
        found: "object",
      },
    ]);
  });

  it("names all parts that are missing", () => {
    expect(issuesOf(() => create({})).map(({ path, expected }) => `${path}: ${expected}`)).toEqual([
      ': property "name"',
      ': property "description"',
      ': property "parameters"',
    ]);
  });

  it("is given for what is not an object at all", () => {
    expect(placesOf(() => create())).toEqual([": wrong_type"]);
    expect(placesOf(() => create(null))).toEqual([": wrong_type"]);
    expect(placesOf(() => create([WRITE_FILE]))).toEqual([": wrong_type"]);
  });
});

describe("describing a definition", () => {
  it("tells its name, its sizes and whether it is strict", () => {
    expect(ToolDefinition.describe(ToolDefinition.create(WRITE_FILE))).toBe(
      "ToolDefinition(write_file, description of 46 characters, 2 parameters, strict)",
    );
    const open = ToolDefinition.create({
      name: "now",
      description: "T",
      parameters: { type: "object" },
      strict: false,
    });
    expect(ToolDefinition.describe(open)).toBe(
      "ToolDefinition(now, description of 1 character, 0 parameters, not strict)",
    );
  });

  it("shows the beginning of the description when asked to", () => {
    expect(ToolDefinition.describe(ToolDefinition.create(WRITE_FILE), { content: true, max: 14 })).toBe(
      'ToolDefinition(write_file, description of 46 characters, 2 parameters, strict): "Writes content…"',
    );
  });

  it("tells a name from elsewhere on one line, since it may hold anything", () => {
    const foreign = ToolDefinition.parse({ name: "\u001b[31m", description: SECRET, parameters: { properties: 5 } });
    expect(ToolDefinition.describe(foreign)).toBe(
      "ToolDefinition(\\u{1b}[31m, description of 14 characters, 0 parameters, strict)",
    );
  });
});
