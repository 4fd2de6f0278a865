/** Messages that are not what they seem, and iterables that do more than give messages. */

import { describe, expect, it } from "vitest";
import { ChatMessage, ConversationHistory } from "../../src/index.js";
import { errorOf, expectNoSecret, isDeeplyFrozen, placesOf, SECRET, throwingProxy } from "../refusal.js";
import { asks, assistant, result, SYSTEM, started, user } from "./messages.js";

describe("a history that is given something hostile", () => {
  it("shows no content of what it refuses", () => {
    const history = started(SYSTEM);
    const throwing = {
      get role(): never {
        throw new Error(SECRET);
      },
    };
    const others = [
      throwing,
      new Proxy({}, { ownKeys: () => [SECRET] }),
      throwingProxy({}),
      throwingProxy([]),
      [throwingProxy({}), throwingProxy([])],
      { role: SECRET },
      { role: "user", content: { [SECRET]: SECRET } },
      { role: "assistant", tool_calls: [{ id: "a", name: "f", arguments: { [SECRET]: () => SECRET } }] },
      result(SECRET),
      [throwing, { role: SECRET }],
    ];
    for (const other of others) expectNoSecret(errorOf(() => history.add(other as unknown as ChatMessage)));
    expect(history.count).toBe(1);
  });

  it("copies a frozen message whose content can still change", () => {
    let content = "before";
    const message = Object.freeze({
      role: "user",
      get content() {
        return content;
      },
    });
    const history = started(SYSTEM);
    history.add(message as unknown as ChatMessage);
    content = "after";
    expect(history.lastMessage).toEqual({ role: "user", content: "before" });
    expect(isDeeplyFrozen(history.lastMessage)).toBe(true);
  });

  it("takes nothing on trust that only looks like a message of a factory", () => {
    const made = user("made");
    const copies = [{ ...made, content: 1 }, structuredClone(made), Object.create(made), new Proxy(made, {})];
    const history = ConversationHistory.create({ order: "lenient" });
    expect(placesOf(() => history.add(copies[0] as ChatMessage))).toEqual(["/content: wrong_type"]);
    for (const copy of copies.slice(1)) {
      try {
        history.add(copy);
      } catch {
        continue;
      }
      expect(history.lastMessage).not.toBe(copy);
      expect(isDeeplyFrozen(history.lastMessage)).toBe(true);
    }
  });

  it("keeps names such as __proto__ as the data they are", () => {
    const text =
      '{"role":"assistant","tool_calls":[{"id":"a","name":"f","arguments":{"__proto__":{"x":1}}}],"__proto__":2}';
    const history = started(SYSTEM, user());
    history.add(JSON.parse(text));
    expect(ConversationHistory.serialise(history)).toContain(text);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it("stays whole when messages are added while others are being read", () => {
    const history = started(SYSTEM);
    const sly = {
      role: "user",
      get content() {
        history.add(user("first"));
        return "second";
      },
    };
    expect(placesOf(() => history.add(sly as ChatMessage))).toEqual(["/role: turn_not_expected"]);
    function* slower(): Generator<ChatMessage> {
      yield asks("a");
      history.add(assistant("faster"));
    }
    expect(placesOf(() => history.add(slower()))).toEqual(["/0/role: turn_not_expected"]);
    expect([...history].map(ChatMessage.textOf)).toEqual([SYSTEM.content, "first", "faster"]);
    expect(history.openCalls).toEqual([]);
  });

  it("adds nothing of an iterable that breaks off", () => {
    const history = started(SYSTEM);
    function* broken(): Generator<ChatMessage> {
      yield user();
      throw new RangeError("broken off");
    }
    expect(() => history.add(broken())).toThrow(RangeError);
    expect(history.count).toBe(1);
  });

  it("reads no endless iterable to its end", () => {
    function* endless(): Generator<ChatMessage> {
      const message = user();
      for (;;) yield message;
    }
    expect(placesOf(() => started(SYSTEM).add(endless()))).toEqual([": too_many"]);
  });
});
