/** What a user does with messages and calls from beginning to end, and the rules of construction one by one. */

import { ValidationError } from "@parlance/core";
import { describe, expect, it } from "vitest";
import { ChatMessage, ToolCall, ToolResult } from "../../src/index.js";
import { placesOf } from "../refusal.js";

/** What a JavaScript caller may pass where TypeScript would refuse it. */
const anything = (value: unknown): never => value as never;

describe("a user", () => {
  it("creates a system message: role and content are set, tool calls are absent, and it tells role and content when asked", () => {
    const message = ChatMessage.createSystem("You are helpful.");
    expect(message.role).toBe("system");
    expect(message.content).toBe("You are helpful.");
    expect("tool_calls" in message).toBe(false);
    expect(ChatMessage.describe(message, { content: true })).toBe(
      'ChatMessage(system, 16 characters): "You are helpful."',
    );
  });

  it("creates a user message that is immutable", () => {
    const message = ChatMessage.createUser("Hello");
    expect([message.role, message.content, Object.isFrozen(message)]).toEqual(["user", "Hello", true]);
  });

  it("creates an assistant message with tool calls and no content", () => {
    const call = ToolCall.create("call_001", "write_file", { path: "fibonacci.cs", content: "…" });
    const message = ChatMessage.createAssistant(null, [call]);
    expect([message.role, message.content, message.tool_calls]).toEqual(["assistant", undefined, [call]]);
  });

  it("extracts an argument of a call, and is told that a missing key is not there", () => {
    const call = ToolCall.create("call_001", "write_file", { path: "fibonacci.cs" });
    expect(ToolCall.tryGetArgument(call, "path")).toEqual({ found: true, value: "fibonacci.cs" });
    expect(ToolCall.tryGetArgument(call, "content").found).toBe(false);
  });

  it("serialises messages of every role, and gets equal ones back", () => {
    const call = ToolCall.create("call_001", "write_file", { path: "hello.cs" });
    const result = ToolResult.error(call.id, "disk full");
    const messages = [
      ChatMessage.createSystem("You are helpful."),
      ChatMessage.createUser("Write a hello world program"),
      ChatMessage.createAssistant("Of course.", [call]),
      ToolResult.toChatMessage(result),
    ];
    const restored = messages.map((message) => ChatMessage.decode(JSON.stringify(message)));
    expect(restored).toEqual(messages);
    expect(restored.every((message, at) => ChatMessage.equals(message, messages[at] as ChatMessage))).toBe(true);
  });

  it("cannot create a user message with null content, or a tool message without the id of a call", () => {
    expect(() => ChatMessage.createUser(anything(null))).toThrow(ValidationError);
    expect(() => ChatMessage.createToolResult(anything(undefined), "done")).toThrow(ValidationError);
  });
});

describe("construction refuses", () => {
  it.each<readonly [string, () => unknown, readonly string[]]>([
    ["a message without a role", () => ChatMessage.parse({ content: "x" }), [": missing_property"]],
    ["a user message without content", () => ChatMessage.createUser(anything(undefined)), [": missing_property"]],
    ["a system message without content", () => ChatMessage.createSystem(""), ["/content: too_short"]],
    [
      "a tool message without the id of a call",
      () => ChatMessage.createToolResult("", "x"),
      ["/tool_call_id: too_short"],
    ],
    [
      "a tool message without content",
      () => ChatMessage.createToolResult("c", anything(null)),
      ["/content: wrong_type"],
    ],
    [
      "an assistant message with neither content nor tool calls",
      () => ChatMessage.createAssistant(null),
      [": missing_property"],
    ],
    ["a tool call with an empty name", () => ToolCall.create("c", "", {}), ["/name: pattern_mismatch"]],
    [
      "a tool call whose name has other characters",
      () => ToolCall.create("c", "rm -rf", {}),
      ["/name: pattern_mismatch"],
    ],
    [
      "a tool call whose arguments are not an object",
      () => ToolCall.create("c", "run", anything("{}")),
      ["/arguments: wrong_type"],
    ],
  ])("%s", (_, construct, places) => {
    expect(placesOf(construct)).toEqual(places);
  });

  it("construction refuses to put tool calls into any message but the assistant's", () => {
    const options = anything({ tool_calls: [ToolCall.create("c", "run", {})], tool_call_id: "c" });
    const places = ["/tool_calls: not_allowed", "/tool_call_id: not_allowed"];
    expect(placesOf(() => ChatMessage.createUser("x", options))).toEqual(places);
    expect(placesOf(() => ChatMessage.createSystem("x", options))).toEqual(places);
    expect(placesOf(() => ChatMessage.createAssistant("x", [], options))).toEqual(["/tool_call_id: not_allowed"]);
    const nulls = anything({ tool_calls: null, tool_call_id: null, is_error: null });
    expect(Object.keys(ChatMessage.createUser("x", nulls))).toEqual(["role", "content"]);
  });
});
