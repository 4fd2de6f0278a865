/** What belongs to messages of some roles alone: refused where somebody writes it on another, kept where it was stored. */

import { describe, expect, it } from "vitest";
import { AgentRequest, AgentRequestBuilder, ChatMessage, ConversationHistory, ToolCall } from "../../src/index.js";
import { errorOf, expectNoSecret, placesOf, SECRET } from "../refusal.js";

const CALL = { id: "c", name: SECRET, arguments: { [SECRET]: SECRET } };
const SYSTEM = ChatMessage.createSystem("x");

/** What a JavaScript caller may write, with the place that is wrong. */
const FOREIGN: readonly (readonly [object, string])[] = [
  [{ role: "user", content: "x", tool_calls: [CALL] }, "tool_calls"],
  [{ role: "user", content: "x", tool_calls: [] }, "tool_calls"],
  [{ role: "user", content: "x", tool_call_id: "c" }, "tool_call_id"],
  [{ role: "user", content: "x", is_error: false }, "is_error"],
  [{ role: "assistant", content: "x", tool_call_id: "c" }, "tool_call_id"],
  [{ role: "user", content: "x", provider_state: [{ provider: "a", kind: "b", value: SECRET }] }, "provider_state"],
];

describe("a message with what belongs to another role", () => {
  it.each(FOREIGN)("is refused where it joins a conversation: %j", (message, member) => {
    const history = ConversationHistory.create({ order: "lenient" });
    for (const [add, place] of [
      [() => history.add(message as never), `/${member}`],
      [() => history.add([SYSTEM, message as never]), `/1/${member}`],
    ] as const) {
      expect(placesOf(add)).toEqual([`${place}: not_allowed`]);
      expectNoSecret(errorOf(add));
    }
    expect(history.count).toBe(0);
  });

  it.each(FOREIGN)("is refused where it joins a request: %j", (message, member) => {
    const builder = AgentRequestBuilder.create()
      .withMessage("x")
      .withHistory([SYSTEM, message as never]);
    const place = `/history/1/${member}: not_allowed`;
    expect(placesOf(() => builder.build())).toEqual([place]);
    expect(
      placesOf(() => AgentRequest.with(AgentRequest.simple("x"), { history: [SYSTEM, message as never] })),
    ).toEqual([place]);
    expect(builder.withHistory([SYSTEM]).tryBuild().ok).toBe(true);
  });

  it("is kept where it was stored, and goes on in its conversation", () => {
    const stored = ChatMessage.decode('{"role":"user","content":"x","tool_calls":[{"n":12345678901234567890}]}');
    const history = ConversationHistory.create();
    history.add([SYSTEM, stored]);
    const text = ConversationHistory.serialise(history);
    expect(text).toContain('"tool_calls":[{"n":12345678901234567890}]');
    const restored = ConversationHistory.restore(text);
    expect(ConversationHistory.validate(restored)).toEqual([]);
    restored.add(ChatMessage.createAssistant("y"));
    const request = AgentRequestBuilder.create().withMessage("z").withHistory(restored).build();
    expect(AgentRequest.encode(request)).toContain('"tool_calls":[{"n":12345678901234567890}]');
  });

  it("is nothing where it is null, and is left out", () => {
    const nulls = { role: "user", content: "x", name: null, tool_calls: null, tool_call_id: null, is_error: null };
    const history = ConversationHistory.create();
    history.add([SYSTEM, nulls as never]);
    expect(history.lastMessage).toStrictEqual({ role: "user", content: "x" });
    const other = ConversationHistory.create({ order: "lenient" });
    other.add(nulls as never);
    expect(other.lastMessage).toStrictEqual({ role: "user", content: "x" });
    const request = AgentRequestBuilder.create()
      .withMessage("y")
      .withHistory([nulls as never])
      .build();
    expect(request.history).toStrictEqual([{ role: "user", content: "x" }]);
  });

  it("may have the members of its own role", () => {
    const history = ConversationHistory.create();
    history.add([SYSTEM, ChatMessage.createUser("x")]);
    history.add({ role: "assistant", tool_calls: [ToolCall.create("c", "run", {})] });
    history.add({ role: "tool", tool_call_id: "c", content: "", is_error: true });
    expect(history.count).toBe(4);
  });
});
