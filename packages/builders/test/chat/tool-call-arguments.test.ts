/** Reading the arguments of a call: one by one or all at once, as they are or through a schema of any library. */

import { InferenceOptions, ParlanceError } from "@parlance/core";
import { stringifyJson } from "@parlance/core/json";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ToolCall } from "../../src/index.js";
import { errorOf, expectNoSecret, issuesOf, placesOf, SECRET } from "../refusal.js";

const LONG = "12345678901234567890";
const CALL = ToolCall.create("call_1", "write_file", { path: "a.ts", lines: [1, 2], force: null });

/** A schema that answers what it is told to, for what no library does. */
function answering(validate: (value: unknown) => unknown): StandardSchemaV1<unknown, unknown> {
  return { "~standard": { version: 1, vendor: "test", validate } } as StandardSchemaV1<unknown, unknown>;
}

describe("one argument", () => {
  it("is found with its value, which is not copied", () => {
    expect(ToolCall.tryGetArgument(CALL, "path")).toEqual({ found: true, value: "a.ts" });
    const lines = ToolCall.tryGetArgument(CALL, "lines");
    expect(lines.found && lines.value).toBe(CALL.arguments.lines);
  });

  it("is found when it is null", () => {
    expect(ToolCall.tryGetArgument(CALL, "force")).toEqual({ found: true, value: null });
  });

  it("is not found when the key is missing", () => {
    expect(ToolCall.tryGetArgument(CALL, "content")).toEqual({
      found: false,
      issues: [
        {
          code: "missing_property",
          path: "/arguments/content",
          keyword: "",
          expected: "an argument",
          found: "nothing",
        },
      ],
    });
  });

  it.each(["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"])(
    "is not found under the name %s, which every object inherits",
    (key) => {
      expect(ToolCall.tryGetArgument(CALL, key).found).toBe(false);
    },
  );

  it("is found under such a name where the model gave one", () => {
    const call = ToolCall.fromText("c", "run", '{"__proto__":1,"toString":2}');
    expect(ToolCall.tryGetArgument(call, "__proto__")).toEqual({ found: true, value: 1 });
    expect(ToolCall.tryGetArgument(call, "toString")).toEqual({ found: true, value: 2 });
  });

  it("is what the schema makes of it", () => {
    expect(ToolCall.tryGetArgument(CALL, "path", z.string().toUpperCase())).toEqual({ found: true, value: "A.TS" });
    expect(ToolCall.tryGetArgument(CALL, "lines", v.array(v.number()))).toEqual({ found: true, value: [1, 2] });
    expect(ToolCall.tryGetArgument(CALL, "path", type("string"))).toEqual({ found: true, value: "a.ts" });
  });

  it("is not found, with the place, when it does not fit the schema", () => {
    expect(ToolCall.tryGetArgument(CALL, "lines", z.array(z.string()))).toEqual({
      found: false,
      issues: [0, 1].map((at) => ({
        code: "no_match",
        path: `/arguments/lines/${at}`,
        keyword: "",
        expected: "what the schema of the arguments says",
        found: "number",
      })),
    });
  });

  it("is never handed out of a call with a defect", () => {
    const defect = {
      code: "defect",
      path: "/defect",
      keyword: "",
      expected: "a call without a defect",
      found: "a defect",
    };
    for (const call of [ToolCall.truncated("c", "run", '{"a":1}'), ToolCall.fromText("c", "run", "a")])
      expect(ToolCall.tryGetArgument(call, "a")).toEqual({ found: false, issues: [defect] });
    const forged = { ...CALL, defect: "poisoned" } as unknown as ToolCall;
    expect(ToolCall.tryGetArgument(forged, "path").found).toBe(false);
  });

  it("is refused when it is a whole number that a double cannot hold", () => {
    const call = ToolCall.fromText("c", "delete", `{"id":${LONG},"deep":{"id":${LONG}}}`);
    const issues = [
      {
        code: "inexact_number",
        path: "/arguments/id",
        keyword: "",
        expected: "a number that a double can hold",
        found: "an inexact number",
      },
    ];
    expect(ToolCall.tryGetArgument(call, "id")).toEqual({ found: false, issues });
    expect(ToolCall.tryGetArgument(call, "id", z.number())).toEqual({ found: false, issues });
  });

  it("keeps its digits inside an object, until a schema would read them", () => {
    const call = ToolCall.fromText("c", "delete", `{"deep":{"id":${LONG}}}`);
    const argument = ToolCall.tryGetArgument(call, "deep");
    expect(argument.found && stringifyJson(argument.value)).toBe(`{"id":${LONG}}`);
    const read = ToolCall.tryGetArgument(call, "deep", z.object({ id: z.number() }));
    expect(read.found ? [] : read.issues.map(({ code, path }) => [code, path])).toEqual([
      ["inexact_number", "/arguments/deep/id"],
    ]);
  });
});

describe("all arguments", () => {
  it("are those of the call, never parsed or copied again", () => {
    const call = ToolCall.fromText("c", "run", '{"a":{"b":1}}');
    expect(ToolCall.argumentsAs(call)).toBe(call.arguments);
    const seen: unknown[] = [];
    ToolCall.argumentsAs(
      call,
      answering((value) => ({ value: seen.push(value) })),
    );
    expect(seen[0]).toBe(call.arguments);
  });

  it.each([
    ["zod", z.object({ path: z.string(), lines: z.array(z.number()), force: z.null() })],
    ["valibot", v.object({ path: v.string(), lines: v.array(v.number()), force: v.null_() })],
    ["arktype", type({ path: "string", lines: "number[]", force: "null" })],
  ])("are typed and checked by a schema of %s", (_, schema) => {
    expect(ToolCall.argumentsAs(CALL, schema)).toEqual({ path: "a.ts", lines: [1, 2], force: null });
  });

  it("are typed and checked by a companion of this project", () => {
    const call = ToolCall.create("c", "configure", { temperature: 0.5, stop_sequences: ["END"] });
    expect(ToolCall.argumentsAs(call, InferenceOptions)).toEqual({ temperature: 0.5, stop_sequences: ["END"] });
  });

  it("are what the schema makes of them: defaults, conversions", () => {
    const schema = z.object({ path: z.string(), encoding: z.string().default("utf8") });
    expect(ToolCall.argumentsAs(CALL, schema)).toEqual({ path: "a.ts", encoding: "utf8" });
  });

  it.each([
    ["zod", z.object({ path: z.number(), mode: z.string() })],
    ["arktype", type({ path: "number", mode: "string" })],
  ])("are refused with every place that %s complains about", (_, schema) => {
    expect(
      issuesOf(() => ToolCall.argumentsAs(CALL, schema))
        .map(({ path, found }) => [path, found])
        .sort(),
    ).toEqual([
      ["/arguments/mode", "nothing"],
      ["/arguments/path", "string"],
    ]);
  });

  it("show the user's own keys as *, save for those that the schema declares", () => {
    const call = ToolCall.create("c", "set", { env: { [SECRET]: 1, name: 2 }, tags: [{ [SECRET]: true }] });
    const schema = z.object({
      env: z.record(z.string(), z.string()),
      tags: z.array(z.record(z.string(), z.string())),
    });
    expect(placesOf(() => ToolCall.argumentsAs(call, schema))).toEqual([
      "/arguments/env/*: no_match",
      "/arguments/env/*: no_match",
      "/arguments/tags/0/*: no_match",
    ]);
  });

  it("show only keys that do not stand in the arguments when the schema cannot tell its own", () => {
    const call = ToolCall.create("c", "set", { path: 1 });
    const schema = v.object({ path: v.string(), mode: v.string() });
    expect(placesOf(() => ToolCall.argumentsAs(call, schema))).toEqual([
      "/arguments/*: no_match",
      "/arguments/mode: no_match",
    ]);
  });

  it("are refused in whole numbers that a double cannot hold, where a schema reads them", () => {
    const call = ToolCall.fromText("c", "delete", `{"id":${LONG},"more":[1e400],"pi":3.14159265358979323846}`);
    const schema = z.object({ id: z.number(), pi: z.number(), more: z.array(z.number()), path: z.string() });
    expect([...placesOf(() => ToolCall.argumentsAs(call, schema))].sort()).toEqual([
      "/arguments/id: inexact_number",
      "/arguments/more/0: inexact_number",
      "/arguments/more/0: no_match",
      "/arguments/path: no_match",
    ]);
    expect(stringifyJson(ToolCall.argumentsAs(call))).toBe(`{"id":${LONG},"more":[1e400],"pi":3.14159265358979323846}`);
  });

  it("read a fraction with more digits than a double as the nearest one", () => {
    const call = ToolCall.fromText("c", "turn", '{"angle":3.14159265358979323846}');
    expect(ToolCall.argumentsAs(call, z.object({ angle: z.number() }))).toEqual({ angle: Math.PI });
  });

  it("are never handed out of a call with a defect", () => {
    const call = ToolCall.truncated("c", "run", '{"command":"rm -rf /tmp/x"}');
    expect(placesOf(() => ToolCall.argumentsAs(call))).toEqual(["/defect: defect"]);
    expect(placesOf(() => ToolCall.argumentsAs(call, z.object({})))).toEqual(["/defect: defect"]);
  });

  it("come with the refusal returned instead of thrown, where that is wanted", () => {
    expect(ToolCall.safeArgumentsAs(CALL)).toEqual({ ok: true, value: CALL.arguments });
    expect(ToolCall.safeArgumentsAs(CALL, z.object({ path: z.string() }))).toEqual({
      ok: true,
      value: { path: "a.ts" },
    });
    const refused = ToolCall.safeArgumentsAs(CALL, z.object({ path: z.number() }));
    expect(refused.ok ? [] : refused.error.issues.map(({ path }) => path)).toEqual(["/arguments/path"]);
  });

  it("tell a hundred problems and how many more there are", () => {
    const call = ToolCall.create("c", "sum", { numbers: new Array(150).fill("x") });
    const issues = issuesOf(() => ToolCall.argumentsAs(call, z.object({ numbers: z.array(z.number()) })));
    expect(issues).toHaveLength(101);
    expect(issues[100]).toEqual({
      code: "more_issues",
      path: "",
      keyword: "",
      expected: "at most 100 issues",
      found: "50 more",
    });
  });
});

describe("a schema that does not behave", () => {
  it("is refused by name when it answers later, and its late refusal is nobody's problem", async () => {
    const schema = z.object({ path: z.string().refine(async () => false) });
    expect(errorOf(() => ToolCall.argumentsAs(CALL, schema)).code).toBe("async_schema");
    expect(errorOf(() => ToolCall.safeArgumentsAs(CALL, schema)).code).toBe("async_schema");
    const rejecting = answering(() => Promise.reject(new Error(SECRET)));
    expect(errorOf(() => ToolCall.tryGetArgument(CALL, "path", rejecting)).code).toBe("async_schema");
    await new Promise((resolve) => setImmediate(resolve));
  });

  it.each([
    [
      "throws",
      answering(() => {
        throw new Error(SECRET);
      }),
    ],
    ["answers nothing", answering(() => undefined)],
    ["answers null", answering(() => null)],
    ["complains about places that are none", answering(() => ({ issues: [{ message: SECRET, path: [null] }] }))],
    ["complains about nothing that has a form", answering(() => ({ issues: [null] }))],
    ["is not a schema", {} as StandardSchemaV1],
  ])("is told apart from bad arguments when it %s", (_, schema) => {
    const error = errorOf(() => ToolCall.argumentsAs(CALL, schema));
    expect([error.code, ParlanceError.isInstance(error)]).toEqual(["schema_failed", true]);
    expectNoSecret(error);
  });

  it("refuses as a whole when it complains about no place", () => {
    expect(
      placesOf(() =>
        ToolCall.argumentsAs(
          CALL,
          answering(() => ({ issues: [] })),
        ),
      ),
    ).toEqual(["/arguments: no_match"]);
    const issue = { message: SECRET, path: [{ key: "lines" }, { key: 7 }, Symbol(SECRET)] };
    expect(
      placesOf(() =>
        ToolCall.argumentsAs(
          CALL,
          answering(() => ({ issues: [issue] })),
        ),
      ),
    ).toEqual(["/arguments/*/7/*: no_match"]);
  });

  it("cannot change the arguments", () => {
    const schema = answering((value) => {
      (value as { path: string }).path = "other";
      return { value };
    });
    expect(errorOf(() => ToolCall.argumentsAs(CALL, schema)).code).toBe("schema_failed");
    expect(CALL.arguments.path).toBe("a.ts");
  });

  it("shows nothing of the arguments through its own words", () => {
    const call = ToolCall.create("c", "run", { mode: SECRET, [SECRET]: 1 });
    const schemas = [
      z.strictObject({ mode: z.enum(["a", "b"]) }),
      z.object({ mode: z.string().refine(() => false, { error: ({ input }) => `not ${input}` }) }),
      v.strictObject({ mode: v.picklist(["a", "b"]) }),
      type({ mode: "'a'|'b'", "+": "reject" }),
    ];
    for (const schema of schemas) expectNoSecret(errorOf(() => ToolCall.argumentsAs(call, schema)));
  });
});

it("all arguments are read by the name of the specification, too", () => {
  expect(ToolCall.getArgumentsAs(CALL)).toEqual({ path: "a.ts", lines: [1, 2], force: null });
  expect(ToolCall.getArgumentsAs(CALL, z.object({ path: z.string() })).path).toBe("a.ts");
});
