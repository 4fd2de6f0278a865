/** Tool results: how a call ended, tied to the request that asked for it. */

import { parseJson } from "@parlance/core/json";
import { describe, expect, it } from "vitest";
import { ToolResultMessage, ToolResultMessageBuilder } from "../../src/index.js";
import { errorOf, expectNoSecret, isDeeplyFrozen, issuesOf, placesOf, SECRET } from "../refusal.js";
import { ENVELOPE, FIXED, ID, NOW, twoCalls } from "./fixtures.js";

const request = twoCalls();

/** What a JavaScript caller may pass where TypeScript would refuse it. */
const untyped = ToolResultMessage as unknown as Record<
  "success" | "error" | "denied",
  (...given: unknown[]) => ToolResultMessage
>;

describe("a successful tool execution (tool result message representation)", () => {
  it("references the request, has status success, structured output and execution metadata", () => {
    const output = { written: 2, paths: ["a.ts"] };
    expect(ToolResultMessage.success(request, "call_1", output, { ...FIXED, execution: { duration_ms: 12 } })).toEqual({
      type: "tool_result",
      ...ENVELOPE,
      data: {
        request_id: ID,
        tool_call_id: "call_1",
        status: "success",
        output: { written: 2, paths: ["a.ts"] },
        execution: { duration_ms: 12, completed_at: NOW },
      },
    });
  });

  it("ended at the time of the message, unless the caller knows better", () => {
    expect(ToolResultMessage.success(request, "call_1", 1, FIXED).data.execution).toEqual({ completed_at: NOW });
    const execution = { completed_at: "2020-01-01T00:00:00.000Z", duration_ms: 0 };
    expect(ToolResultMessage.success(request, "call_1", 1, { execution }).data.execution).toEqual(execution);
    let time = 0;
    const ticking = ToolResultMessage.success(request, "call_1", 1, { now: () => ++time });
    expect(ticking.data.execution?.completed_at).toBe(ticking.created_at);
  });

  it.each([
    ["", ""],
    [0, 0],
    [false, false],
    [null, null],
    [[], []],
    [{ a: null }, { a: null }],
  ])("stores the output %j as it is", (output, stored) => {
    const message = ToolResultMessage.success(request, "call_1", output);
    expect(message.data.output).toEqual(stored);
    expect("output" in message.data).toBe(true);
    expect(ToolResultMessage.decode(ToolResultMessage.encode(message)).data).toEqual(message.data);
  });

  it("has no output when the tool gives nothing back", () => {
    const message = ToolResultMessage.success(request, "call_1", undefined);
    expect("output" in message.data).toBe(false);
  });

  it("keeps every digit of its output", () => {
    const message = ToolResultMessage.success(request, "call_1", parseJson('{"id":12345678901234567890}'));
    expect(ToolResultMessage.encode(message)).toContain('"output":{"id":12345678901234567890}');
  });

  it("copies its output, and cannot be changed", () => {
    const output = { lines: ["a"] };
    const message = ToolResultMessage.success(request, "call_1", output, { metadata: { a: [] } });
    output.lines.push("b");
    expect(message.data.output).toEqual({ lines: ["a"] });
    expect(isDeeplyFrozen(message)).toBe(true);
  });

  it("carries the text for the model where it is given", () => {
    expect(ToolResultMessage.success(request, "call_1", { a: 1 }, { output_text: "done" }).data.output_text).toBe(
      "done",
    );
  });
});

describe("a tool execution error (tool result message representation)", () => {
  it("has status error, the message, the stack trace and whether it is recoverable", () => {
    const failure = { code: "not_found", message: "no such file", recoverable: true, stack: "at x" };
    expect(ToolResultMessage.error(request, "call_2", failure, FIXED).data).toEqual({
      request_id: ID,
      tool_call_id: "call_2",
      status: "error",
      error: failure,
      execution: { completed_at: NOW },
    });
  });

  it("says what went wrong, or is refused", () => {
    for (const failure of [undefined, null, {}, { message: null, recoverable: true }, { stack: "at x" }]) {
      expect(issuesOf(() => untyped.error(request, "call_2", failure))).toEqual([
        { code: "missing_error", path: "/data/error", keyword: "", expected: "a message or a code", found: "nothing" },
      ]);
    }
    expect(placesOf(() => untyped.error(request, "call_2", SECRET))).toEqual(["/data/error: wrong_type"]);
    expect(ToolResultMessage.error(request, "call_2", { code: "not_found" }).data.error).toEqual({ code: "not_found" });
    const builder = ToolResultMessageBuilder.create().answering(request, "call_2").withStatus("error");
    expect(placesOf(() => builder.build())).toEqual(["/data/error: missing_error"]);
  });

  it("may have output from before it failed", () => {
    const { data } = ToolResultMessage.error(request, "call_2", { message: "cut" }, { output: ["partial"] });
    expect([data.output, data.error]).toEqual([["partial"], { message: "cut" }]);
  });

  it("leaves out what is undefined, as the stack of an error may be", () => {
    expect(untyped.error(request, "call_1", { message: "x", stack: undefined, code: null }).data.error).toEqual({
      message: "x",
    });
  });
});

describe("a call that did not run to its end", () => {
  it.each(["denied", "cancelled", "interrupted"] as const)("gets a result, too: %s", (status) => {
    expect(ToolResultMessage[status](request, "call_1", FIXED).data).toEqual({
      request_id: ID,
      tool_call_id: "call_1",
      status,
    });
  });

  it("ran until its time was over: timeout", () => {
    expect(ToolResultMessage.timeout(request, "call_1", FIXED).data).toEqual({
      request_id: ID,
      tool_call_id: "call_1",
      status: "timeout",
      execution: { completed_at: NOW },
    });
  });

  it("may say why", () => {
    const error = { message: "not in this workspace", recoverable: true };
    expect(ToolResultMessage.denied(request, "call_1", { error }).data.error).toEqual(error);
  });
});

describe("the link of a result to its request", () => {
  it("cannot be to a request that throws what it holds when it is read", () => {
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error(SECRET);
        },
      },
    );
    const run = () => untyped.success(hostile, "call_1", 1);
    expect(placesOf(run)).toEqual(["/data/request_id: wrong_request"]);
    expectNoSecret(errorOf(run));
  });

  it("cannot be to a call that the request does not have", () => {
    expect(issuesOf(() => ToolResultMessage.success(request, "call_3", 1))).toEqual([
      {
        code: "unknown_call",
        path: "/data/tool_call_id",
        keyword: "",
        expected: "the id of one call of the request",
        found: "no such call",
      },
    ]);
  });

  it("cannot be to an id that several calls have", () => {
    const [call] = request.data.tool_calls;
    const double = { ...request, data: { tool_calls: [call, call] } } as typeof request;
    expect(placesOf(() => ToolResultMessage.denied(double, "call_1"))).toEqual([
      "/data/tool_call_id: duplicate_call_id",
    ]);
  });

  it.each([null, undefined, {}, { id: ID }, { type: "tool_request", data: { tool_calls: [null] } }])(
    "cannot be to %j, which is not a request",
    (wrong) => {
      expect(placesOf(() => untyped.denied(wrong, "call_1"))).toEqual(["/data/request_id: wrong_request"]);
    },
  );

  it("is reported with all other problems, without content", () => {
    const run = () => untyped.error(request, SECRET, { message: 7 }, { id: SECRET, execution: { duration_ms: -1 } });
    expect(placesOf(run)).toEqual([
      "/data/tool_call_id: unknown_call",
      "/id: pattern_mismatch",
      "/data/error/message: wrong_type",
      "/data/execution/duration_ms: too_small",
    ]);
    expectNoSecret(errorOf(run));
  });

  it("does not save output or execution that is not JSON", () => {
    expect(placesOf(() => untyped.success(request, "call_1", () => SECRET))).toEqual(["/data/output: not_json_value"]);
    expect(placesOf(() => untyped.success(request, "call_1", 1, { execution: "soon" }))).toEqual([
      "/data/execution: wrong_type",
    ]);
    expect(placesOf(() => untyped.success(request, "call_1", 1, { execution: "" }))).toEqual([
      "/data/execution: wrong_type",
    ]);
    expect(placesOf(() => untyped.success(request, "call_1", 1, { execution: { duration_ms: 1.5 } }))).toEqual([
      "/data/execution/duration_ms: wrong_type",
    ]);
  });
});

describe("describing a tool result", () => {
  it("tells the call, the status and the kind of output, and no content", () => {
    expect(ToolResultMessage.describe(ToolResultMessage.success(request, "call_1", [SECRET], FIXED))).toBe(
      `ToolResultMessage(${ID}, call_1, success, output: array)`,
    );
    expect(ToolResultMessage.describe(ToolResultMessage.denied(request, "call_1", FIXED))).toBe(
      `ToolResultMessage(${ID}, call_1, denied)`,
    );
  });

  it("shows what a model would read only when asked", () => {
    const shown = (message: ToolResultMessage) => ToolResultMessage.describe(message, { content: true });
    expect(shown(ToolResultMessage.success(request, "call_1", { a: 1 }, FIXED))).toBe(
      `ToolResultMessage(${ID}, call_1, success, output: object): "{"a":1}"`,
    );
    expect(shown(ToolResultMessage.error(request, "call_1", { message: "no" }, FIXED))).toBe(
      `ToolResultMessage(${ID}, call_1, error): "no"`,
    );
  });
});

describe("building a tool result", () => {
  it("answers a call of a request", () => {
    const built = ToolResultMessageBuilder.create(FIXED)
      .answering(request, "call_1")
      .withStatus("success")
      .withOutput({ a: 1 })
      .build();
    expect(built).toEqual(ToolResultMessage.success(request, "call_1", { a: 1 }, FIXED));
  });

  it("does not build an answer to a call that the request does not have, until another one is named", () => {
    const wrong = ToolResultMessageBuilder.create().answering(request, "nope").withStatus("denied");
    expect(wrong.tryBuild()).toMatchObject({ ok: false, issues: [{ code: "unknown_call" }] });
    expect(wrong.answering(request, "call_2").tryBuild()).toMatchObject({ ok: true });
  });

  it("keeps null as an output, and clears it with undefined", () => {
    const builder = ToolResultMessageBuilder.create().answering(request, "call_1").withStatus("success");
    expect(builder.withOutput(null).build().data).toHaveProperty("output", null);
    expect(builder.withOutput(1).withOutput(undefined).build().data).not.toHaveProperty("output");
  });
});
