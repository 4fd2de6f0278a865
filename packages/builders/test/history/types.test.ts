/** What the types of a history say at compile time. */

import type { ChatMessage as CoreChatMessage, ConversationHistory as Stored } from "@parlance/core";
import { describe, expectTypeOf, it } from "vitest";
import { type ChatMessage, ConversationHistory, type LiveHistory, type RepairChange } from "../../src/index.js";

const history = ConversationHistory.create();

describe("the types", () => {
  it("are those of the contract", () => {
    expectTypeOf<ConversationHistory>().toEqualTypeOf<Stored>();
    expectTypeOf(history).toEqualTypeOf<LiveHistory>();
    expectTypeOf(history.toJSON()).toEqualTypeOf<Stored>();
    expectTypeOf(ConversationHistory.parse).returns.toEqualTypeOf<Stored>();
  });

  it("narrow a message by its role", () => {
    const last = history.lastMessage;
    expectTypeOf(last).toEqualTypeOf<CoreChatMessage | undefined>();
    if (last?.role === "tool") expectTypeOf(last.tool_call_id).toEqualTypeOf<string>();
    if (last?.role === "user") {
      // @ts-expect-error: a user calls no tools
      void last.tool_calls;
    }
    for (const message of history.messages) expectTypeOf(message).toEqualTypeOf<ChatMessage>();
  });

  it("let nothing be changed", () => {
    const check = (live: LiveHistory, change: RepairChange): void => {
      // @ts-expect-error: counted, not set
      live.count = 0;
      // @ts-expect-error: a snapshot
      live.messages.toArray().push();
      // @ts-expect-error: a snapshot
      live.messages.length = 0;
      // @ts-expect-error: told, not asked for
      change.path = "";
    };
    expectTypeOf(check).toBeFunction();
  });

  it("know the two rules and no other", () => {
    expectTypeOf(history.order).toEqualTypeOf<"strict" | "lenient">();
    // @ts-expect-error: no such rules
    const create = (): LiveHistory => ConversationHistory.create({ order: "loose" });
    expectTypeOf(create).toBeFunction();
  });
});
