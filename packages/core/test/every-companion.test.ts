/** What holds for each companion alike: its members, its schemas, and the examples of its type. */

import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { CURRENT_VERSION } from "../src/index.js";
import { COMPANIONS, companionOf, isDeeplyFrozen } from "./companions.js";
import { invalidExamples, validExamples } from "./examples.js";

/** Those that say their version and are not messages. */
const STORED_BY_THEMSELVES = ["ConversationHistory", "AgentRequest", "ToolPermission"];

const STRICT_2020 = new Ajv2020({ strict: true });
const STRICT_07 = new Ajv({ strict: true });
for (const [, { schema }] of COMPANIONS) STRICT_2020.addSchema(schema);

/** Refused by the schema of the current version, and yet no loss to a reader of every version. */
const READ_ANYWAY: ReadonlySet<string> = new Set([
  // Without its version these are messages of version 1, and judged as such.
  `v${CURRENT_VERSION}/text/invalid/version-missing.json`,
  `v${CURRENT_VERSION}/text/invalid/version-of-the-past.json`,
  // What is unknown is kept, however long its name.
  `v${CURRENT_VERSION}/message/invalid/type-too-long.json`,
]);

describe("every companion", () => {
  it("is one of those that the schemas name", () => {
    expect(COMPANIONS.length).toBeGreaterThan(50);
  });

  it.each(COMPANIONS)("%s has all that a companion has, and cannot be changed", (name, companion) => {
    const more = STORED_BY_THEMSELVES.includes(name) ? ["safeDecode"] : [];
    expect(Object.keys(companion).sort()).toEqual([
      "decode",
      "encode",
      "equals",
      "is",
      "parse",
      ...more,
      "safeParse",
      "schema",
      "~standard",
    ]);
    expect(Object.isFrozen(companion) && Object.isFrozen(companion["~standard"])).toBe(true);
    expect(companion.safeParse(() => 1)).toMatchObject({ ok: false });
  });

  it.each(COMPANIONS)("%s has a schema of its own, a fresh copy each time", (name, companion) => {
    const { schema } = companion;
    expect(schema.$id).toMatch(new RegExp(`^https://parlance\\.dev/schemas/\\w+/v${CURRENT_VERSION}$`));
    expect(schema).not.toBe(companion.schema);
    expect(companion["~standard"].jsonSchema.input({ target: "draft-2020-12" })).toEqual({ ...schema, $id: undefined });
    expect([name, STRICT_2020.validateSchema(schema)]).toEqual([name, true]);
  });

  it.each(COMPANIONS)(
    "%s has schemas that strict ajv compiles without any plugin, in every dialect",
    (name, companion) => {
      const { input, output } = companion["~standard"].jsonSchema;
      expect([name, output]).toEqual([name, input]);
      // That of 2020-12 is the schema of the test before, which ajv compiles once for all tests.
      const compiled = [
        STRICT_2020.getSchema(String(companion.schema.$id)),
        STRICT_07.compile(input({ target: "draft-07" })),
      ];
      expect([name, compiled.map((validate) => typeof validate)]).toEqual([name, ["function", "function"]]);
    },
  );

  it.each(
    validExamples()
      .filter((example) => example.version === CURRENT_VERSION)
      .map((example) => [example.file, example] as const),
  )("%s is parsed, recognised, equal to itself and valid by the schema once more", (_file, { root, value }) => {
    const companion = companionOf(root);
    const parsed = companion.parse(value);
    expect(companion.is(parsed)).toBe(true);
    expect(companion.equals(parsed, companion.parse(structuredClone(value)))).toBe(true);
    expect(isDeeplyFrozen(parsed)).toBe(true);
    expect(STRICT_2020.validate(String(companion.schema.$id), parsed)).toBe(true);
  });

  it.each(
    invalidExamples()
      .filter((example) => example.version === CURRENT_VERSION && !READ_ANYWAY.has(example.file))
      .map((example) => [example.file, example] as const),
  )("%s is refused at the place that it says", (_file, { root, value, pointer, keyword }) => {
    const result = companionOf(root).safeParse(value);
    const path = pointer.replace(/^(\/session_permissions)\/[^/]+/, "$1/*");
    expect(result.ok ? [] : result.error.issues.map((issue) => [issue.path, issue.keyword])).toContainEqual([
      path,
      keyword,
    ]);
  });
});
