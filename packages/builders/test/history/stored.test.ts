/** Storing a history and going on with it later. */

import { CURRENT_VERSION } from "@parlance/core";
import { describe, expect, it } from "vitest";
import { ChatMessage, ConversationHistory } from "../../src/index.js";
import { errorOf, isDeeplyFrozen, placesOf } from "../refusal.js";
import { asks, assistant, CREATED_AT, ID, result, SYSTEM, started, stored, user } from "./messages.js";

const HEAD = `{"schema_version":${CURRENT_VERSION},"id":"${ID}","created_at":"${CREATED_AT}"`;
const TEXT = `${HEAD},"messages":[{"role":"system","content":"You are a helpful assistant."},{"role":"user","content":"Hello!"}]}`;

describe("serialising", () => {
  it("writes the history as it is stored", () => {
    expect(ConversationHistory.serialise(started(SYSTEM, user()))).toBe(TEXT);
    expect(JSON.stringify(started(SYSTEM, user()))).toBe(TEXT);
    expect(JSON.stringify(started(SYSTEM).messages)).toBe(
      '[{"role":"system","content":"You are a helpful assistant."}]',
    );
  });

  it("gives plain data that nobody can change and that can be cloned", () => {
    const data = started(SYSTEM, user(), asks("a")).toJSON();
    expect(isDeeplyFrozen(data)).toBe(true);
    expect(ConversationHistory.is(data)).toBe(true);
    expect(structuredClone(data)).toEqual(data);
    expect(ConversationHistory.equals(ConversationHistory.parse(structuredClone(data)), data)).toBe(true);
  });

  it("gives data that later additions do not change", () => {
    const history = started(SYSTEM);
    const data = history.toJSON();
    history.add(user());
    expect(data.messages).toHaveLength(1);
    expect(history.toJSON().messages).toHaveLength(2);
  });

  it("refuses to be cloned itself, which would lose the messages", () => {
    const history = started(SYSTEM);
    expect(() => structuredClone(history)).toThrow(/could not be cloned/);
    expect(() => structuredClone(history.messages)).toThrow(/could not be cloned/);
  });
});

describe("restoring", () => {
  it("takes text, bytes and data, and gives the same history", () => {
    const data = started(SYSTEM, user(), asks("a"), result("a"), assistant()).toJSON();
    const text = ConversationHistory.encode(data);
    for (const input of [text, new TextEncoder().encode(text), data, JSON.parse(text)]) {
      const history = ConversationHistory.restore(input);
      expect(ConversationHistory.equals(history.toJSON(), data)).toBe(true);
      expect(ConversationHistory.serialise(history)).toBe(text);
    }
  });

  it("goes on where the history ended", () => {
    const text = ConversationHistory.serialise(started(SYSTEM, user(), asks("a", "b"), result("a")));
    const history = ConversationHistory.restore(text);
    expect(history.id).toBe(ID);
    expect(history.openCalls).toEqual(["b"]);
    expect(placesOf(() => history.add(user()))).toEqual([": calls_open"]);
    history.add(result("b"));
    expect(placesOf(() => history.add(asks("a")))).toEqual(["/tool_calls/0/id: duplicate_call_id"]);
    history.add(assistant());
    expect(history.count).toBe(6);
  });

  it("refuses nothing for its order", () => {
    const messages = [result("z"), user(), user(), asks("a"), user(), assistant()];
    const history = ConversationHistory.restore(stored(...messages));
    expect(history.messages.toArray()).toEqual(messages);
    expect(history.openCalls).toEqual([]);
    history.add(user());
    expect(history.count).toBe(7);
  });

  it("goes on by the rules that it is given", () => {
    const history = ConversationHistory.restore(stored(user()), { order: "lenient" });
    history.add(user());
    expect(history.order).toBe("lenient");
    expect(history.count).toBe(2);
  });

  it("shares messages that cannot change", () => {
    const data = stored(SYSTEM, user());
    const history = ConversationHistory.restore(data);
    expect(history.messages.at(1)).toBe(data.messages[1]);
    expect(ConversationHistory.restore(history.toJSON()).messages.at(1)).toBe(data.messages[1]);
  });

  it("keeps what it does not know: a newer version, fields, parts", () => {
    const part = '{"type":"hologram","seconds":9}';
    const text = `{"schema_version":9,"id":"${ID}","created_at":"${CREATED_AT}","messages":[{"role":"user","content":[${part}],"mood":"good"}],"metadata":{"n":null},"title":"Hello"}`;
    const history = ConversationHistory.restore(text);
    expect(ConversationHistory.serialise(history)).toBe(text);
    history.add(assistant("Hi."));
    expect(ConversationHistory.serialise(history)).toBe(
      text.replace('"mood":"good"}]', '"mood":"good"},{"role":"assistant","content":"Hi."}]'),
    );
  });

  it("keeps every digit of numbers that a double cannot hold", () => {
    const call = '{"id":"a","name":"f","arguments":{"n":12345678901234567890,"big":1e400}}';
    const text = `${HEAD},"messages":[{"role":"assistant","tool_calls":[${call}]}],"metadata":{"id":9007199254740993}}`;
    const history = ConversationHistory.restore(text);
    expect(ConversationHistory.serialise(history)).toBe(text);
    const other = ConversationHistory.create({ id: ID, created_at: CREATED_AT, order: "lenient" });
    other.add(history.messages);
    expect(ConversationHistory.serialise(other)).toContain('{"n":12345678901234567890,"big":1e400}');
  });

  it("refuses what is not a history, with every problem and no content", () => {
    expect(errorOf(() => ConversationHistory.restore("{secret")).code).toBe("not_json");
    expect(placesOf(() => ConversationHistory.restore("{}"))).toEqual([
      ": missing_property",
      ": missing_property",
      ": missing_property",
      ": missing_property",
    ]);
    expect(
      placesOf(() => ConversationHistory.restore(`${HEAD},"messages":[{"role":"secret"},{"role":"user"}]}`)),
    ).toEqual(["/messages/0/role: not_allowed_value", "/messages/1: missing_property"]);
    for (const other of [null, undefined, 1, [], new ArrayBuffer(2), new Uint16Array(2)])
      expect(["invalid", "not_text"]).toContain(
        errorOf(() => ConversationHistory.restore(other as unknown as string)).code,
      );
  });

  it("takes a message nested as deep as a history can hold it, and refuses a deeper one", () => {
    const nested = (levels: number): string => `${'{"a":'.repeat(levels)}0${"}".repeat(levels)}`;
    const asked = (levels: number): ChatMessage =>
      ChatMessage.decode(`{"role":"assistant","tool_calls":[{"id":"a","name":"f","arguments":${nested(levels)}}]}`);
    const history = started(SYSTEM, user());
    expect(placesOf(() => history.add(asked(252)))).toEqual([": too_deep"]);
    history.add(asked(251));
    expect(ConversationHistory.restore(ConversationHistory.serialise(history)).count).toBe(3);
  });
});
