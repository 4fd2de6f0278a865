/** Tools and their registry: typed arguments, availability, and settings that are refused. */

import { spawnSync } from "node:child_process";
import { ToolAvailabilityContext, ToolCall, ToolDefinition } from "@parlance/builders";
import type { JsonObject } from "@parlance/core/json";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import {
  createTool,
  createToolRegistry,
  type PlainToolSettings,
  type Tool,
  ToolFailure,
} from "../../src/tools/index.js";
import { approved, codesOf, execute, recorder, requestOf, SECRET, tool } from "./fixtures.js";

const Parameters = z.object({ path: z.string(), lines: z.coerce.number().default(10) });
const TRAITS = { category: "file_system", risk_level: "safe", capabilities: [] } as const;

describe("createTool", () => {
  it("types the arguments by the schema that they are read with, and hands over what that gives", async () => {
    const seen: unknown[] = [];
    const readFile = createTool({
      definition: ToolDefinition.fromStandardSchema({
        name: "read_file",
        description: "Reads.",
        parameters: Parameters,
      }),
      arguments: Parameters,
      traits: TRAITS,
      concurrency: "safe",
      execute(args, run) {
        expectTypeOf(args).toEqualTypeOf<{ path: string; lines: number }>();
        expectTypeOf(run.signal).toEqualTypeOf<AbortSignal>();
        seen.push(args);
        return { lines: args.lines + 1 };
      },
    });
    expectTypeOf(readFile).toEqualTypeOf<Tool<{ path: string; lines: number }>>();
    const [result] = await execute(approved(requestOf(["1", "read_file", { path: "a" }])), [readFile]);
    expect(seen).toEqual([{ path: "a", lines: 10 }]);
    expect(result?.data.output).toEqual({ lines: 11 });
  });

  it("gives a tool without a schema of its own the JSON that the definition describes", () => {
    const plain = createTool({
      definition: ToolDefinition.create({ name: "x", description: "X.", parameters: { type: "object" } }),
      traits: TRAITS,
      concurrency: "safe",
      execute: (args) => {
        expectTypeOf(args).toEqualTypeOf<JsonObject>();
      },
    });
    expectTypeOf(plain).toEqualTypeOf<Tool<JsonObject>>();
    expect(plain.traits.id).toBe("x");
    // @ts-expect-error what is not JSON is not output
    const wrong: PlainToolSettings["execute"] = () => new Date(0);
    expect(wrong).toBeTypeOf("function");
  });

  it("runs alone unless it says that it is safe", () => {
    const silent = createTool({
      definition: ToolDefinition.create({ name: "x", description: "X.", parameters: { type: "object" } }),
      traits: TRAITS,
      execute: () => 1,
    });
    expect(silent.concurrency).toBe("exclusive");
  });

  it("holds arguments against the definition also where the schema of the tool would take them", async () => {
    const runs: unknown[] = [];
    const lax = createTool({
      definition: ToolDefinition.create({
        name: "lax",
        description: "X.",
        parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      }),
      arguments: z.looseObject({}),
      traits: TRAITS,
      concurrency: "safe",
      execute: (args) => void runs.push(args),
    });
    const request = approved(
      requestOf(["1", "lax", {}], ["2", "lax", { path: "a", more: 1 }], ["3", "lax", { path: "a" }]),
    );
    expect(codesOf(await execute(request, [lax]))).toEqual(["invalid_arguments", "invalid_arguments", undefined]);
    expect(runs).toEqual([{ path: "a" }]);
  });

  it("tells the model which rule of the definition its arguments break, and nothing that they hold", async () => {
    const parameters = {
      type: "object",
      properties: { path: { type: "string" }, mode: { enum: ["r", "w"] }, at: { type: "integer" } },
      required: ["path"],
      additionalProperties: false,
    };
    const strict = tool("strict", () => "ran", { parameters });
    const request = requestOf(["1", "strict", { mode: SECRET, more: SECRET, at: 0.5 }]);
    const [result] = await execute(approved(request), [strict]);
    expect(result?.data.error?.message?.split("\n").sort()).toEqual([
      "/arguments/at: expected to be integer, found number",
      "/arguments/mode: expected to be equal to one of the allowed values, found string",
      "/arguments/path: expected to have required property 'path', found nothing",
      "/arguments: expected to NOT have additional properties, found object",
      "The arguments are not what the tool takes.",
    ]);
    expect(JSON.stringify(strict.argumentsOf(ToolCall.create("1", "strict", { path: SECRET, mode: 1 })))).not.toContain(
      SECRET,
    );
  });

  it("tells digits that are lost and rules that are broken apart", () => {
    const numbers = tool("numbers", () => 1, {
      parameters: { type: "object", properties: { a: { type: "number" }, b: { type: "number" } } },
    });
    const call = ToolCall.fromText("1", "numbers", '{"a":12345678901234567891,"b":"x"}');
    const read = numbers.argumentsOf(call);
    expect(read.ok ? [] : read.error.issues.map(({ path, expected }) => `${path} ${expected}`)).toEqual([
      "/arguments/a a number that a double can hold",
      "/arguments/b to be number",
    ]);
  });

  it("answers a call whose schema answers later or throws, and says so to the log without content", async () => {
    const definition = (name: string) =>
      ToolDefinition.create({ name, description: "X.", parameters: { type: "object" }, strict: false });
    const broken: StandardSchemaV1 = {
      "~standard": {
        version: 1,
        vendor: "test",
        validate: () => {
          throw new Error(SECRET);
        },
      },
    };
    const schemas = { later: z.looseObject({}).refine(async () => true), broken };
    const tools = Object.entries(schemas).map(([name, schema]) =>
      createTool({
        definition: definition(name),
        arguments: schema,
        traits: TRAITS,
        concurrency: "safe",
        execute: () => "ran",
      }),
    );
    const logger = recorder();
    const results = await execute(approved(requestOf(["1", "later"], ["2", "broken"])), tools, { logger });
    expect(codesOf(results)).toEqual(["async_schema", "schema_failed"]);
    expect(results.map(({ data }) => data.error?.recoverable)).toEqual([false, false]);
    expect(logger.warnings.map(({ code, path }) => [code, path])).toEqual([
      ["async_schema", "/data/tool_calls/0"],
      ["schema_failed", "/data/tool_calls/1"],
    ]);
    expect(JSON.stringify([results, logger.warnings])).not.toContain(SECRET);
  });

  it("works with a schema of its own where the platform forbids to make code, and says what it needs without one", () => {
    const source = `
      import { ToolCall } from "@parlance/builders";
      import { createTool } from "@parlance/runtime/tools";
      import { z } from "zod";
      const Parameters = z.object({ path: z.string() });
      const parameters = { type: "object", properties: { path: { type: "string" } } };
      const settings = {
        definition: { name: "x", description: "X.", parameters, strict: true },
        traits: { category: "other", risk_level: "safe", capabilities: [] },
        concurrency: "safe",
        execute: () => 1,
      };
      const tool = createTool({ ...settings, arguments: Parameters });
      console.log(tool.argumentsOf(ToolCall.create("1", "x", { path: 1 })).ok, tool.argumentsOf(ToolCall.create("1", "x", { path: "a" })).ok);
      try { createTool(settings); } catch (error) { console.log(error.code); }`;
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ["--disallow-code-generation-from-strings", "--input-type=module", "-e", source],
      { cwd: import.meta.dirname, encoding: "utf8" },
    );
    expect(stderr + stdout).toBe("false true\nno_code_generation\n");
  });

  it("lists everything that is wrong with its settings, and shows no content", () => {
    const wrong = {
      definition: { name: SECRET.repeat(99), description: "", parameters: { type: 1 } },
      traits: { category: SECRET, risk_level: "none", capabilities: ["writes"] },
      concurrency: "sometimes",
      timeout_ms: -1,
      execute: SECRET,
    } as unknown as PlainToolSettings;
    const error = errorOf(() => createTool(wrong));
    expect(error.issues.map(({ path }) => path)).toEqual([
      "/concurrency",
      "/timeout_ms",
      "/execute",
      "/definition/name",
      "/definition/description",
      "/traits/category",
      "/traits/risk_level",
      "/traits/capabilities",
    ]);
    expect(error.message + error.stack).not.toContain(SECRET);
    const schema = errorOf(() =>
      createTool({
        definition: {
          name: "x",
          description: "X.",
          parameters: { type: "object", $ref: "https://x.example/" },
          strict: true,
        },
        traits: TRAITS,
        concurrency: "safe",
        execute: () => undefined,
      }),
    );
    expect(schema.issues[0]?.path).toMatch(/^\/definition\/parameters/);
  });

  it("keeps what it was made of: later changes of the settings change nothing", async () => {
    const settings = {
      definition: ToolDefinition.create({ name: "x", description: "X.", parameters: { type: "object" } }),
      traits: {
        category: "other" as const,
        risk_level: "critical" as "critical" | "safe",
        capabilities: ["writes_files" as const],
      },
      concurrency: "safe" as const,
      execute: () => "first",
    };
    const made = createTool(settings);
    settings.traits.risk_level = "safe";
    settings.traits.capabilities.pop();
    settings.execute = () => "second";
    expect(made.traits).toEqual({ category: "other", risk_level: "critical", capabilities: ["writes_files"], id: "x" });
    const [result] = await execute(approved(requestOf(["1", "x"])), [made]);
    expect(result?.data.output).toBe("first");
    expect(Object.isFrozen(made) && Object.isFrozen(made.traits.capabilities)).toBe(true);
  });

  it("lets a tool use its own object", async () => {
    class Counter {
      readonly definition = ToolDefinition.create({ name: "count", description: "X.", parameters: { type: "object" } });
      readonly traits = TRAITS;
      readonly concurrency = "safe";
      #count = 0;
      execute() {
        return ++this.#count;
      }
    }
    const [, second] = await execute(approved(requestOf(["1", "count"], ["2", "count"])), [createTool(new Counter())]);
    expect(second?.data.output).toBe(2);
  });
});

describe("createToolRegistry", () => {
  const read = tool("read", () => 1, { traits: { category: "file_system", risk_level: "safe" } });
  const run = tool("run", () => 1, { traits: { category: "terminal", risk_level: "critical" } });

  it("finds tools by their exact name", () => {
    const registry = createToolRegistry([read, run]);
    expect(registry.get("run")).toBe(run);
    expect(registry.get("Run")).toBeUndefined();
    expect(registry.get("toString")).toBeUndefined();
    expect(registry.tools).toEqual([read, run]);
    expect(Object.isFrozen(registry.tools)).toBe(true);
  });

  it("offers a model the tools that the context lets be used, whatever their risk", () => {
    const registry = createToolRegistry([read, run]);
    expect(registry.definitions().map(({ name }) => name)).toEqual(["read", "run"]);
    expect(registry.definitions(ToolAvailabilityContext.readOnly()).map(({ name }) => name)).toEqual(["read"]);
    expect(registry.available(ToolAvailabilityContext.withTools("run"))).toEqual([run]);
    expect(registry.available(ToolAvailabilityContext.withTools())).toEqual([]);
    const stored = JSON.parse('{"disabled_tool_ids":["read"]}') as ToolAvailabilityContext;
    expect(registry.available(stored)).toEqual([run]);
    const none = [] as unknown as ToolAvailabilityContext;
    expect(errorOf(() => registry.available(none)).issues).toMatchObject([{ path: "/context" }]);
  });

  it("refuses two tools of one name or one id, since nobody could tell which is permitted", () => {
    const impostor = tool("other", () => 1, { traits: { id: "read" } });
    expect(errorOf(() => createToolRegistry([read, read, impostor])).issues).toMatchObject([
      { code: "duplicate_tool", path: "/tools/1/definition/name" },
      { code: "duplicate_tool", path: "/tools/1/traits/id" },
      { code: "duplicate_tool", path: "/tools/2/traits/id" },
    ]);
  });

  it("refuses what is not a tool", () => {
    const strangers = [read, null, { definition: read.definition }] as unknown as Tool[];
    expect(errorOf(() => createToolRegistry(strangers)).issues.map(({ path }) => path)).toEqual([
      "/tools/1",
      "/tools/2",
    ]);
  });
});

describe("ToolFailure", () => {
  it("is known as one by any copy of the package, and nothing else is", () => {
    const failure = new ToolFailure("No.", { code: "no", cause: 1 });
    expect([failure.name, failure.message, failure.code, failure.recoverable, failure.cause]).toEqual([
      "ToolFailure",
      "No.",
      "no",
      true,
      1,
    ]);
    expect(ToolFailure.isInstance(failure)).toBe(true);
    expect([new Error("No."), null, "x", {}].map((value) => ToolFailure.isInstance(value))).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(Object.hasOwn(new ToolFailure("No."), "cause")).toBe(false);
  });
});

it("arguments of a call can be read before anybody is asked", () => {
  const typed = tool("typed", () => 1, { parameters: { type: "object", required: ["path"] } });
  expect(typed.argumentsOf(ToolCall.create("1", "typed", { path: 1 }))).toEqual({ ok: true, value: { path: 1 } });
  expect(typed.argumentsOf(ToolCall.create("1", "typed", {})).ok).toBe(false);
});

function errorOf(
  run: () => unknown,
): Error & { readonly issues: readonly { readonly path: string; readonly code: string }[] } {
  try {
    run();
  } catch (error) {
    return error as ReturnType<typeof errorOf>;
  }
  throw new Error("nothing was refused");
}
