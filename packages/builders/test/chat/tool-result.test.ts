/** Outcomes of tool calls as text for the model. */

import { describe, expect, it } from "vitest";
import { ToolCall, ToolResult } from "../../src/index.js";
import { errorOf, expectNoSecret, isDeeplyFrozen, issuesOf, placesOf, SECRET } from "../refusal.js";

describe("ToolResult", () => {
  it("success gives the id, the text and is_error false", () => {
    expect(ToolResult.success("call_1", "done")).toEqual({ tool_call_id: "call_1", result: "done", is_error: false });
  });

  it("error sets is_error", () => {
    expect(ToolResult.error("call_1", "no such file")).toEqual({
      tool_call_id: "call_1",
      result: "no such file",
      is_error: true,
    });
  });

  it("answers the call whose id it was given", () => {
    const call = ToolCall.create(ToolCall.newId(), "read_file", { path: "a.ts" });
    expect(ToolResult.success(call.id, "text").tool_call_id).toBe(call.id);
  });

  it("may be empty", () => {
    expect(ToolResult.success("call_1", "").result).toBe("");
    expect(ToolResult.error("call_1", "").result).toBe("");
  });

  it("is_error is false where the stored form leaves it out", () => {
    expect(ToolResult.decode('{"tool_call_id":"call_1","result":"x"}').is_error).toBe(false);
  });

  it("cannot be changed", () => {
    const result = ToolResult.success("call_1", "done");
    expect(isDeeplyFrozen(result)).toBe(true);
    expect(() => {
      (result as { result: string }).result = "other";
    }).toThrow(TypeError);
  });

  it("requires the id of the call and a result that is text, and tells both at once", () => {
    expect(placesOf(() => ToolResult.success("", { a: 1 } as unknown as string))).toEqual([
      "/tool_call_id: too_short",
      "/result: wrong_type",
    ]);
    expect(
      issuesOf(() => ToolResult.error(undefined as unknown as string, undefined as unknown as string)).map(
        ({ expected }) => expected,
      ),
    ).toEqual(['property "tool_call_id"', 'property "result"']);
  });

  it("serialises and comes back equal", () => {
    const result = ToolResult.error("call_1", "não\ud83d\ude00\u0000");
    const text = ToolResult.encode(result);
    expect(text).toBe('{"tool_call_id":"call_1","result":"não\ud83d\ude00\\u0000","is_error":true}');
    expect(ToolResult.equals(ToolResult.decode(text), result)).toBe(true);
    expect(ToolResult.decode(JSON.stringify(result))).toEqual(result);
  });

  it("has value equality", () => {
    expect(ToolResult.equals(ToolResult.success("a", "x"), ToolResult.success("a", "x"))).toBe(true);
    expect(ToolResult.equals(ToolResult.success("a", "x"), ToolResult.error("a", "x"))).toBe(false);
    expect(ToolResult.equals(ToolResult.success("a", "x"), ToolResult.success("b", "x"))).toBe(false);
  });

  it("becomes the chat message that tells the model, with its failure", () => {
    expect(ToolResult.toChatMessage(ToolResult.error("call_1", "no"))).toEqual({
      role: "tool",
      tool_call_id: "call_1",
      content: "no",
      is_error: true,
    });
  });

  it("describes itself without what the tool said, unless asked", () => {
    const result = ToolResult.error("call_1", SECRET);
    expect(ToolResult.describe(result)).toBe("ToolResult(call_1, error, 14 characters)");
    expect(ToolResult.describe(ToolResult.success("call_1", "x"))).toBe("ToolResult(call_1, success, 1 character)");
    expect(ToolResult.describe(result, { content: true, max: 6 })).toBe(
      'ToolResult(call_1, error, 14 characters): "s3cret…"',
    );
  });

  it("never shows content in an error", () => {
    expectNoSecret(errorOf(() => ToolResult.success("", SECRET)));
    expectNoSecret(errorOf(() => ToolResult.success(SECRET.repeat(50), { [SECRET]: SECRET } as unknown as string)));
  });
});
