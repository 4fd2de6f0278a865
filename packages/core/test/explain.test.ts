/** What a user is told about a value that was refused: every broken rule, where it is, and nothing of the content. */

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Issue } from "../src/errors/issue.js";
import { explain as explainNode } from "../src/explain.js";
import { CURRENT_VERSION } from "../src/generated/contract.gen.js";
import { SCHEMAS, type SchemaName } from "../src/generated/schemas.gen.js";
import type { TableNode } from "../src/runtime/table-node.js";
import { countEffort } from "./effort.js";
import { invalidExamples, validExamples } from "./examples.js";
import { versionOf } from "./versions.js";

const ID = "00000000-0000-4000-8000-000000000001";
const ENVELOPE = { schema_version: CURRENT_VERSION, id: ID, created_at: "2026-11-21T10:00:00.000Z" };
const SENTINEL = "s3ntinel";

function explain(version: number, definition: string, value: unknown): readonly Issue[] {
  return explainNode(versionOf(version).table[definition] as TableNode, value);
}

function text(data: unknown, more: object = {}): object {
  return { type: "text", ...ENVELOPE, data, ...more };
}

function definitionOf(version: number, root: string): string {
  return SCHEMAS[version]?.[root as SchemaName]?.name ?? "";
}

describe("an issue names the rule and the place", () => {
  const call = { id: "c", name: "n", arguments: {} };
  const part = { type: "text", text: "x" };
  const cases: [title: string, definition: string, value: unknown, issues: object[]][] = [
    [
      "a property that must be there, at the object that lacks it",
      "Message",
      text({ role: "user" }),
      [
        {
          code: "missing_property",
          path: "/data",
          keyword: "required",
          expected: 'property "parts"',
          found: "no such property",
        },
      ],
    ],
    [
      "a value of another type",
      "Message",
      text({ role: "user", parts: [{ type: "text", text: 5 }] }),
      [{ code: "wrong_type", path: "/data/parts/0/text", keyword: "type", expected: "string", found: "number" }],
    ],
    [
      "a value of none of several types",
      "ChatMessage",
      { role: "user", content: true },
      [{ code: "wrong_type", path: "/content", keyword: "type", expected: "string or array", found: "boolean" }],
    ],
    [
      "a list without the items it must have",
      "Message",
      text({ role: "user", parts: [] }),
      [{ code: "too_few", path: "/data/parts", keyword: "minItems", expected: "at least 1 item", found: "0 items" }],
    ],
    [
      "a text that is too short, and one that is too long by one code point",
      "ToolCall",
      { ...call, id: "", name: "\u{1f600}".repeat(257) },
      [
        {
          code: "too_short",
          path: "/id",
          keyword: "minLength",
          expected: "at least 1 character",
          found: "0 characters",
        },
        {
          code: "too_long",
          path: "/name",
          keyword: "maxLength",
          expected: "at most 256 characters",
          found: "257 characters",
        },
      ],
    ],
    [
      "a value that is none of those allowed, which are listed",
      "Message",
      text({ role: "tool", parts: [part] }),
      [
        {
          code: "not_allowed_value",
          path: "/data/role",
          keyword: "enum",
          expected: '"system" or "user" or "assistant"',
          found: "string",
        },
      ],
    ],
    [
      "a text of another form, with the form",
      "Message",
      text({ role: "user", parts: [part] }, { id: "message 17" }),
      [
        {
          code: "pattern_mismatch",
          path: "/id",
          keyword: "pattern",
          expected: "text matching ^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$",
          found: "10 characters",
        },
      ],
    ],
    [
      "a number out of its range",
      "Message",
      { type: "file_reference", ...ENVELOPE, data: { path: "a", start_line: 0 } },
      [{ code: "too_small", path: "/data/start_line", keyword: "minimum", expected: "at least 1", found: "number" }],
    ],
    [
      "a version that is too old for its schema",
      "Message",
      text({ role: "user", parts: [part] }, { schema_version: 1 }),
      [
        {
          code: "too_small",
          path: "/schema_version",
          keyword: "minimum",
          expected: `at least ${CURRENT_VERSION}`,
          found: "number",
        },
      ],
    ],
    [
      "items that should differ",
      "ToolAvailabilityContext",
      { enabled_tool_ids: ["a", "b", "a"] },
      [
        {
          code: "not_unique",
          path: "/enabled_tool_ids",
          keyword: "uniqueItems",
          expected: "items that all differ",
          found: "3 items",
        },
      ],
    ],
    [
      "a text that the schema forbids",
      "Message",
      { type: "file_reference", ...ENVELOPE, data: { path: "../secret" } },
      [
        {
          code: "not_allowed",
          path: "/data/path",
          keyword: "not",
          expected: "a value that the schema does not forbid",
          found: "9 characters",
        },
      ],
    ],
    [
      "one of several properties, of which null counts as none",
      "ChatMessage",
      { role: "assistant", content: null },
      [
        {
          code: "missing_property",
          path: "",
          keyword: "anyOf",
          expected: 'property "content" or "tool_calls"',
          found: "no such property",
        },
      ],
    ],
    [
      "a key that is too long, at the map that has it",
      "ToolAvailabilityContext",
      { session_permissions: { ["k".repeat(257)]: null } },
      [
        {
          code: "bad_key",
          path: "/session_permissions",
          keyword: "propertyNames",
          expected: "at most 256 characters",
          found: "a key of 257 characters",
        },
        { code: "wrong_type", path: "/session_permissions/*", keyword: "type", expected: "object", found: "null" },
      ],
    ],
    [
      "something that is not a message at all",
      "Message",
      null,
      [{ code: "wrong_type", path: "", keyword: "type", expected: "object", found: "null" }],
    ],
  ];
  it.each(cases)("%s", (_title, definition, value, issues) => {
    expect(explain(CURRENT_VERSION, definition, value)).toEqual(issues);
  });

  it("an issue speaks of the branch that was meant, not of the others", () => {
    const value = text({ role: "user", parts: [part, { type: "reasoning" }] });
    expect(explain(CURRENT_VERSION, "Message", value).map(({ path, expected }) => [path, expected])).toEqual([
      ["/data/parts/1", 'property "text"'],
    ]);
  });

  it("a message of version 1 is judged by its own schema", () => {
    const { schema_version: _, ...envelope } = ENVELOPE;
    expect(explain(1, "Message", { type: "text", ...envelope, data: { role: "user", content: "hi" } })).toEqual([]);
    expect(explain(1, "Message", text({ role: "user", content: "hi" })).map(({ code, path }) => [code, path])).toEqual([
      ["too_large", "/schema_version"],
    ]);
  });
});

describe("the examples of the contract", () => {
  it("are all read, so that what follows means something", () => {
    expect(validExamples().length).toBeGreaterThan(100);
    expect(invalidExamples().length).toBeGreaterThan(100);
  });

  it.each(validExamples().map((example) => [example.file, example] as const))(
    "%s has no issue",
    (_file, { version, root, value }) => {
      expect(explain(version, definitionOf(version, root), value)).toEqual([]);
    },
  );

  it.each(invalidExamples().map((example) => [example.file, example] as const))(
    "%s has the issue that it was written for",
    (_file, { version, root, value, pointer, keyword }) => {
      const path = pointer.replace(/^(\/session_permissions)\/[^/]+/, "$1/*");
      const issues = explain(version, definitionOf(version, root), value);
      expect(issues.map((issue) => [issue.path, issue.keyword])).toContainEqual([path, keyword]);
    },
  );
});

describe("the codes", () => {
  it("the codes that the invalid examples meet are these, and the page about issues lists them all", () => {
    const issues = invalidExamples().flatMap(({ version, root, value }) =>
      explain(version, definitionOf(version, root), value),
    );
    const codes = [...new Set(issues.map((issue) => issue.code))].sort();
    expect(codes).toEqual([
      "bad_key",
      "missing_property",
      "not_allowed",
      "not_allowed_value",
      "not_unique",
      "pattern_mismatch",
      "too_few",
      "too_large",
      "too_long",
      "too_short",
      "too_small",
      "wrong_type",
    ]);
    const page = readFileSync(new URL("../../../docs/issues.md", import.meta.url), "utf8");
    for (const code of [...codes, "too_many", "more_issues", "no_match", "too_deep"])
      expect(page).toContain(`\`${code}\``);
  });
});

describe("issues are free of content", () => {
  it("issues are free of content whatever string or key is replaced, in every example", () => {
    let refused = 0;
    for (const { version, root, value } of validExamples()) {
      for (const mutant of mutantsOf(value)) {
        const issues = explain(version, definitionOf(version, root), mutant);
        refused += Math.min(1, issues.length);
        expect(JSON.stringify(issues)).not.toContain(SENTINEL);
      }
    }
    expect(refused).toBeGreaterThan(1000);
  });

  it("issues are free of content even where a map is keyed by what a user typed", () => {
    const value = { tool_context: { session_permissions: { [SENTINEL]: { [SENTINEL]: SENTINEL } } } };
    const places = explain(CURRENT_VERSION, "AgentRequest", value).map((issue) => issue.path);
    expect(places).toContain("/tool_context/session_permissions/*");
  });
});

describe("a value with very many faults", () => {
  it("is told a hundred of them and how many more there are", () => {
    const parts = Array.from({ length: 110 }, () => ({ type: "text" }));
    const issues = explain(CURRENT_VERSION, "TextMessage", text({ role: "user", parts }));
    expect(issues).toHaveLength(101);
    expect(issues.at(-1)).toEqual({
      code: "more_issues",
      path: "",
      keyword: "",
      expected: "at most 100 issues",
      found: "10 more",
    });
  });

  it("is refused in less time than reading it takes, however many they are", () => {
    const parts = Array.from({ length: 3_000_000 }, () => 0);
    const ids = Array.from({ length: 200_000 }, (_, index) => `tool ${index}`);
    const effort = countEffort();
    expect(explain(CURRENT_VERSION, "TextMessage", text({ role: "user", parts })).at(-1)?.found).toMatch(
      /^at least \d+ more$/,
    );
    expect(
      explain(CURRENT_VERSION, "ToolAvailabilityContext", { enabled_tool_ids: ids }).map((issue) => issue.code),
    ).toEqual(["too_many"]);
    expect(effort()).toBeLessThan(200);
  });
});

/** Copies of a value in which one place holds the sentinel: as a value, as a key beside the others, as the key of a member. */
function* mutantsOf(value: unknown): Generator<unknown> {
  yield SENTINEL;
  yield [SENTINEL];
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield { ...value, [SENTINEL]: SENTINEL };
  for (const [key, member] of Object.entries(value)) {
    for (const mutant of mutantsOf(member)) yield replaced(value, key, mutant);
    if (!Array.isArray(value)) yield renamed(value, key);
  }
}

function replaced(value: object, key: string, member: unknown): unknown {
  const copy: object = Array.isArray(value) ? [...value] : { ...value };
  return Object.defineProperty(copy, key, { value: member, enumerable: true, writable: true, configurable: true });
}

function renamed(value: object, key: string): unknown {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name === key ? SENTINEL : name, member]));
}
