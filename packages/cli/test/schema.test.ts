/** `parlance schema`: self-contained schemas of every type, version and dialect. */
import { CURRENT_VERSION } from "@parlance/core";
import { expect, it } from "vitest";
import { runHere } from "./support/run-here.js";

async function schema(...args: readonly string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await runHere(["schema", ...args]);
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

it("prints the schema of the whole version where no type is given, with and without its id", async () => {
  const { $id, ...whole } = await schema();
  expect(whole.$schema).toBe("https://json-schema.org/draft/2020-12/schema");
  expect($id).toBe(`https://parlance.dev/schemas/v${CURRENT_VERSION}`);
  expect(whole.oneOf).toEqual((await schema("message")).oneOf);
  expect(Object.keys(whole.$defs as object)).toEqual(expect.arrayContaining(["TextMessage", "ConversationHistory"]));
  expect(await schema("--no-id")).toEqual(whole);
});

it("prints a schema that refers to nothing outside itself", async () => {
  const toolRequest = await schema("tool_request");
  const outside = references(toolRequest).filter((reference) => !reference.startsWith("#"));
  expect(outside).toEqual([]);
  expect(references(toolRequest).length).toBeGreaterThan(0);
});

it("prints draft-07 for older validators", async () => {
  const old = await schema("text", "--dialect", "draft-07");
  expect(old.$schema).toBe("http://json-schema.org/draft-07/schema#");
  expect(JSON.stringify(old)).not.toContain("$defs");
});

it("prints the schemas of version 1, and has no other meaning for --version here", async () => {
  expect(JSON.stringify(await schema("text", "--version", "1"))).toContain('"content"');
  expect(JSON.stringify(await schema("text", "--version", String(CURRENT_VERSION)))).toContain('"parts"');
});

it("takes a type as its file is called, too", async () => {
  expect(await schema("tool-request")).toEqual(await schema("tool_request"));
});
