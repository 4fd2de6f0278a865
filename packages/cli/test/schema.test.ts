/** `parlance schema`: self-contained schemas of every type, version and dialect. */
import { expect, it } from "vitest";
import { run } from "./support/run.js";

function schema(...args: readonly string[]): Record<string, unknown> {
  const { code, stdout, stderr } = run(["schema", ...args]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

/** Every `$ref` in a schema. */
function references(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === "$ref" && typeof member === "string" ? [member] : references(member),
  );
}

it("prints the schema of any message where no type is given", () => {
  const any = schema();
  expect(any.$schema).toBe("https://json-schema.org/draft/2020-12/schema");
  expect(any).toEqual(schema("message", "--version", "2", "--dialect", "2020-12"));
});

it("prints a schema that refers to nothing outside itself", () => {
  const toolRequest = schema("tool_request");
  const outside = references(toolRequest).filter((reference) => !reference.startsWith("#"));
  expect(outside).toEqual([]);
  expect(references(toolRequest).length).toBeGreaterThan(0);
});

it("prints draft-07 for older validators", () => {
  const old = schema("text", "--dialect", "draft-07");
  expect(old.$schema).toBe("http://json-schema.org/draft-07/schema#");
  expect(JSON.stringify(old)).not.toContain("$defs");
});

it("prints the schemas of version 1, and has no other meaning for --version here", () => {
  expect(JSON.stringify(schema("text", "--version", "1"))).toContain('"content"');
  expect(JSON.stringify(schema("text", "--version", "2"))).toContain('"parts"');
});

it("takes a type as its file is called, too", () => {
  expect(schema("tool-request")).toEqual(schema("tool_request"));
});
