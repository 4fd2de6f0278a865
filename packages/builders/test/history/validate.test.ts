/** Telling everything that is wrong with a whole history. */

import { CURRENT_VERSION } from "@parlance/core";
import { describe, expect, it } from "vitest";
import { type ChatMessage, ConversationHistory, type ValidateHistoryOptions } from "../../src/index.js";
import { expectNoSecret, placesOf, SECRET, throwingProxy } from "../refusal.js";
import { asks, asksTwice, assistant, CREATED_AT, ID, result, SYSTEM, started, stored, user } from "./messages.js";

type Given = Parameters<typeof ConversationHistory.validate>[0];

/** The problems as `/place: code`. */
function problems(history: Given, options?: ValidateHistoryOptions): readonly string[] {
  return ConversationHistory.validate(history, options).map(({ path, code }) => `${path}: ${code}`);
}

describe("validating a history", () => {
  it("finds nothing wrong with one that was built by adding", () => {
    const history = started(SYSTEM, user(), asks("a", "b"), result("b"), result("a"), assistant());
    expect(ConversationHistory.validate(history)).toEqual([]);
    expect(ConversationHistory.validate(history.toJSON())).toEqual([]);
    expect(ConversationHistory.validate(history.messages)).toEqual([]);
    expect(ConversationHistory.validate(started())).toEqual([]);
  });

  it("takes messages of one role in a row for one turn", () => {
    expect(problems(stored(SYSTEM, user("text"), user("image"), assistant(), assistant(), user()))).toEqual([]);
    expect(problems(stored(SYSTEM, SYSTEM, user()))).toEqual([]);
  });

  it("finds every problem at its place", () => {
    const messages = [result("z"), user(), SYSTEM, asks("a"), user(), result("a"), asksTwice("a"), result("a")];
    expect(problems(stored(...messages))).toEqual([
      "/messages/0/tool_call_id: call_not_open",
      "/messages/1/role: first_not_system",
      "/messages/2/role: turn_not_expected",
      "/messages/4: calls_open",
      "/messages/5/tool_call_id: call_not_open",
      "/messages/6/tool_calls/0/id: duplicate_call_id",
      "/messages/6/tool_calls/1/id: duplicate_call_id",
    ]);
  });

  it("tells a turn that is out of place once, however many messages it has", () => {
    expect(problems(stored(user(), user(), SYSTEM, SYSTEM, user(), result("z"), user()))).toEqual([
      "/messages/0/role: first_not_system",
      "/messages/2/role: turn_not_expected",
      "/messages/5/tool_call_id: call_not_open",
    ]);
  });

  it("asks less of a history from elsewhere", () => {
    const messages = [user(), SYSTEM, user(), asks("a"), result("a"), asks("a"), result("a")];
    expect(problems(stored(...messages), { order: "lenient" })).toEqual([]);
    expect(problems(stored(...messages), { order: "strict" })).toEqual([
      "/messages/0/role: first_not_system",
      "/messages/1/role: turn_not_expected",
      "/messages/5/tool_calls/0/id: duplicate_call_id",
    ]);
  });

  it("lets calls wait at the end, unless the history has to be complete", () => {
    const history = started(SYSTEM, user(), asks("a", "b", "c"), result("b"));
    expect(problems(history)).toEqual([]);
    expect(problems(history, { complete: true })).toEqual([
      "/messages/2/tool_calls/0: call_not_answered",
      "/messages/2/tool_calls/2: call_not_answered",
    ]);
    history.add([result("a"), result("c")]);
    expect(problems(history, { complete: true })).toEqual([]);
    const again = [asks("a"), result("a"), asks("a")];
    expect(problems(again, { order: "lenient", complete: true })).toEqual(["/2/tool_calls/0: call_not_answered"]);
  });

  it("names places among bare messages from their beginning", () => {
    expect(problems([SYSTEM, user(), result("a")])).toEqual(["/2/tool_call_id: call_not_open"]);
    expect(problems(new Set([user()]))).toEqual(["/0/role: first_not_system"]);
  });

  it("tells what its schema says as well, and goes by the messages that are valid", () => {
    const messages = [SYSTEM, { role: "user" }, assistant(), { role: "robot" }, assistant(), result("a")];
    const history = {
      schema_version: CURRENT_VERSION,
      id: "",
      created_at: CREATED_AT,
      messages,
    } as ConversationHistory;
    expect(problems(history)).toEqual([
      "/id: too_short",
      "/messages/1: missing_property",
      "/messages/3/role: not_allowed_value",
      "/messages/5/tool_call_id: call_not_open",
    ]);
    expect(problems(messages as ChatMessage[])).toEqual([
      "/1: missing_property",
      "/3/role: not_allowed_value",
      "/5/tool_call_id: call_not_open",
    ]);
  });

  it("takes the wire form, where defaults are left out and nulls mean absent", () => {
    const messages = [SYSTEM, user(), asks("a"), { role: "tool", tool_call_id: "a", content: "" }];
    const wire = { schema_version: CURRENT_VERSION, id: ID, created_at: CREATED_AT, messages, metadata: null };
    expect(problems(wire as unknown as ConversationHistory)).toEqual([]);
  });

  it("never fails on what is not a history, and shows no content", () => {
    const throws = {
      get messages(): never {
        throw new Error(SECRET);
      },
    };
    const proxies = [throwingProxy({}), throwingProxy([]), { messages: throwingProxy([]) }];
    const others = [null, undefined, 1, SECRET, {}, { messages: 1 }, { messages: [SECRET, null] }, [SECRET], throws];
    for (const other of [...others, ...proxies]) {
      const issues = ConversationHistory.validate(other as Given);
      expect(issues.length).toBeGreaterThan(0);
      expectNoSecret({ message: "", stack: "", issues });
    }
  });

  it("reads no more messages than a history can hold", () => {
    function* endless(): Generator<ChatMessage> {
      const message = user();
      for (;;) yield message;
    }
    expect(problems(endless(), { order: "lenient" })).toEqual([": too_many"]);
  });

  it("refuses rules that it does not have", () => {
    expect(placesOf(() => problems([], { order: "any" as "strict" }))).toEqual(["/order: not_allowed_value"]);
  });
});
