/** Every call with one result, directly after it; and what the application says at the start. */

import { ChatMessage } from "@parlance/builders";
import type { ChatMessage as AnyChatMessage } from "@parlance/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { partPath } from "../../src/shared/conversation/placed.js";
import { call, placesOf, prepared, stored } from "./given.js";

const user = (text: string) => ChatMessage.createUser(text);
const says = (text: string) => ChatMessage.createAssistant(text);
const asks = (...ids: readonly string[]) =>
  ChatMessage.createAssistant(
    null,
    ids.map((id) => call(id)),
  );
const gives = (id: string, text = "done") => ChatMessage.createToolResult(id, text);
const missing = (id: string, content = "No result was recorded: the call was interrupted.") => ({
  role: "tool",
  tool_call_id: id,
  content,
  is_error: true,
});

describe("calls and results", () => {
  it("calls and results that are in order are left alone", () => {
    const messages = [user("1"), asks("a", "b"), gives("b"), gives("a"), says("x"), user("2"), user("3")];
    const { messages: after, told } = prepared({ messages });
    expect(after).toEqual(messages);
    expect(told).toEqual([]);
  });

  it("get a result where there is none, lose the ones that answer nothing, and late ones are moved", () => {
    const messages = [gives("z"), user("1"), asks("a", "b"), user("2"), gives("a"), gives("a"), says("x")];
    const { messages: after, told, prepared: result } = prepared({ messages });
    expect(after).toEqual([user("1"), asks("a", "b"), gives("a"), missing("b"), user("2"), says("x")]);
    expect(told).toEqual([
      "/messages/0: orphan_dropped",
      "/messages/2/tool_calls/1: result_synthesised",
      "/messages/4: result_moved",
      "/messages/5: repeated_result_dropped",
    ]);
    expect(result.messages.map(({ path }) => path)).toEqual([
      "/messages/1",
      "/messages/2",
      "/messages/4",
      "/messages/2/tool_calls/1",
      "/messages/3",
      "/messages/6",
    ]);
  });

  it("messages with calls in a row become one, which nothing stands between, and texts elsewhere stay apart", () => {
    const messages = [says("0"), asks("a"), asks("b"), says("1"), gives("b"), gives("a"), user("2"), user("3")];
    const { messages: after, told, prepared: result } = prepared({ messages });
    expect(after).toEqual([
      says("0"),
      { role: "assistant", content: "1", tool_calls: [call("a"), call("b")] },
      gives("b"),
      gives("a"),
      user("2"),
      user("3"),
    ]);
    expect(told).toEqual(["/messages/2: messages_merged", "/messages/3: messages_merged"]);
    expect(result.messages[1]).toMatchObject({
      content_path: "/messages/3/content",
      call_paths: ["/messages/1/tool_calls/0", "/messages/2/tool_calls/0"],
    });
  });

  it("calls of speakers that cannot become one have their results right after each", () => {
    const named = (name: string, id: string) => ChatMessage.createAssistant(null, [call(id)], { name });
    const messages = [named("ann", "a"), named("bob", "b"), gives("a"), gives("b")];
    const { messages: after, told } = prepared({ messages });
    expect(after).toEqual([named("ann", "a"), gives("a"), named("bob", "b"), gives("b")]);
    expect(told).toEqual(["/messages/2: result_moved"]);
  });

  it("are refused with their place in the conversation when no history could hold them", () => {
    let args: object = {};
    for (let level = 0; level < 252; level++) args = { args };
    const deep = { role: "assistant", tool_calls: [{ id: "a", name: "f", arguments: args }] } as never;
    expect(placesOf(() => prepared({ system: "s", messages: [user("1"), deep] }))).toEqual(["/messages/1: too_deep"]);
  });

  it("calls and results whose ids come again get new ones", () => {
    const messages = [asks("a"), gives("a", "1"), asks("a"), gives("a", "2")];
    const { messages: after, told } = prepared({ messages });
    expect(after).toEqual([asks("a"), gives("a", "1"), asks("a_2"), gives("a_2", "2")]);
    expect(told).toEqual(["/messages/2/tool_calls/0/id: id_renamed", "/messages/3/tool_call_id: id_renamed"]);
  });

  it("calls that nobody has answered because nobody has allowed them say so", () => {
    const approvals = { a: "denied", b: "pending", c: "expired", d: "cancelled", e: "approved" };
    const tool_calls = Object.entries(approvals).map(([id, status]) => ({ ...call(id), approval: { status } }));
    const { messages, told } = prepared({ messages: [stored("tool_request", { tool_calls })] });
    expect(messages.slice(1)).toEqual([
      missing("a", "The call was denied: it was not allowed to run."),
      missing("b", "The call has not run: nobody has decided yet whether it may."),
      missing("c", "The call did not run: nobody decided in time whether it may."),
      missing("d", "The call was cancelled before anybody decided whether it may run."),
      missing("e"),
    ]);
    expect(told[0]).toBe("/messages/0/data/tool_calls/0: result_synthesised");
  });
});

describe("results of a provider whose models see no ids", () => {
  const ordered = (messages: readonly AnyChatMessage[]) => {
    const { messages: after, told } = prepared({ messages }, { hasOrderedResults: true });
    return [after, told];
  };

  it("stand in the order of the calls, also those that were made up", () => {
    const messages = [asks("a", "b", "c"), gives("c"), gives("b"), user("1"), asks("d", "e"), gives("d"), gives("e")];
    expect(ordered(messages)).toEqual([
      [asks("a", "b", "c"), missing("a"), gives("b"), gives("c"), user("1"), ...messages.slice(4)],
      ["/messages/0/tool_calls/0: result_synthesised", "/messages/2: result_moved"],
    ]);
  });

  it("are told to have been moved once, and follow ids that came again", () => {
    const messages = [asks("a"), gives("a", "1"), asks("a", "b"), gives("b"), user("1"), gives("a", "2")];
    expect(ordered(messages)).toEqual([
      [asks("a"), gives("a", "1"), asks("a_2", "b"), gives("a_2", "2"), gives("b"), user("1")],
      ["/messages/2/tool_calls/0/id: id_renamed", "/messages/5: result_moved", "/messages/5/tool_call_id: id_renamed"],
    ]);
  });
});

describe("merging by turns", () => {
  it("makes one message of what one speaker said in a row, and knows where each part is from", () => {
    const picture = { type: "image", source: { type: "url", url: "https://example.com/a.png" } } as const;
    const messages = [
      user("1"),
      user("2"),
      stored("image", { source: picture.source }),
      user("3"),
      ChatMessage.createUser([picture, { type: "text", text: "4" }]),
      says("x"),
    ];
    expect(
      prepared({ messages: [messages[4], messages[4]] as never }, { merge: "turns" }).prepared.messages[0],
    ).toMatchObject({
      part_paths: [0, 1].flatMap((at) => [`/messages/${at}/content/0`, `/messages/${at}/content/1`]),
    });
    const { messages: after, told, prepared: result } = prepared({ messages }, { merge: "turns" });
    expect(after).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "1\n\n2" },
          picture,
          { type: "text", text: "3" },
          picture,
          { type: "text", text: "4" },
        ],
      },
      says("x"),
    ]);
    expect(told).toEqual([1, 2, 3, 4].map((index) => `/messages/${index}: messages_merged`));
    const [first] = result.messages;
    expect([0, 1, 2, 3, 4].map((at) => first && partPath(first, at))).toEqual([
      "/messages/0/content",
      "/messages/2/data/source",
      "/messages/3/content",
      "/messages/4/content/0",
      "/messages/4/content/1",
    ]);
  });
});

describe("what the application says", () => {
  const system = (text: string, name?: string) => ChatMessage.createSystem(text, { name });

  it("stays where it is when that is asked for", () => {
    const messages = [system("a"), user("1"), system("b")];
    expect(prepared({ messages }, { system: "in_place" }).messages).toEqual(messages);
  });

  it("is one message at the start otherwise", () => {
    const conversation = { system: "0", messages: [user("1"), system("a"), user("2"), system("b")] };
    const { messages, told } = prepared(conversation, { system: "first", merge: "turns" });
    expect(messages).toEqual([system("0\n\na\n\nb"), user("1\n\n2")]);
    expect(told).toEqual(["/messages/1: system_merged", "/messages/3: system_merged", "/messages/2: messages_merged"]);
    expect(prepared({ messages: [user("1"), system("a")] }, { system: "first" })).toMatchObject({
      messages: [system("a"), user("1")],
      told: ["/messages/1: system_moved"],
    });
    expect(prepared({ messages: [system("a"), user("1")] }, { system: "first" }).told).toEqual([]);
  });

  it("keeps parts that are not text, and the name of one speaker only", () => {
    const odd = ChatMessage.parse({ role: "system", content: [{ type: "hologram" }] });
    const conversation = { messages: [system("a", "ann"), odd, system("b", "bob")] };
    const { prepared: result, told } = prepared(conversation, { system: "first" });
    const [first] = result.messages;
    expect(first?.message.content).toHaveLength(3);
    expect(first && partPath(first, 1)).toBe("/messages/1/content/0");
    expect(told.slice(2)).toEqual(["/messages/0/name: speaker_name_dropped", "/messages/2/name: speaker_name_dropped"]);
    expect(prepared({ messages: [system("a", "ann"), system("b", "ann")] }, { system: "first" }).messages).toEqual([
      system("a\n\nb", "ann"),
    ]);
  });
});

describe("preparing, whatever is given", () => {
  const id = fc.constantFrom("a", "b", "c");
  const message: fc.Arbitrary<AnyChatMessage> = fc.oneof(
    fc.constantFrom("1", "2").map(user),
    fc.constantFrom("1", "2").map(says),
    fc.constant(ChatMessage.createSystem("s")),
    fc.uniqueArray(id, { minLength: 1 }).map((ids) => asks(...ids)),
    fc
      .tuple(id, fc.constantFrom("ann", "bob"))
      .map(([one, name]) => ChatMessage.createAssistant("t", [call(one)], { name })),
    id.map((one) => gives(one)),
  );

  it("answers every call once, directly after its message, and loses no text in silence", () => {
    fc.assert(
      fc.property(
        fc.array(message, { maxLength: 14 }),
        fc.constantFrom("turns" as const, "calls" as const),
        fc.constantFrom("first" as const, "in_place" as const),
        (messages, merge, system) => {
          const { prepared: result } = prepared({ messages }, { merge, system });
          let open: string[] = [];
          for (const { message: one } of result.messages) {
            if (one.role === "tool") {
              expect(open).toContain(one.tool_call_id);
              open = open.filter((other) => other !== one.tool_call_id);
            } else {
              expect(open).toEqual([]);
              open = one.role === "assistant" ? (one.tool_calls ?? []).map((asked) => asked.id) : [];
            }
          }
          expect(open).toEqual([]);
          const count = (all: readonly AnyChatMessage[]) =>
            all.map((one) => (one.role === "tool" ? "" : ChatMessage.textOf(one).replaceAll("\n\n", ""))).join("")
              .length;
          expect(count(result.messages.map((placed) => placed.message))).toBe(count(messages));
          for (const { path } of result.messages) expect(path).toMatch(/^\/messages\/\d+(\/tool_calls\/\d+)?$/);
        },
      ),
    );
  });

  it("changes nothing that is prepared already", () => {
    fc.assert(
      fc.property(
        fc.array(message, { maxLength: 14 }),
        fc.constantFrom("turns" as const, "calls" as const),
        (messages, merge) => {
          const once = prepared({ messages }, { merge, system: "first" }).prepared.messages.map(
            (placed) => placed.message,
          );
          const twice = prepared({ messages: once }, { merge, system: "first" });
          expect(twice.told).toEqual([]);
          expect(twice.messages).toEqual(once);
        },
      ),
    );
  });
});
