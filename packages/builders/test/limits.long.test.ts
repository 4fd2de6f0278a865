/** The largest that the contract takes, in the place of one character, call or message more: each costs seconds. */

import { describe, expect, it } from "vitest";
import { AgentRequest, ChatMessage, ConversationHistory, TextMessage, ToolCall } from "../src/index.js";
import { stored } from "./history/messages.js";
import { errorOf, expectNoSecret, placesOf, SECRET } from "./refusal.js";

describe("text of the largest size", () => {
  const largest = "x".repeat(16_777_216);

  it("chat messages and calls take text of the largest size, and refuse one character more", () => {
    expect(ChatMessage.createUser(largest).content).toHaveLength(16_777_216);
    expect(placesOf(() => ChatMessage.createUser(`${largest}y`))).toEqual(["/content: too_long"]);
    expect(placesOf(() => ToolCall.fromText("c", "run", `${largest}y`))).toEqual(["/arguments_text: too_long"]);
  });

  it("text messages take text of the largest size, and refuse one character more by its length alone", () => {
    expect(TextMessage.user(largest).data.parts).toHaveLength(1);
    const refused = (): unknown => TextMessage.user(SECRET.repeat(1_400_000));
    expect(placesOf(refused)).toEqual(["/data/parts/0/text: too_long"]);
    expectNoSecret(errorOf(refused));
  });

  it("requests take text of the largest size, and refuse one character more", () => {
    expect(AgentRequest.simple(largest).message).toHaveLength(16_777_216);
    expect(placesOf(() => AgentRequest.simple(`${largest}y`))).toEqual(["/message: too_long"]);
  });
});

it("a message with the most calls that a message may have is taken, and one more is refused", () => {
  const calls = Array.from({ length: 65_536 }, (_, at) => ToolCall.create(`c${at}`, "run", {}));
  expect(ChatMessage.createAssistant(null, calls).tool_calls).toHaveLength(65_536);
  expect(placesOf(() => ChatMessage.createAssistant(null, [...calls, ToolCall.create("c", "run", {})]))).toEqual([
    "/tool_calls: too_many",
  ]);
});

describe("repairing", () => {
  it("refuses a history whose missing results do not fit in", () => {
    const call = { id: "a", name: "f", arguments: {} };
    const many = { role: "assistant", tool_calls: Array.from({ length: 65_536 }, () => call) };
    expect(placesOf(() => ConversationHistory.repair(stored(many)))).toEqual([": too_many"]);
  });

  it("does not merge what together would be over the limits of a message", () => {
    const parts = ChatMessage.createUser(Array.from({ length: 40_000 }, () => ({ type: "text", text: "x" }) as const));
    const { history, changes } = ConversationHistory.repair(stored(parts, parts));
    expect([history.messages.length, changes]).toEqual([2, []]);
  });

  it("takes no messages without an end", () => {
    const message = ChatMessage.createUser("a");
    function* endless(): Generator<ChatMessage> {
      for (;;) yield message;
    }
    expect(placesOf(() => ConversationHistory.repairMessages(endless()))).toEqual([": too_many"]);
  });
});
