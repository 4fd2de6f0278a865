/** Which message may follow which, strictly and leniently. */

import { describe, expect, it } from "vitest";
import { type ChatMessage, ConversationHistory, type HistoryOrder } from "../../src/index.js";
import { issuesOf, placesOf } from "../refusal.js";
import { asks, assistant, result, SYSTEM, user } from "./messages.js";

/** What the last of the messages, added one by one, is refused for. */
function refusal(order: HistoryOrder, messages: readonly ChatMessage[]): readonly string[] {
  const history = ConversationHistory.create({ order });
  for (const message of messages.slice(0, -1)) history.add(message);
  return placesOf(() => history.add(messages.at(-1) as ChatMessage));
}

/** Fails when one of the messages, added one by one, is refused. */
function accept(order: HistoryOrder, messages: readonly ChatMessage[]): void {
  const history = ConversationHistory.create({ order });
  for (const message of messages) history.add(message);
  expect(history.count).toBe(messages.length);
}

describe("strict order, the default", () => {
  it("requires the system first", () => {
    expect(ConversationHistory.create().order).toBe("strict");
    expect(refusal("strict", [user()])).toEqual(["/role: first_not_system"]);
    expect(refusal("strict", [assistant()])).toEqual(["/role: first_not_system"]);
    expect(refusal("strict", [result("a")])).toEqual(["/tool_call_id: call_not_open"]);
    accept("strict", [SYSTEM]);
  });

  it("lets the system speak at the start only", () => {
    expect(refusal("strict", [SYSTEM, SYSTEM])).toEqual(["/role: turn_not_expected"]);
    expect(refusal("strict", [SYSTEM, user(), SYSTEM])).toEqual(["/role: turn_not_expected"]);
    expect(refusal("strict", [SYSTEM, user(), assistant(), SYSTEM])).toEqual(["/role: turn_not_expected"]);
  });

  it("has user and assistant alternate", () => {
    accept("strict", [SYSTEM, user(), assistant(), user(), assistant()]);
    accept("strict", [SYSTEM, assistant("What can I do for you?"), user()]);
    expect(refusal("strict", [SYSTEM, user(), user()])).toEqual(["/role: turn_not_expected"]);
    expect(refusal("strict", [SYSTEM, user(), assistant(), assistant()])).toEqual(["/role: turn_not_expected"]);
  });

  it("lets tools speak only after an assistant that called them", () => {
    accept("strict", [SYSTEM, user(), asks("a"), result("a"), assistant()]);
    expect(refusal("strict", [SYSTEM, user(), result("a")])).toEqual(["/tool_call_id: call_not_open"]);
    expect(refusal("strict", [SYSTEM, user(), assistant(), result("a")])).toEqual(["/tool_call_id: call_not_open"]);
  });

  it("takes the results of several calls in any order", () => {
    accept("strict", [SYSTEM, user(), asks("a", "b", "c"), result("c"), result("a"), result("b"), assistant()]);
  });

  it("lets the assistant call again after the results, or the user speak", () => {
    accept("strict", [SYSTEM, user(), asks("a"), result("a"), asks("b"), result("b"), user(), assistant()]);
  });

  it("lets nobody else speak while calls are open", () => {
    for (const message of [user(), assistant(), asks("c")])
      expect(refusal("strict", [SYSTEM, user(), asks("a", "b"), result("a"), message])).toEqual([": calls_open"]);
    expect(refusal("strict", [SYSTEM, user(), asks("a"), SYSTEM])).toEqual([
      ": calls_open",
      "/role: turn_not_expected",
    ]);
  });

  it("takes one result for each call", () => {
    expect(refusal("strict", [SYSTEM, user(), asks("a"), result("a"), result("a")])).toEqual([
      "/tool_call_id: call_not_open",
    ]);
  });

  it("wants ids of calls that never came before", () => {
    expect(refusal("strict", [SYSTEM, user(), asks("a"), result("a"), asks("b", "a")])).toEqual([
      "/tool_calls/1/id: duplicate_call_id",
    ]);
  });
});

describe("lenient order, for histories from elsewhere", () => {
  it("lets anybody begin, and the system speak anywhere", () => {
    accept("lenient", [user(), SYSTEM, assistant(), SYSTEM, SYSTEM]);
    accept("lenient", [assistant(), user()]);
  });

  it("lets one role speak again", () => {
    accept("lenient", [user(), user(), assistant(), assistant(), asks("a"), asks("b"), result("a"), result("b")]);
  });

  it("lets the id of an answered call come again, but not that of an open one", () => {
    accept("lenient", [asks("a"), result("a"), asks("a"), result("a")]);
    expect(refusal("lenient", [asks("a"), asks("a")])).toEqual(["/tool_calls/0/id: duplicate_call_id"]);
  });

  it("still wants every result to answer an open call, and nobody else to speak meanwhile", () => {
    expect(refusal("lenient", [user(), result("a")])).toEqual(["/tool_call_id: call_not_open"]);
    expect(refusal("lenient", [asks("a"), result("a"), result("a")])).toEqual(["/tool_call_id: call_not_open"]);
    for (const message of [user(), SYSTEM]) expect(refusal("lenient", [asks("a"), message])).toEqual([": calls_open"]);
    expect(refusal("lenient", [asks("a", "b"), result("a"), assistant()])).toEqual([": calls_open"]);
  });
});

describe("a refusal", () => {
  it("says what was expected and what was found, and no content", () => {
    const history = ConversationHistory.create();
    expect(issuesOf(() => history.add(user("secret")))).toEqual([
      { code: "first_not_system", path: "/role", keyword: "", expected: "system first", found: "user" },
    ]);
    history.add([SYSTEM, user("secret"), asks("secret_1", "secret_2")]);
    expect(issuesOf(() => history.add([SYSTEM, result("secret_3"), asks("secret_1")]))).toEqual([
      { code: "calls_open", path: "/0", keyword: "", expected: "the results of all open calls first", found: "2 open" },
      {
        code: "turn_not_expected",
        path: "/0/role",
        keyword: "",
        expected: "system only at the start",
        found: "system",
      },
      {
        code: "call_not_open",
        path: "/1/tool_call_id",
        keyword: "",
        expected: "the id of an open call",
        found: "that of no call so far",
      },
      {
        code: "duplicate_call_id",
        path: "/2/tool_calls/0/id",
        keyword: "",
        expected: "an id that no call of the conversation has",
        found: "that of another call",
      },
    ]);
  });
});
