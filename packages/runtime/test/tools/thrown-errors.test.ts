/** What a model and the store are told of what tools throw. */

import { encode, type ToolError, ToolResultMessage } from "@parlance/core";
import { describe, expect, it } from "vitest";
import { type ExecuteOptions, type ToolErrorDetail, ToolFailure, toolOutput } from "../../src/tools/index.js";
import { approved, execute, hostile, requestOf, resultOf, SECRET, strangeTool, throwing } from "./fixtures.js";

async function errorOf(thrown: unknown, options?: Partial<ExecuteOptions>): Promise<ToolError | undefined> {
  return (await resultOf(throwing(thrown), options)).data.error;
}

function causingItself(): Error {
  const error = new Error("x");
  error.cause = error;
  return error;
}

describe("an error that a tool throws", () => {
  it("has its own words told, so that a model can do better, and never its stack", async () => {
    const result = await resultOf(throwing(new RangeError("page 9 of 3", { cause: new Error(SECRET) })));
    expect(result.data).toMatchObject({
      status: "error",
      error: { code: "tool_failed", message: "page 9 of 3", recoverable: false },
    });
    expect(Object.keys(result.data.error ?? {}).sort()).toEqual(["code", "message", "recoverable"]);
    expect(encode(result)).not.toMatch(/\bat [^ ]+ \(|thrown-errors\.test|RangeError/);
    expect(encode(result)).not.toContain(SECRET);
  });

  it.each<[string, unknown, string]>([
    ["a text", "no such page", "no such page"],
    ["an error of another realm", { name: "Error", message: "no such page" }, "no such page"],
    ["an error of an error", new Error("outer", { cause: new Error(SECRET) }), "outer"],
    ["several errors", new AggregateError([new Error(SECRET)], "all failed"), "all failed"],
    ["undefined", undefined, "The tool failed."],
    ["null", null, "The tool failed."],
    ["a number", 42, "The tool failed."],
    ["an error without words", new Error(), "The tool failed."],
    ["an error of blank words", new Error(" \n\t "), "The tool failed."],
    [
      "an error whose message is not text",
      Object.assign(new Error(), { message: { secret: SECRET } }),
      "The tool failed.",
    ],
    ["a proxy", hostile(), "The tool failed."],
    ["a message that throws", Object.defineProperty({}, "message", { get: throwing(SECRET) }), "The tool failed."],
    ["a failure of wrong parts", new ToolFailure("read me", { code: 1 as unknown as string }), "read me"],
    ["a failure without a code", new ToolFailure("read me", { code: "" }), "read me"],
    ["a failure with a code that no message holds", new ToolFailure("read me", { code: "x".repeat(257) }), "read me"],
  ])("is %s, of which the message is told and nothing else", async (_, thrown, message) => {
    expect(await errorOf(thrown)).toEqual({ code: "tool_failed", message, recoverable: false });
  });

  it("is told on one line, without control characters and halves of characters", async () => {
    const thrown = new Error("a\u0000b\r\n\tc \u001b[31md\u0085e\u2028f\ud800g\u007f");
    expect((await errorOf(thrown))?.message).toBe("a b c  [31md e f g");
  });

  it.each([
    ["x".repeat(2_000), "x".repeat(2_000)],
    ["x".repeat(2_001), `${"x".repeat(1_999)}…`],
    ["😀".repeat(20_000_000), `${"😀".repeat(1_999)}…`],
    [`${"\n".repeat(9_000)}x`, "…"],
    [`${"x".repeat(10)}${"\n".repeat(9_000)}y`, "xxxxxxxxxx…"],
  ])("is cut after two thousand characters (case %#)", async (message, told) => {
    const result = await resultOf(throwing(new Error(message)));
    expect(result.data.error?.message === told).toBe(true);
    expect(ToolResultMessage.is(result)).toBe(true);
  });

  it("is no more than a tool may give back", async () => {
    const options = { max_output_bytes: 100 };
    expect((await errorOf(new Error("ä".repeat(51)), options))?.message).toBe(
      "The tool failed, and said more than fits.",
    );
    expect((await errorOf(new Error("ä".repeat(50)), options))?.message).toBe("ä".repeat(50));
  });
});

describe('errors told as "code"', () => {
  it.each([new Error(SECRET), SECRET, { message: SECRET }, hostile(), undefined])(
    "say that the tool failed, and nothing of what was thrown (case %#)",
    async (thrown) => {
      expect(await errorOf(thrown, { errors: "code" })).toEqual({ code: "tool_failed", recoverable: false });
    },
  );

  it("leave a ToolFailure its words, which are for the model", async () => {
    const failure = new ToolFailure("Try page 3.", { code: "no_page", cause: new Error(SECRET) });
    expect(await errorOf(failure, { errors: "code" })).toEqual({
      code: "no_page",
      message: "Try page 3.",
      recoverable: true,
    });
  });
});

describe('errors told as "stack"', () => {
  it("keep the stacks of an error and its causes for developers, also where a tool gave back what is not JSON", async () => {
    const stack = (await errorOf(new TypeError("outer", { cause: new Error(SECRET) }), { errors: "stack" }))?.stack;
    expect(stack).toMatch(/^TypeError: outer\n {4}at .*thrown-errors\.test/);
    expect(stack).toContain(`Caused by: Error: ${SECRET}`);
    const odd = strangeTool("odd", () => ({ nothing: () => undefined }));
    const [none] = await execute(approved(requestOf(["1", "odd"])), [odd]);
    const [kept] = await execute(approved(requestOf(["1", "odd"])), [odd], { errors: "stack" });
    expect([none?.data.error?.code, none?.data.error?.stack]).toEqual(["bad_output", undefined]);
    expect(kept?.data.error?.stack).toMatch(/^ValidationError: \/: expected JSON values, found function\n/);
  });

  it("cut them, so that no error makes a message that cannot be stored", async () => {
    const result = await resultOf(throwing("x".repeat(20_000_000)), { errors: "stack" });
    expect(result.data.error?.stack).toHaveLength(16_384);
    expect(ToolResultMessage.is(result)).toBe(true);
  });

  it.each([
    ["a stack that throws", Object.defineProperty(new Error("x"), "stack", { get: throwing(SECRET) })],
    ["an error that causes itself", causingItself()],
    ["a proxy", hostile()],
  ])("survive %s", async (_, thrown) => {
    const error = await errorOf(thrown, { errors: "stack" });
    expect(error?.code).toBe("tool_failed");
    expect(JSON.stringify(error)).not.toContain(SECRET);
  });
});

describe("a ToolFailure", () => {
  it("a ToolFailure of any copy of this package is what the model is told", async () => {
    expect(await errorOf(new ToolFailure("No such\nbranch.", { recoverable: false }))).toEqual({
      code: "tool_failed",
      message: "No such\nbranch.",
      recoverable: false,
    });
    const huge = await errorOf(new ToolFailure("x".repeat(101)), { max_output_bytes: 100 });
    expect(huge?.message).toBe("The tool failed, and said more than fits.");
  });
});

it.each(["all", "", ["code"], Object("code"), null, 1])("refuses %j for errors", async (errors) => {
  const tools = [strangeTool("odd", () => toolOutput(1, { text: "1" }))];
  const request = approved(requestOf(["1", "odd"]));
  await expect(execute(request, tools, { errors: errors as ToolErrorDetail })).rejects.toMatchObject({
    issues: [{ code: "not_allowed_value", path: "/errors" }],
  });
});
