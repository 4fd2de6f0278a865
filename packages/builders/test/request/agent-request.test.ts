/** Requests made in one call, and their computed values. */

import { CURRENT_VERSION } from "@parlance/core";
import { describe, expect, it } from "vitest";
import {
  AgentRequest,
  ChatMessage,
  ConversationHistory,
  FileContext,
  ToolAvailabilityContext,
} from "../../src/index.js";
import { isDeeplyFrozen, issuesOf, placesOf } from "../refusal.js";
import { anything, CONVERSATION, FIRST, fullRequest, NOW, SECOND, surroundings, toolResult } from "./fixtures.js";

describe("a request made in one call", () => {
  it("is simple: the message, new ids, the time, and tools enabled", () => {
    expect(AgentRequest.simple("Hello", surroundings())).toEqual({
      schema_version: CURRENT_VERSION,
      request_id: FIRST,
      conversation_id: SECOND,
      created_at: NOW,
      message: "Hello",
      enable_tools: true,
    });
  });

  it("is chat only: the same without tools", () => {
    expect(AgentRequest.chatOnly("Hello", surroundings())).toEqual({
      schema_version: CURRENT_VERSION,
      request_id: FIRST,
      conversation_id: SECOND,
      created_at: NOW,
      message: "Hello",
      enable_tools: false,
    });
  });

  it("is the next message of a conversation, with what was said before", () => {
    const history = [ChatMessage.createUser("Hi"), ChatMessage.createAssistant("Hello")];
    const request = AgentRequest.inConversation("And now?", CONVERSATION, history, surroundings());
    expect(request).toMatchObject({ request_id: FIRST, conversation_id: CONVERSATION, message: "And now?", history });
    expect(AgentRequest.inConversation("And now?", CONVERSATION)).not.toHaveProperty("history");
    expect(AgentRequest.inConversation("And now?", CONVERSATION, null)).not.toHaveProperty("history");
  });

  it("takes its history from a live history, a generator or a set", () => {
    const live = ConversationHistory.create({ order: "lenient" });
    live.add(ChatMessage.createUser("Hi"));
    live.add(ChatMessage.createAssistant("Hello"));
    const expected = [
      { role: "user", content: "Hi" },
      { role: "assistant", content: "Hello" },
    ];
    function* generator(): Generator<ChatMessage> {
      yield* live;
    }
    for (const history of [live, live.messages, generator(), new Set(live)]) {
      expect(AgentRequest.inConversation("x", CONVERSATION, history).history).toEqual(expected);
    }
  });

  it("has ids of its own and the time of now where nothing else is injected", () => {
    const before = Date.now();
    const [one, other] = [AgentRequest.simple("Hello"), AgentRequest.simple("Hello")];
    expect(new Set([one.request_id, other.request_id, one.conversation_id, other.conversation_id]).size).toBe(4);
    expect(Date.parse(one.created_at)).toBeGreaterThanOrEqual(before);
  });

  it("is plain frozen data that survives JSON, a structured clone and the codec", () => {
    const request = fullRequest();
    expect(isDeeplyFrozen(request)).toBe(true);
    expect(Object.getPrototypeOf(request)).toBe(Object.prototype);
    expect(structuredClone(request)).toEqual(request);
    expect(AgentRequest.parse(JSON.parse(JSON.stringify(request)))).toEqual(request);
    expect(AgentRequest.decode(AgentRequest.encode(request))).toEqual(request);
  });

  it("may have an empty message only where that is asked for; white space is a message", () => {
    expect(issuesOf(() => AgentRequest.simple(""))).toEqual([
      { code: "too_short", path: "/message", keyword: "", expected: "a text that is not empty", found: "0 characters" },
    ]);
    expect(placesOf(() => AgentRequest.inConversation("", CONVERSATION))).toEqual(["/message: too_short"]);
    expect(AgentRequest.chatOnly("", { allowEmpty: true }).message).toBe("");
    expect(AgentRequest.simple(" \n").message).toBe(" \n");
  });

  it.each([
    ["a message that is not text", () => AgentRequest.simple(anything(7)), ["/message: wrong_type"]],
    ["no message", () => AgentRequest.simple(anything(undefined)), [": missing_property"]],
    ["a conversation without a name", () => AgentRequest.inConversation("x", ""), ["/conversation_id: too_short"]],
    [
      "an id of its own that is not a UUID",
      () => AgentRequest.simple("x", { newId: () => "1" }),
      ["/request_id: pattern_mismatch"],
    ],
    [
      "a history that is one message",
      () => AgentRequest.inConversation("x", CONVERSATION, anything({ role: "user", content: "x" })),
      ["/history: wrong_type"],
    ],
    [
      "a history that is a text",
      () => AgentRequest.inConversation("x", CONVERSATION, anything("abc")),
      ["/history: wrong_type"],
    ],
  ])("refuses %s", (_, make, places) => {
    expect(placesOf(make)).toEqual(places);
  });

  it("refuses a history with a result that no call waits for", () => {
    const history = [ChatMessage.createUser("x"), toolResult("1")];
    expect(placesOf(() => AgentRequest.inConversation("x", CONVERSATION, history))).toEqual([
      "/history/1/tool_call_id: call_not_open",
    ]);
  });

  it("refuses a history that still waits for the result of a call, since nobody else may speak before", () => {
    const history = (fullRequest().history ?? []).slice(0, 2);
    expect(placesOf(() => AgentRequest.inConversation("x", CONVERSATION, history))).toEqual([
      "/history/1/tool_calls/0: call_not_answered",
    ]);
  });

  it("reads no more of an endless history than a request may hold", () => {
    function* endless(): Generator<ChatMessage> {
      for (;;) yield MESSAGE;
    }
    const MESSAGE = ChatMessage.createUser("x");
    expect(placesOf(() => AgentRequest.inConversation("x", CONVERSATION, endless()))).toContain("/history: too_many");
  });
});

describe("what is computed from a request", () => {
  const simple = AgentRequest.simple("Hello", surroundings());
  const full = fullRequest();

  it("tells whether files are attached, and how long they are together", () => {
    expect([AgentRequest.hasAttachedFiles(simple), AgentRequest.totalAttachedContentLength(simple)]).toEqual([
      false,
      0,
    ]);
    expect([AgentRequest.hasAttachedFiles(full), AgentRequest.totalAttachedContentLength(full)]).toEqual([true, 7]);
    const empty = AgentRequest.with(full, { attached_files: [] });
    expect([AgentRequest.hasAttachedFiles(empty), AgentRequest.totalAttachedContentLength(empty)]).toEqual([false, 0]);
    const files = ["abc", "😀"].map((content) => FileContext.fromContent("b.txt", content));
    expect(AgentRequest.totalAttachedContentLength(AgentRequest.with(full, { attached_files: files }))).toBe(5);
  });

  it("tells whether there is a history, and of how many messages", () => {
    expect([AgentRequest.hasHistory(simple), AgentRequest.historyMessageCount(simple)]).toEqual([false, 0]);
    expect([AgentRequest.hasHistory(full), AgentRequest.historyMessageCount(full)]).toEqual([true, 3]);
    expect(AgentRequest.hasHistory(AgentRequest.with(full, { history: [] }))).toBe(false);
  });

  it("tells the workspace from the tool context", () => {
    expect(AgentRequest.workspacePath(simple)).toBeUndefined();
    expect(AgentRequest.workspacePath(full)).toBe("/work");
    const context = ToolAvailabilityContext.default();
    expect(AgentRequest.workspacePath(AgentRequest.with(full, { tool_context: context }))).toBeUndefined();
  });

  it("describes it by id, length and counts, and shows the message only when asked to", () => {
    expect(AgentRequest.describe(full)).toBe(`AgentRequest(${FIRST}, 16 characters, 1 file, 3 messages before)`);
    expect(AgentRequest.describe(AgentRequest.chatOnly("Hello", surroundings()))).toBe(
      `AgentRequest(${FIRST}, 5 characters, 0 files, 0 messages before, no tools)`,
    );
    expect(AgentRequest.describe(full, { content: true, max: 4 })).toBe(
      `AgentRequest(${FIRST}, 16 characters, 1 file, 3 messages before): "What…"`,
    );
  });
});
