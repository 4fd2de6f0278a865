/** What a user gets by installing: the names that are API, the entries, and issue codes that are all documented. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { MESSAGE_TYPES } from "@parlance/core";
import { expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };
import * as main from "../src/index.js";
import * as jsonSchema from "../src/json-schema.js";

const PACKAGE = join(import.meta.dirname, "..");

/** A change here is a change of the API: was it meant? */
const COMPANIONS = [
  "AgentRequest",
  "ChatMessage",
  "ConversationHistory",
  "FileContext",
  "FileReferenceMessage",
  "ImageMessage",
  "McpResourceMessage",
  "MessageRole",
  "RiskLevel",
  "SystemControlMessage",
  "TextMessage",
  "TextSelection",
  "ToolAvailabilityContext",
  "ToolCall",
  "ToolCallDelta",
  "ToolCategory",
  "ToolDefinition",
  "ToolPermission",
  "ToolRequestMessage",
  "ToolResult",
  "ToolResultMessage",
];

/** Those of the message types, and of the other types that have one. */
const BUILDERS = [
  ...MESSAGE_TYPES.map(
    (type) => `${type.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}MessageBuilder`,
  ),
  "AgentRequestBuilder",
  "InferenceOptionsBuilder",
  "ToolAvailabilityContextBuilder",
];

it("the names at run time are one companion a type, the fluent builders, and one function that belongs to no type", () => {
  expect(Object.keys(main).sort()).toEqual(
    [...COMPANIONS, ...BUILDERS, "createToolCallAccumulator", "timestamp"].sort(),
  );
  expect(Object.keys(jsonSchema)).toEqual(["standardSchemaOf"]);
});

it("every companion has what core's has, and cannot be changed", () => {
  for (const name of COMPANIONS) {
    const companion = (main as Record<string, unknown>)[name] as object;
    const missing = ["is", "parse", "safeParse", "decode", "encode", "equals", "schema", "~standard"].filter(
      (member) => !(member in companion),
    );
    expect([name, missing, Object.isFrozen(companion)]).toEqual([name, [], true]);
  }
});

it("a schema of a companion is a fresh copy each time it is read", () => {
  expect(main.ToolCall.schema).toEqual(main.ToolCall.schema);
  expect(main.ToolCall.schema).not.toBe(main.ToolCall.schema);
});

it("the package has two public entries, one for its siblings, and no side effects", () => {
  expect(Object.keys(manifest.exports)).toEqual([".", "./internal", "./json-schema", "./package.json"]);
  expect(manifest.sideEffects).toBe(false);
});

it("runs in browsers and workers: no source file reaches for Node", () => {
  const reaching = sources().filter(([, text]) => /from "node:|\bprocess\.|\bBuffer\b|\brequire\(/.test(text));
  expect(reaching.map(([file]) => file)).toEqual([]);
});

it("every code of an issue or a warning that is made here is explained in the documentation", () => {
  const pages = ["../../docs/issues.md", "README.md"].map((page) => readFileSync(join(PACKAGE, page), "utf8")).join();
  const codes = sources().flatMap(([, text]) =>
    [...text.matchAll(/(?:\bissue\(\s*|\bcode: )"([a-z_]+)"/g)].map(([, code]) => code as string),
  );
  expect(codes.length).toBeGreaterThan(50);
  expect([...new Set(codes)].filter((code) => !pages.includes(`\`${code}\``)).sort()).toEqual([]);
});

function sources(): [file: string, text: string][] {
  return readdirSync(join(PACKAGE, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => [file, readFileSync(join(PACKAGE, "src", file), "utf8")]);
}
