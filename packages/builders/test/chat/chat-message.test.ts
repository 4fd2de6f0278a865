/** Chat messages: every factory, every rule of construction, and what a message tells of itself. */

import { describe, expect, it } from "vitest";
import { ChatMessage, ToolCall } from "../../src/index.js";
import { errorOf, isDeeplyFrozen, issuesOf, placesOf, SECRET } from "../refusal.js";

const CALL = ToolCall.create("call_1", "write_file", { path: "a.ts", content: "text" });
const OTHER_CALL = ToolCall.create("call_2", "read_file", { path: "b.ts" });

/** What a JavaScript caller may pass where TypeScript would refuse it. */
const untyped = ChatMessage as unknown as Record<
  "createSystem" | "createUser" | "createAssistant" | "createToolResult",
  (...given: unknown[]) => ChatMessage
>;

describe("creating a system message", () => {
  it("sets the role and the content, and nothing else", () => {
    expect(ChatMessage.createSystem("You are helpful.")).toEqual({ role: "system", content: "You are helpful." });
  });

  it("requires content", () => {
    expect(issuesOf(() => untyped.createSystem(undefined))).toEqual([
      {
        code: "missing_property",
        path: "",
        keyword: "required",
        expected: 'property "content"',
        found: "no such property",
      },
    ]);
    expect(placesOf(() => untyped.createSystem(null))).toEqual(["/content: wrong_type"]);
    expect(placesOf(() => ChatMessage.createSystem(""))).toEqual(["/content: too_short"]);
  });
});

describe("creating a user message", () => {
  it("sets the role and the content, and cannot be changed afterwards", () => {
    const message = ChatMessage.createUser("Hello");
    expect(message).toEqual({ role: "user", content: "Hello" });
    expect(() => {
      (message as { content: string }).content = "other";
    }).toThrow(TypeError);
  });

  it("requires content", () => {
    expect(placesOf(() => untyped.createUser(null))).toEqual(["/content: wrong_type"]);
    expect(placesOf(() => untyped.createUser())).toEqual([": missing_property"]);
    expect(issuesOf(() => ChatMessage.createUser(""))).toEqual([
      {
        code: "too_short",
        path: "/content",
        keyword: "",
        expected: "content that is not empty",
        found: "0 characters",
      },
    ]);
  });

  it("takes white space and very long text as content", () => {
    expect(ChatMessage.createUser(" \n").content).toBe(" \n");
    const long = "x".repeat(1_000_000);
    expect(ChatMessage.createUser(long).content).toBe(long);
  });

  it("takes empty content where that is allowed on purpose", () => {
    expect(ChatMessage.createUser("", { allowEmpty: true })).toEqual({ role: "user", content: "" });
    expect(ChatMessage.createSystem("", { allowEmpty: true })).toEqual({ role: "system", content: "" });
  });

  it("never changes text: neither its composition nor halves of surrogate pairs", () => {
    const text = "e\u0301 \u00e9 \ud800 \ud83d\ude00";
    expect(ChatMessage.createUser(text).content).toBe(text);
  });

  it("takes a name and leaves it out when it is undefined or null", () => {
    expect(ChatMessage.createUser("Hi", { name: "ann" })).toEqual({ role: "user", content: "Hi", name: "ann" });
    expect(Object.keys(ChatMessage.createUser("Hi", { name: undefined }))).toEqual(["role", "content"]);
    expect(Object.keys(untyped.createUser("Hi", { name: null }))).toEqual(["role", "content"]);
    expect(Object.keys(untyped.createUser("Hi", null))).toEqual(["role", "content"]);
  });

  it("tells every problem at once", () => {
    expect(placesOf(() => ChatMessage.createUser("", { name: "" }))).toEqual([
      "/content: too_short",
      "/name: too_short",
    ]);
  });
});

describe("content of several parts", () => {
  it("is copied and frozen, so that the caller's parts can change without it", () => {
    const parts = [
      { type: "text", text: "Look:" },
      { type: "image", source: { type: "url", url: "https://example.com/a.png" } },
    ] as const;
    const message = ChatMessage.createUser(parts);
    expect(message).toEqual({ role: "user", content: parts });
    expect(isDeeplyFrozen(message)).toBe(true);
    expect(Object.isFrozen(parts)).toBe(false);
  });

  it("is checked part by part", () => {
    expect(placesOf(() => untyped.createUser([{ type: "text" }, { type: "image", source: 1 }]))).toEqual([
      "/content/0: missing_property",
      "/content/1/source: wrong_type",
    ]);
  });

  it("is empty when there are no parts, or only parts of empty text", () => {
    expect(placesOf(() => ChatMessage.createUser([]))).toEqual(["/content: too_few"]);
    expect(placesOf(() => ChatMessage.createUser([{ type: "text", text: "" }]))).toEqual(["/content: too_short"]);
    const allowed = ChatMessage.createUser([{ type: "text", text: "" }], { allowEmpty: true });
    expect(allowed.content).toEqual([{ type: "text", text: "" }]);
  });

  it("keeps parts of a newer writer exactly", () => {
    const message = untyped.createUser([{ type: "hologram", depth: 3 }]);
    expect(message.content).toEqual([
      { type: "unknown", reason: "unknown_type", original: { type: "hologram", depth: 3 } },
    ]);
    expect(ChatMessage.encode(message)).toBe('{"role":"user","content":[{"type":"hologram","depth":3}]}');
  });
});

describe("creating an assistant message", () => {
  it("takes text alone", () => {
    expect(ChatMessage.createAssistant("Done.")).toEqual({ role: "assistant", content: "Done." });
  });

  it("takes tool calls alone, and has no content then", () => {
    const message = ChatMessage.createAssistant(null, [CALL]);
    expect(message.role).toBe("assistant");
    expect(message.content).toBeUndefined();
    expect(message.tool_calls).toEqual([CALL]);
    expect(Object.keys(message)).toEqual(["role", "tool_calls"]);
  });

  it("takes both", () => {
    const message = ChatMessage.createAssistant("I will write it.", [CALL, OTHER_CALL], { name: "coder" });
    expect(message).toEqual({
      role: "assistant",
      content: "I will write it.",
      tool_calls: [CALL, OTHER_CALL],
      name: "coder",
    });
  });

  it("refuses neither, however it is said", () => {
    const expected = [
      {
        code: "missing_property",
        path: "",
        keyword: "anyOf",
        expected: 'property "content" or "tool_calls"',
        found: "no such property",
      },
    ];
    expect(issuesOf(() => ChatMessage.createAssistant(null))).toEqual(expected);
    expect(issuesOf(() => ChatMessage.createAssistant(null, []))).toEqual(expected);
    expect(issuesOf(() => ChatMessage.createAssistant(null, null))).toEqual(expected);
    expect(issuesOf(() => untyped.createAssistant(undefined, Object.freeze([])))).toEqual(expected);
  });

  it("takes an empty text for content, since models send it", () => {
    expect(ChatMessage.createAssistant("")).toEqual({ role: "assistant", content: "" });
    expect(ChatMessage.createAssistant("", [CALL]).content).toBe("");
  });

  it("leaves an empty list of calls out", () => {
    expect(Object.keys(ChatMessage.createAssistant("Done.", []))).toEqual(["role", "content"]);
  });

  it("keeps the calls themselves, without copying them, and freezes the list", () => {
    const calls = [CALL];
    const message = ChatMessage.createAssistant(null, calls);
    calls.push(OTHER_CALL);
    expect(message.tool_calls?.[0]).toBe(CALL);
    expect(message.tool_calls).toHaveLength(1);
    expect(isDeeplyFrozen(message)).toBe(true);
  });

  it("copies calls that could still be changed", () => {
    const call = { id: "call_1", name: "run", arguments: { command: "ls" } };
    const message = ChatMessage.createAssistant(null, [call]);
    call.arguments.command = "rm -rf /";
    expect(message.tool_calls?.[0]?.arguments).toEqual({ command: "ls" });
    expect(isDeeplyFrozen(message)).toBe(true);
  });

  it("copies calls that are frozen only outside", () => {
    const command = { line: "ls" };
    const call = Object.freeze({ id: "call_1", name: "run", arguments: Object.freeze({ command }) });
    const message = ChatMessage.createAssistant(null, [call]);
    command.line = "rm -rf /";
    expect(message.tool_calls?.[0]?.arguments).toEqual({ command: { line: "ls" } });
  });

  it("refuses a call id that stands there twice, since nobody could tell the results apart", () => {
    expect(issuesOf(() => ChatMessage.createAssistant(null, [CALL, OTHER_CALL, CALL]))).toEqual([
      {
        code: "duplicate_call_id",
        path: "/tool_calls/2/id",
        keyword: "",
        expected: "an id of its own",
        found: "an earlier id",
      },
    ]);
  });

  it("refuses calls that are none, each in its place", () => {
    expect(placesOf(() => untyped.createAssistant(null, [CALL, { id: "", name: "x", arguments: [] }, 3]))).toEqual([
      "/tool_calls/1/id: too_short",
      "/tool_calls/1/arguments: wrong_type",
      "/tool_calls/2: wrong_type",
    ]);
    expect(placesOf(() => untyped.createAssistant("text", "calls"))).toEqual(["/tool_calls: wrong_type"]);
    expect(placesOf(() => untyped.createAssistant("text", new Array(1)))).toEqual(["/tool_calls: not_json_value"]);
  });

  it("takes whatever name a model gave to a tool, and calls with a defect, so that they can be shown", () => {
    const calls = [ToolCall.fromText("a", "files.write!", "{}"), ToolCall.truncated("b", "run", '{"comm')];
    expect(ChatMessage.createAssistant(null, calls).tool_calls).toEqual(calls);
  });
});

describe("creating a tool message", () => {
  it("sets the role, the id of the call, the content and that it is not an error", () => {
    expect(ChatMessage.createToolResult("call_1", "File written")).toEqual({
      role: "tool",
      tool_call_id: "call_1",
      content: "File written",
      is_error: false,
    });
  });

  it("keeps that the tool failed", () => {
    expect(ChatMessage.createToolResult("call_1", "no such file", true).is_error).toBe(true);
  });

  it("may be empty", () => {
    expect(ChatMessage.createToolResult("call_1", "").content).toBe("");
  });

  it("requires the id of the call", () => {
    expect(issuesOf(() => untyped.createToolResult(undefined, "x")).map(({ expected }) => expected)).toEqual([
      'property "tool_call_id"',
    ]);
    expect(placesOf(() => ChatMessage.createToolResult("", "x"))).toEqual(["/tool_call_id: too_short"]);
  });

  it("requires content", () => {
    expect(issuesOf(() => untyped.createToolResult("call_1", undefined)).map(({ expected }) => expected)).toEqual([
      'property "content"',
    ]);
    expect(placesOf(() => untyped.createToolResult("call_1", { ok: true }))).toEqual(["/content: wrong_type"]);
  });

  it("refuses a flag that is none, and takes null for absent", () => {
    expect(placesOf(() => untyped.createToolResult("call_1", "x", "yes"))).toEqual(["/is_error: wrong_type"]);
    expect(untyped.createToolResult("call_1", "x", null)).toMatchObject({ is_error: false });
  });
});

describe("reading a message", () => {
  it("refuses a role that is undefined or does not exist", () => {
    expect(issuesOf(() => ChatMessage.parse({ content: "x" })).map(({ expected }) => expected)).toEqual([
      'property "role"',
    ]);
    expect(placesOf(() => ChatMessage.parse({ role: "boss", content: "x" }))).toEqual(["/role: not_allowed_value"]);
  });

  it("takes null and missing properties for absent", () => {
    const text = '{"role":"assistant","content":null,"tool_calls":[{"id":"c","name":"n","arguments":{}}]}';
    expect(ChatMessage.decode(text)).toEqual({
      role: "assistant",
      tool_calls: [{ id: "c", name: "n", arguments: {} }],
    });
    expect(ChatMessage.decode('{"role":"tool","tool_call_id":"c","content":"x"}')).toMatchObject({ is_error: false });
  });

  it("keeps fields of a newer writer", () => {
    const text = '{"role":"user","content":"x","mood":{"level":12345678901234567890}}';
    expect(ChatMessage.encode(ChatMessage.decode(text))).toBe(text);
  });
});

describe("writing a message", () => {
  it.each([
    [ChatMessage.createSystem("You are helpful."), '{"role":"system","content":"You are helpful."}'],
    [ChatMessage.createUser("Hi", { name: "ann" }), '{"role":"user","content":"Hi","name":"ann"}'],
    [
      ChatMessage.createAssistant(null, [OTHER_CALL]),
      '{"role":"assistant","tool_calls":[{"id":"call_2","name":"read_file","arguments":{"path":"b.ts"}}]}',
    ],
    [
      ChatMessage.createToolResult("call_1", "done"),
      '{"role":"tool","tool_call_id":"call_1","content":"done","is_error":false}',
    ],
  ])("needs no configuration, leaves out what is absent, and comes back equal", (message, text) => {
    expect(JSON.stringify(message)).toBe(text);
    expect(ChatMessage.encode(message)).toBe(text);
    expect(ChatMessage.equals(ChatMessage.decode(text), message)).toBe(true);
  });

  it("keeps the digits of arguments that a double cannot hold", () => {
    const call = ToolCall.fromText("c", "delete", '{"id":12345678901234567890}');
    const text = ChatMessage.encode(ChatMessage.createAssistant(null, [call]));
    expect(text).toContain('"arguments":{"id":12345678901234567890}');
  });
});

describe("a message as a value", () => {
  it("crosses to a worker as a copy", () => {
    const message = ChatMessage.createAssistant("text", [CALL]);
    expect(structuredClone(message)).toEqual(message);
  });

  it("is plain data, not an instance of a class", () => {
    expect(Object.getPrototypeOf(ChatMessage.createUser("x"))).toBe(Object.prototype);
  });

  it("equals another one with the same content, whatever the order of their keys", () => {
    const message = ChatMessage.createAssistant("text", [CALL]);
    const same = ChatMessage.parse({
      tool_calls: [{ arguments: { content: "text", path: "a.ts" }, name: "write_file", id: "call_1" }],
      content: "text",
      role: "assistant",
    });
    expect(ChatMessage.equals(message, same)).toBe(true);
    expect(ChatMessage.equals(message, ChatMessage.createAssistant("text", [OTHER_CALL]))).toBe(false);
    expect(ChatMessage.equals(ChatMessage.createUser("x"), ChatMessage.createSystem("x"))).toBe(false);
  });
});

describe("the text of a message", () => {
  it("is its content, or its text parts joined", () => {
    expect(ChatMessage.textOf(ChatMessage.createUser("Hello"))).toBe("Hello");
    const parts = [
      { type: "reasoning", text: "hm" },
      { type: "text", text: "Hel" },
      { type: "refusal", text: "no" },
      { type: "text", text: "lo" },
    ] as const;
    expect(ChatMessage.textOf(ChatMessage.createAssistant(parts))).toBe("Hello");
  });

  it("is empty where there is none", () => {
    expect(ChatMessage.textOf(ChatMessage.createAssistant(null, [CALL]))).toBe("");
  });
});

describe("describing a message", () => {
  it.each([
    [ChatMessage.createSystem("You are helpful."), "ChatMessage(system, 16 characters)"],
    [ChatMessage.createUser("\ud83d\ude00"), "ChatMessage(user, 1 character)"],
    [ChatMessage.createUser([{ type: "text", text: "Hi" }]), "ChatMessage(user, 1 part, 2 characters)"],
    [ChatMessage.createAssistant(null, [CALL, OTHER_CALL]), "ChatMessage(assistant, 2 tool calls)"],
    [ChatMessage.createAssistant("ok", [CALL]), "ChatMessage(assistant, 2 characters, 1 tool call)"],
    [ChatMessage.createToolResult("call_1", "done"), "ChatMessage(tool, call_1, 4 characters)"],
    [ChatMessage.createToolResult("call_1", "no", true), "ChatMessage(tool, call_1, error, 2 characters)"],
  ])("tells role, ids, lengths and counts: %j", (message, line) => {
    expect(ChatMessage.describe(message)).toBe(line);
  });

  it("shows no content unless it is asked for", () => {
    const message = ChatMessage.createUser(`${SECRET}\n\u001b[2J`, { name: SECRET });
    expect(ChatMessage.describe(message)).not.toContain(SECRET);
    expect(ChatMessage.describe(message, { content: false, max: 5 })).not.toContain("s3");
    expect(ChatMessage.describe(message, { content: true })).toBe(
      'ChatMessage(user, 19 characters): "s3cret-content\\n\\u{1b}[2J"',
    );
    expect(ChatMessage.describe(message, { content: true, max: 6 })).toBe(
      'ChatMessage(user, 19 characters): "s3cret…"',
    );
  });

  it("writes an id that somebody else made up on one line", () => {
    const message = ChatMessage.createToolResult(`a\nb\u202e${"x".repeat(100)}`, "done");
    expect(ChatMessage.describe(message)).toBe(`ChatMessage(tool, a\\nb\\u{202e}${"x".repeat(60)}…, 4 characters)`);
  });
});

it("an error of a factory is ours, with a stable code", () => {
  expect(errorOf(() => ChatMessage.createUser("")).code).toBe("invalid");
});
