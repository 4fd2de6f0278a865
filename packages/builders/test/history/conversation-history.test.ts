/** A conversation history as its user meets it: adding, reading, iterating, clearing. */

import { CURRENT_VERSION } from "@parlance/core";
import { describe, expect, it } from "vitest";
import { ChatMessage, ConversationHistory } from "../../src/index.js";
import { isDeeplyFrozen, issuesOf, placesOf } from "../refusal.js";
import { asks, asksTwice, assistant, CREATED_AT, ID, result, SYSTEM, started, stored, user } from "./messages.js";

describe("a new history", () => {
  it("starts empty", () => {
    const history = ConversationHistory.create();
    expect(history.count).toBe(0);
    expect(history.lastMessage).toBeUndefined();
    expect(history.openCalls).toEqual([]);
    expect([...history]).toEqual([]);
    expect(history.messages.length).toBe(0);
    expect(history.messages.toArray()).toEqual([]);
  });

  it("gets an id and the time from its surroundings", () => {
    const history = ConversationHistory.create({ newId: () => ID, now: () => Date.parse(CREATED_AT) });
    expect(history.toJSON()).toEqual({ schema_version: CURRENT_VERSION, id: ID, created_at: CREATED_AT, messages: [] });
  });

  it("gets a new id and the time now without them", () => {
    const [one, other] = [ConversationHistory.create(), ConversationHistory.create()];
    expect(one.id).not.toBe(other.id);
    expect(Math.abs(Date.parse(one.toJSON().created_at) - Date.now())).toBeLessThan(60_000);
  });

  it("takes an id, a time and the application's own notes", () => {
    const metadata = { pinned: true, note: null };
    const history = ConversationHistory.create({ id: ID, created_at: CREATED_AT, metadata });
    metadata.pinned = false;
    expect(history.toJSON()).toEqual({
      schema_version: CURRENT_VERSION,
      id: ID,
      created_at: CREATED_AT,
      messages: [],
      metadata: { pinned: true, note: null },
    });
  });

  it("takes an id that another program gave the conversation", () => {
    expect(ConversationHistory.create({ id: "thread_7 (copy)" }).toJSON().id).toBe("thread_7 (copy)");
  });

  it("is refused with all its problems at once", () => {
    const metadata = "none" as unknown as { readonly [key: string]: string };
    expect(placesOf(() => ConversationHistory.create({ id: "", created_at: "today", metadata }))).toEqual([
      "/id: too_short",
      "/created_at: pattern_mismatch",
      "/metadata: wrong_type",
    ]);
    expect(placesOf(() => ConversationHistory.create({ order: "any" as "strict" }))).toEqual([
      "/order: not_allowed_value",
    ]);
  });
});

describe("adding messages", () => {
  it("takes system, user and assistant, refuses another user, and goes on after that", () => {
    const history = started(SYSTEM, user());
    expect(placesOf(() => history.add(user("again")))).toEqual(["/role: turn_not_expected"]);
    history.add(assistant());
    expect([...history].map(({ role }) => role)).toEqual(["system", "user", "assistant"]);
  });

  it("counts the messages", () => {
    const history = started(SYSTEM, user());
    expect(history.count).toBe(2);
    history.add(assistant());
    expect(history.count).toBe(3);
  });

  it("tells the last message, the very object that was added", () => {
    const [question, answer] = [user(), assistant()];
    const history = started(SYSTEM, question);
    expect(history.lastMessage).toBe(question);
    history.add(answer);
    expect(history.lastMessage).toBe(answer);
  });

  it("takes several at once as one turn: a text and an image of one user", () => {
    const image = ChatMessage.createUser([
      { type: "image", source: { type: "url", url: "https://example.com/a.png" } },
    ]);
    const history = started(SYSTEM);
    history.add([user("What is this?"), image]);
    expect(history.count).toBe(3);
    expect(placesOf(() => history.add(user("And this?")))).toEqual(["/role: turn_not_expected"]);
  });

  it("takes any iterable, and nothing from an empty one", () => {
    const history = ConversationHistory.create();
    history.add(started(SYSTEM, user()).messages);
    history.add(new Set([assistant()]));
    history.add([]);
    expect(history.count).toBe(3);
  });

  it("adds all of several messages or none of them, and tells every problem", () => {
    const history = started(SYSTEM, user());
    const before = history.messages;
    const batch = [asksTwice("a"), result("b"), user(), result("a")];
    expect(placesOf(() => history.add(batch))).toEqual([
      "/0/tool_calls/1/id: duplicate_call_id",
      "/1/tool_call_id: call_not_open",
      "/2: calls_open",
      "/3/tool_call_id: call_not_open",
    ]);
    expect(history.messages).toBe(before);
    expect(history.openCalls).toEqual([]);
    history.add([asks("a"), result("a")]);
    expect(history.count).toBe(4);
  });

  it("takes the results of open calls and the answer at once, and calls of the same turn", () => {
    const history = started(SYSTEM, user(), asks("a", "b"), result("b"));
    history.add([result("a"), assistant(), asks("c"), asks("d")]);
    expect(history.openCalls).toEqual(["c", "d"]);
    expect(placesOf(() => history.add([result("c"), user()]))).toEqual(["/1: calls_open"]);
    history.add([result("d"), result("c"), user()]);
    expect(history.openCalls).toEqual([]);
    expect(history.count).toBe(11);
  });

  it("copies a message that could still change, and fills its defaults", () => {
    const own = { role: "user", content: "before" };
    const history = started(SYSTEM);
    history.add(own as ChatMessage);
    own.content = "after";
    expect(history.lastMessage).toEqual({ role: "user", content: "before" });
    history.add(asks("a"));
    history.add({ role: "tool", tool_call_id: "a", content: "" } as ChatMessage);
    expect(history.lastMessage).toEqual({ role: "tool", tool_call_id: "a", content: "", is_error: false });
    expect(isDeeplyFrozen(history.messages.toArray())).toBe(true);
  });

  it("refuses what is not a message, with every problem of every message", () => {
    const history = started(SYSTEM);
    const bad = [{ role: "user" }, user(), { role: "tool", tool_call_id: "", content: null }];
    expect(placesOf(() => history.add(bad as unknown as ChatMessage[]))).toEqual([
      "/0: missing_property",
      "/2/tool_call_id: too_short",
      "/2/content: wrong_type",
    ]);
    for (const other of [null, undefined, 1, "text", () => undefined])
      expect(issuesOf(() => history.add(other as unknown as ChatMessage))).toHaveLength(1);
    expect(history.count).toBe(1);
  });

  it("holds as many messages as the contract allows, and says so when there are more", () => {
    const history = ConversationHistory.create({ order: "lenient" });
    const message = user();
    history.add(Array.from({ length: 65_535 }, () => message));
    history.add(message);
    expect(history.count).toBe(65_536);
    expect(issuesOf(() => history.add(message))).toEqual([
      { code: "too_many", path: "", keyword: "", expected: "at most 65536 messages in a conversation", found: "more" },
    ]);
    expect(placesOf(() => history.add([message]))).toEqual([": too_many"]);
    const { properties } = ConversationHistory.schema as { properties?: { messages?: { maxItems?: number } } };
    expect(properties?.messages?.maxItems).toBe(65_536);
  });
});

describe("reading messages", () => {
  it("gives a snapshot that later additions and clearing do not change", () => {
    const history = started(SYSTEM, user());
    const { messages } = history;
    history.add(assistant());
    history.clear();
    expect(messages.length).toBe(2);
    expect(messages.toArray().map(({ role }) => role)).toEqual(["system", "user"]);
    expect(messages.at(2)).toBeUndefined();
  });

  it("gives the same snapshot until there is an addition, and one array for each", () => {
    const history = started(SYSTEM, user());
    const { messages } = history;
    expect(history.messages).toBe(messages);
    expect(messages.toArray()).toBe(messages.toArray());
    expect(Array.isArray(messages.toArray())).toBe(true);
    expect(Object.isFrozen(messages.toArray())).toBe(true);
    history.add(assistant());
    expect(history.messages).not.toBe(messages);
  });

  it("gives a message by its place, from either end", () => {
    const { messages } = started(SYSTEM, user(), assistant("last"));
    expect(messages.at(0)).toBe(SYSTEM);
    expect(messages.at(-1)).toEqual({ role: "assistant", content: "last" });
    for (const place of [3, -4, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) expect(messages.at(place)).toBeUndefined();
  });

  it("cannot be changed through what it gives out", () => {
    const history = started(SYSTEM);
    expect(() => (history.messages.toArray() as ChatMessage[]).push(user())).toThrow(TypeError);
    expect(() => {
      (history.messages as { length: number }).length = 0;
    }).toThrow(TypeError);
    expect(() => {
      (history as { count: number }).count = 0;
    }).toThrow(TypeError);
    expect(Object.isFrozen(history)).toBe(true);
    expect(Object.isFrozen(history.messages)).toBe(true);
    expect(history.count).toBe(1);
  });

  it("goes through the messages in order, also while others are added", () => {
    const history = started(SYSTEM, user());
    const seen: string[] = [];
    for (const { role } of history) {
      seen.push(role);
      if (role === "user") history.add(assistant());
    }
    expect(seen).toEqual(["system", "user"]);
    expect([...history.messages].map(({ role }) => role)).toEqual(["system", "user", "assistant"]);
  });

  it("tells which calls wait for their results, oldest first", () => {
    const history = started(SYSTEM, user(), asks("a", "b", "c"));
    expect(history.openCalls).toEqual(["a", "b", "c"]);
    history.add(result("b"));
    expect(history.openCalls).toEqual(["a", "c"]);
    expect(Object.isFrozen(history.openCalls)).toBe(true);
  });
});

describe("clearing", () => {
  it("removes all messages and keeps the conversation", () => {
    const history = started(SYSTEM, user(), asks("a"));
    history.clear();
    expect(history.count).toBe(0);
    expect(history.openCalls).toEqual([]);
    expect(history.toJSON()).toEqual({ schema_version: CURRENT_VERSION, id: ID, created_at: CREATED_AT, messages: [] });
  });

  it("lets the conversation begin again, with the system first and the same call ids", () => {
    const history = started(SYSTEM, user(), asks("a"), result("a"));
    history.clear();
    expect(placesOf(() => history.add(user()))).toEqual(["/role: first_not_system"]);
    history.add([SYSTEM, user(), asks("a")]);
    expect(history.count).toBe(3);
  });
});

describe("describing", () => {
  it("tells the id and how many messages of each role there are, and no content", () => {
    const history = started(SYSTEM, user("secret"), asks("a"), result("a"), assistant("secret"));
    const line = `ConversationHistory(${ID}, 5 messages, 1 system, 1 user, 2 assistant, 1 tool)`;
    expect(ConversationHistory.describe(history)).toBe(line);
    expect(ConversationHistory.describe(history.toJSON())).toBe(line);
    expect(ConversationHistory.describe(stored())).toBe(`ConversationHistory(${ID}, 0 messages)`);
  });

  it("shows the beginning of the last message when asked for content", () => {
    const history = started(SYSTEM, user("Hello\nworld"));
    expect(ConversationHistory.describe(history, { content: true, max: 7 })).toBe(
      `ConversationHistory(${ID}, 2 messages, 1 system, 1 user): "Hello\\nw…"`,
    );
  });
});

describe("the messages as an array", () => {
  it("are those of the moment, frozen, and the same array until there is an addition", () => {
    const history = ConversationHistory.create();
    history.add(ChatMessage.createSystem("x"));
    const before = history.getMessages();
    expect(before).toEqual([{ role: "system", content: "x" }]);
    expect(Array.isArray(before) && Object.isFrozen(before)).toBe(true);
    expect(history.getMessages()).toBe(before);
    history.add(ChatMessage.createUser("y"));
    expect([before.length, history.getMessages().length]).toEqual([1, 2]);
  });
});
