/** The places of calls among what a model said: each that of a call of the same answer, and each call at one place. */

import { describe, expect, it } from "vitest";
import { AgentRequestBuilder, ChatMessage, ConversationHistory, ToolCall } from "../../src/index.js";
import { errorOf, expectNoSecret, placesOf, SECRET } from "../refusal.js";

const SYSTEM = ChatMessage.createSystem("x");
const USER = ChatMessage.createUser("y");
const CALLS = [ToolCall.create("a", "run", {}), ToolCall.create("b", "run", {})];

const text = (said: string) => ({ type: "text" as const, text: said });
const place = (id: string) => ({ type: "call_place" as const, tool_call_id: id });

describe("a message of the assistant", () => {
  it("says where among its words each call was asked for", () => {
    const content = [text("First this."), place("b"), text("Then that."), place("a")];
    const message = ChatMessage.createAssistant(content, CALLS);
    expect(message.content).toEqual(content);
    expect(ChatMessage.decode(ChatMessage.encode(message))).toEqual(message);
    expect(ChatMessage.describe(message)).toBe(
      "ChatMessage(assistant, 4 parts, 2 call place parts, 21 characters, 2 tool calls)",
    );
  });

  it("need not say it of every call, or of any", () => {
    expect(ChatMessage.createAssistant([place("a")], CALLS).content).toEqual([place("a")]);
  });

  it("has no place of a call that is none of its own, and no two of one call", () => {
    const content = [place(SECRET), place("a"), text("x"), place("a"), place(SECRET)];
    const make = () => ChatMessage.createAssistant(content, CALLS);
    expect(placesOf(make)).toEqual([
      "/content/0/tool_call_id: place_without_call",
      "/content/3/tool_call_id: duplicate_call_place",
      "/content/4/tool_call_id: place_without_call",
    ]);
    expectNoSecret(errorOf(make));
    expect(placesOf(() => ChatMessage.createAssistant([place("a")]))).toEqual([
      "/content/0/tool_call_id: place_without_call",
    ]);
  });
});

it("nobody else has places of calls", () => {
  const found = ["/content/0/tool_call_id: place_without_call"];
  expect(placesOf(() => ChatMessage.createUser([place("a")]))).toEqual(found);
  expect(placesOf(() => ChatMessage.createSystem([place("a")], { allowEmpty: true }))).toEqual(found);
  expect(placesOf(() => ChatMessage.createToolResult("a", [place("a")]))).toEqual(found);
});

describe("a conversation", () => {
  const wrong = { role: "assistant", content: [place("c"), place("a"), place("a")], tool_calls: CALLS } as const;
  const [stray, second] = [
    "/content/0/tool_call_id: place_without_call",
    "/content/2/tool_call_id: duplicate_call_place",
  ];

  it("tells them when it is validated, in bare messages and in a history", () => {
    const messages = [SYSTEM, USER, ChatMessage.parse(wrong)];
    const told = (issues: ReturnType<typeof ConversationHistory.validate>) =>
      issues.map(({ path, code }) => `${path}: ${code}`);
    expect(told(ConversationHistory.validate(messages))).toEqual([`/2${stray}`, `/2${second}`]);
    const history = ConversationHistory.create();
    history.add(messages);
    expect(told(ConversationHistory.validate(history))).toEqual([`/messages/2${stray}`, `/messages/2${second}`]);
  });

  it("does not take what somebody writes with them, and takes what was stored with them", () => {
    const history = ConversationHistory.create();
    expect(placesOf(() => history.add([SYSTEM, USER, wrong]))).toEqual([`/2${stray}`, `/2${second}`]);
    expect(history.count).toBe(0);
    history.add([SYSTEM, USER, ChatMessage.decode(JSON.stringify(wrong))]);
    expect(history.count).toBe(3);
    const request = AgentRequestBuilder.create().withMessage("z").withHistory([SYSTEM, USER, wrong]);
    expect(placesOf(() => request.build())).toEqual(expect.arrayContaining([`/history/2${stray}`]));
  });

  it("loses them in a repair, which tells it; a place goes with its call into one message", () => {
    const apart = [SYSTEM, USER, ChatMessage.parse({ role: "assistant", content: [text("x"), place("a")] })];
    const asks = ChatMessage.createAssistant(null, CALLS.slice(0, 1));
    const result = ChatMessage.createToolResult("a", "1");
    const joined = ConversationHistory.repairMessages([...apart, asks, result]);
    expect(joined.messages[2]).toMatchObject({ content: [text("x"), place("a")], tool_calls: [{ id: "a" }] });
    expect(joined.changes.map(({ code }) => code)).toEqual(["message_merged"]);

    const results = ["a", "b"].map((id) => ChatMessage.createToolResult(id, "1"));
    const lost = ConversationHistory.repairMessages([SYSTEM, USER, ChatMessage.parse(wrong), ...results]);
    expect(lost.messages[2]?.content).toEqual([place("a")]);
    expect(lost.changes).toEqual([
      { code: "place_dropped", path: "/messages/2", message: expect.stringMatching(/^places of calls /) },
    ]);
    expect(ConversationHistory.validate(lost.messages)).toEqual([]);
    const again = ConversationHistory.repairMessages(lost.messages);
    expect([again.changes, again.messages]).toEqual([[], lost.messages]);
    const nothing = [SYSTEM, ChatMessage.parse({ role: "user", content: [place("a")] })];
    expect(ConversationHistory.repairMessages(nothing).messages[1]).toEqual({ role: "user", content: "" });
    const calls = ChatMessage.parse({ role: "assistant", content: [place("c")], tool_calls: CALLS });
    expect(ConversationHistory.repairMessages([SYSTEM, USER, calls, ...results]).messages[2]).toEqual({
      role: "assistant",
      tool_calls: CALLS,
    });
  });

  it("keeps a place with its call when a repair renames it", () => {
    const asks = ChatMessage.createAssistant([place("a"), text("x"), place("b")], CALLS);
    const results = ["a", "b"].map((id) => ChatMessage.createToolResult(id, "1"));
    const { messages } = ConversationHistory.repairMessages([SYSTEM, USER, asks, ...results, USER, asks, ...results]);
    const last = messages.findLast(({ role }) => role === "assistant");
    const ids = last?.role === "assistant" ? (last.tool_calls ?? []).map(({ id }) => id) : [];
    expect(ids).not.toContain("a");
    expect(last?.content).toEqual([place(ids[0] ?? ""), text("x"), place(ids[1] ?? "")]);
    expect(ConversationHistory.validate(messages)).toEqual([]);
  });
});
