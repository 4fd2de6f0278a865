/** Repairing histories that a model could not be given. */

import { describe, expect, it } from "vitest";
import { ChatMessage, ConversationHistory } from "../../src/index.js";
import { errorOf, isDeeplyFrozen, placesOf } from "../refusal.js";
import { asks, asksTwice, assistant, CREATED_AT, ID, result, SYSTEM, started, stored, user } from "./messages.js";

const MISSING = {
  role: "tool",
  tool_call_id: "a",
  content: "No result was recorded: the call was interrupted.",
  is_error: true,
};

/** The messages of a repaired history, and its changes as `/place: code`. */
function repaired(...messages: readonly ChatMessage[]): readonly [readonly ChatMessage[], readonly string[]] {
  const { history, changes } = ConversationHistory.repair(stored(...messages));
  return [history.messages, changes.map(({ path, code }) => `${path}: ${code}`)];
}

describe("repairing", () => {
  it("gives back the very history when there is nothing to change", () => {
    const history = stored(SYSTEM, user(), asks("a", "b"), result("b"), result("a"), assistant());
    const answer = ConversationHistory.repair(history);
    expect(answer.history).toBe(history);
    expect(answer.changes).toEqual([]);
    expect(ConversationHistory.repair(stored()).changes).toEqual([]);
  });

  it("adds a result that says there is none to every call without one, right after the others", () => {
    const messages = [SYSTEM, user(), asks("a", "b"), result("b"), user()];
    expect(repaired(...messages)).toEqual([
      [SYSTEM, user(), asks("a", "b"), result("b"), MISSING, user()],
      ["/messages/2/tool_calls/0: result_synthesised"],
    ]);
    expect(repaired(asks("a"))).toEqual([[asks("a"), MISSING], ["/messages/0/tool_calls/0: result_synthesised"]]);
  });

  it("leaves out results that answer no call, and repeated ones, and hands them back", () => {
    const messages = [SYSTEM, result("z", "orphan"), user(), asks("a"), result("a"), result("a", "again")];
    const { history, changes } = ConversationHistory.repair(stored(...messages));
    expect(history.messages).toEqual([SYSTEM, user(), asks("a"), result("a")]);
    expect(changes).toEqual([
      {
        code: "orphan_dropped",
        path: "/messages/1",
        message: "a result that answers no call before it was left out",
        removed: result("z", "orphan"),
      },
      {
        code: "repeated_result_dropped",
        path: "/messages/5",
        message: "a result of a call that is answered, or whose id came again since, was left out",
        removed: result("a", "again"),
      },
    ]);
  });

  it("moves a late result to its call", () => {
    const messages = [user("1"), asks("a", "b"), result("a"), user("2"), result("b"), assistant()];
    expect(repaired(...messages)).toEqual([
      [user("1"), asks("a", "b"), result("a"), result("b"), user("2"), assistant()],
      ["/messages/4: result_moved"],
    ]);
  });

  it("does not guess which call a result answers when its id came again", () => {
    const messages = [asks("a"), user(), asks("a"), result("a", "1"), result("a", "2")];
    expect(repaired(...messages)).toEqual([
      [asks("a"), MISSING, user(), asks("a_2"), result("a_2", "1")],
      [
        "/messages/0/tool_calls/0: result_synthesised",
        "/messages/2/tool_calls/0/id: id_renamed",
        "/messages/3/tool_call_id: id_renamed",
        "/messages/4: repeated_result_dropped",
      ],
    ]);
  });

  it("gives repeated calls ids of their own, together with their results", () => {
    const messages = [asks("a"), result("a", "1"), asks("a", "a_2"), result("a", "2"), result("a_2", "3")];
    expect(repaired(...messages)[0]).toEqual([
      asks("a"),
      result("a", "1"),
      asks("a_3", "a_2"),
      result("a_3", "2"),
      result("a_2", "3"),
    ]);
    expect(repaired(asksTwice("a"), result("a", "1"), result("a", "2"))[0]).toEqual([
      asks("a", "a_2"),
      result("a", "1"),
      result("a_2", "2"),
    ]);
  });

  it("keeps new ids within 256 characters, whole and unlike any other", () => {
    const long = "😀".repeat(256);
    const first = `${"😀".repeat(240)}_2`;
    const messages = [asks(long), result(long), asks(first), result(first), asks(long), result(long)];
    const [after] = repaired(...messages);
    expect(after.at(-2)).toEqual(asks(`${"😀".repeat(240)}_3`));
    expect(after.at(-1)).toEqual(result(`${"😀".repeat(240)}_3`));
  });

  it("merges messages of one speaker in a row: texts with a blank line between them", () => {
    expect(repaired(SYSTEM, user("one"), user(" "), user("three"), assistant("a"), assistant("b"))).toEqual([
      [SYSTEM, user("one\n\n \n\nthree"), assistant("a\n\nb")],
      ["/messages/2: message_merged", "/messages/3: message_merged", "/messages/5: message_merged"],
    ]);
  });

  it("merges messages that a left out result had kept apart", () => {
    expect(repaired(user("one"), result("z"), user("two"))[0]).toEqual([user("one\n\ntwo")]);
  });

  it("merges parts one after another, with texts as parts among them", () => {
    const image = { type: "image", source: { type: "url", url: "https://example.com/a.png" } } as const;
    const empty = ChatMessage.createUser("", { allowEmpty: true });
    const messages = [user("one"), user("two"), ChatMessage.createUser([image]), empty, user("three"), user("four")];
    expect(repaired(...messages)[0]).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "one\n\ntwo" },
          image,
          { type: "text", text: "three" },
          { type: "text", text: "four" },
        ],
      },
    ]);
    expect(repaired(empty, empty)[0]).toEqual([{ role: "user", content: "" }]);
  });

  it("merges what the assistant says and calls in one turn, but not over its results", () => {
    const messages = [assistant("one"), asks("a"), asks("b"), result("a"), result("b"), assistant("two")];
    const merged = { ...assistant("one"), tool_calls: [...calls("a"), ...calls("b")] };
    expect(repaired(...messages)[0]).toEqual([merged, result("a"), result("b"), assistant("two")]);
    expect(repaired(asks("a"), asks("b"), result("a"), result("b"))[0][0]).toEqual(asks("a", "b"));
  });

  it("does not merge different speakers, or messages with fields that it does not know", () => {
    const ada = ChatMessage.createUser("one", { name: "ada" });
    const marked = ChatMessage.parse({ role: "user", content: "two", mood: "good" });
    const messages = [ada, user("x"), marked, user("y")];
    expect(repaired(...messages)).toEqual([messages, []]);
    expect(repaired(ada, ada)[0]).toEqual([{ role: "user", content: "one\n\none", name: "ada" }]);
  });

  it("makes a list of texts that are too long for one", () => {
    const long = user("x".repeat(9_000_000));
    const { history } = ConversationHistory.repair(stored(long, long));
    expect(history.messages.map(({ content }) => Array.isArray(content) && content.length)).toEqual([2]);
    expect(ConversationHistory.is(history)).toBe(true);
  });

  it("leaves the system where it is: that is for a person to decide", () => {
    expect(repaired(user(), SYSTEM, user())).toEqual([[user(), SYSTEM, user()], []]);
    expect(repaired(user(), assistant())).toEqual([[user(), assistant()], []]);
  });

  it("keeps unknown fields, parts and every digit", () => {
    const call = (id: string): string =>
      `{"id":"${id}","name":"f","arguments":{"n":12345678901234567890},"future":1e400}`;
    const head = `{"schema_version":9,"id":"${ID}","created_at":"${CREATED_AT}","messages":[`;
    const asked = (id: string): string => `{"role":"assistant","tool_calls":[${call(id)}],"x":1}`;
    const answer = (id: string): string =>
      `{"role":"tool","tool_call_id":"${id}","content":[{"type":"hologram"}],"is_error":false,"y":1e400}`;
    const before = [asked("a"), answer("a"), asked("a"), answer("a")].join(",");
    const { history } = ConversationHistory.repair(ConversationHistory.decode(`${head}${before}],"title":1}`));
    const after = [asked("a"), answer("a"), asked("a_2"), answer("a_2")].join(",");
    expect(ConversationHistory.encode(history)).toBe(`${head}${after}],"title":1}`);
  });

  it("takes a history that goes on, and leaves it alone", () => {
    const history = started(SYSTEM, user(), asks("a"));
    const { history: after } = ConversationHistory.repair(history);
    expect(after.messages).toHaveLength(4);
    expect(history.count).toBe(3);
    expect(isDeeplyFrozen(after)).toBe(true);
    const next = ConversationHistory.restore(after);
    next.add(assistant());
    expect(next.count).toBe(5);
  });

  it("refuses what is not a history", () => {
    expect(errorOf(() => ConversationHistory.repair({} as ConversationHistory)).code).toBe("invalid");
  });
});

function calls(id: string): readonly unknown[] {
  return (asks(id) as { readonly tool_calls: readonly unknown[] }).tool_calls;
}

describe("repairing messages that are in no history", () => {
  it("tells of each message where it is from, and of an added result that it is from nowhere", () => {
    const messages = [user("1"), user("2"), asks("a", "b"), assistant("x"), result("b"), result("z")];
    const repairedMessages = ConversationHistory.repairMessages(messages);
    expect(repairedMessages.messages).toEqual(repaired(...messages)[0]);
    expect(repairedMessages.origins).toEqual([[0, 1], [2, 3], [4], []]);
    expect(repairedMessages.changes.map(({ path, code }) => `${path}: ${code}`)).toEqual(repaired(...messages)[1]);
  });

  it("merges nothing but what stands between a call and its result when only that is asked for", () => {
    const messages = [user("1"), user("2"), assistant("x"), asks("a"), assistant("y"), result("a"), assistant("z")];
    const { messages: after, origins, changes } = ConversationHistory.repairMessages(messages, { merge: "calls" });
    const merged = { ...asks("a"), content: "y" };
    expect(after).toEqual([user("1"), user("2"), assistant("x"), merged, result("a"), assistant("z")]);
    expect(origins).toEqual([[0], [1], [2], [3, 4], [5], [6]]);
    expect(changes.map(({ path, code }) => `${path}: ${code}`)).toEqual(["/messages/4: message_merged"]);
  });

  it("puts results right after the calls of messages that cannot be merged", () => {
    const named = (name: string, id: string): ChatMessage => ({ ...asks(id), name }) as ChatMessage;
    const messages = [named("ann", "a"), named("bob", "b"), result("b"), result("a")];
    for (const merge of ["turns", "calls"] as const) {
      const { messages: after, changes } = ConversationHistory.repairMessages(messages, { merge });
      expect(after).toEqual([named("ann", "a"), result("a"), named("bob", "b"), result("b")]);
      expect(changes.map(({ path, code }) => `${path}: ${code}`)).toEqual(["/messages/3: result_moved"]);
    }
  });

  it("refuses what is not a message, and leaves what is in order as it is", () => {
    expect(placesOf(() => ConversationHistory.repairMessages([user(), { role: "user" } as never]))).toEqual([
      "/1: missing_property",
    ]);
    const messages = [user(), asks("a"), result("a")];
    const { messages: after, origins, changes } = ConversationHistory.repairMessages(messages);
    expect([origins, changes]).toEqual([[[0], [1], [2]], []]);
    expect(after.every((message, at) => message === messages[at])).toBe(true);
    expect(isDeeplyFrozen(after)).toBe(true);
  });

  it("takes more messages than a history may have", () => {
    const [one, other] = [ChatMessage.createUser("a"), ChatMessage.createAssistant("b")];
    const archive = Array.from({ length: 65_538 }, (_, index) => (index % 2 === 0 ? one : other));
    expect(ConversationHistory.repairMessages(archive).messages).toHaveLength(65_538);
  });
});

describe("what another version could say of the messages of a history", () => {
  const RESIDUE = {
    "3": { "/title": "t", "/messages/*": { "": [{}, { "/pinned": 1 }, { "/pinned": 2 }, { "/pinned": 3 }] } },
  };

  function withResidue(...messages: readonly ChatMessage[]): ConversationHistory {
    return ConversationHistory.parse({ ...stored(...messages), residue: RESIDUE });
  }

  it("follows the messages to their new places", () => {
    const { history, changes } = ConversationHistory.repair(withResidue(user(), asks("a"), user(), result("a")));
    expect(history.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user"]);
    expect(history.residue).toEqual({
      "3": { "/title": "t", "/messages/*": { "": [{}, { "/pinned": 1 }, { "/pinned": 3 }, { "/pinned": 2 }] } },
    });
    expect(changes.map(({ code }) => code)).toEqual(["result_moved"]);
  });

  it("is told where it went with a message", () => {
    const { history, changes } = ConversationHistory.repair(withResidue(user(), asks("a"), result("a"), result("b")));
    expect(history.residue).toEqual({
      "3": { "/title": "t", "/messages/*": { "": [{}, { "/pinned": 1 }, { "/pinned": 2 }] } },
    });
    expect(changes.map(({ code, path }) => `${path}: ${code}`)).toEqual([
      "/messages/3: orphan_dropped",
      "/messages/3: residue_dropped",
    ]);
  });

  it("stays when messages are added, and goes when all are removed", () => {
    const live = ConversationHistory.restore(withResidue(SYSTEM, user(), assistant(), user()));
    live.add(assistant());
    expect(live.toJSON().residue).toEqual(RESIDUE);
    live.clear();
    live.add(SYSTEM);
    expect(live.toJSON().residue).toEqual({ "3": { "/title": "t" } });
  });
});
