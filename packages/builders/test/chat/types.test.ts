/** What TypeScript knows of chat messages, calls and their arguments. */

import type {
  AssistantChatMessage,
  ChatContent,
  JsonObject,
  JsonValue,
  SystemChatMessage,
  ToolChatMessage,
  UserChatMessage,
} from "@parlance/core";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { ChatMessage, MessageRole, type MessageRoleNumber, ToolCall, ToolResult } from "../../src/index.js";

const CALL = ToolCall.create("call_1", "write_file", { path: "a.ts" });

interface WriteFile {
  readonly path: string;
}

describe("types", () => {
  it("a factory gives the message of its role", () => {
    expectTypeOf(ChatMessage.createSystem("x")).toEqualTypeOf<SystemChatMessage>();
    expectTypeOf(ChatMessage.createUser("x")).toEqualTypeOf<UserChatMessage>();
    expectTypeOf(ChatMessage.createAssistant("x")).toEqualTypeOf<AssistantChatMessage>();
    expectTypeOf(ChatMessage.createToolResult("c", "x")).toEqualTypeOf<ToolChatMessage>();
    expectTypeOf(ToolResult.toChatMessage(ToolResult.success("c", ""))).toEqualTypeOf<ToolChatMessage>();
  });

  it("the role tells which fields there are: tool calls belong to the assistant only", () => {
    const read = (message: ChatMessage): unknown => {
      switch (message.role) {
        case "assistant":
          expectTypeOf(message.tool_calls).toEqualTypeOf<readonly ToolCall[] | undefined>();
          return message.content;
        case "tool":
          expectTypeOf(message.tool_call_id).toEqualTypeOf<string>();
          expectTypeOf(message.is_error).toEqualTypeOf<boolean>();
          return message.content;
        case "system":
        case "user":
          expectTypeOf(message).not.toHaveProperty("tool_calls");
          expectTypeOf(message).not.toHaveProperty("tool_call_id");
          expectTypeOf(message.content).toEqualTypeOf<ChatContent>();
          return message.content;
      }
    };
    read(CALL && ChatMessage.createUser("x"));
  });

  it("nothing of a message can be assigned", () => {
    const message = ChatMessage.createAssistant("x", [CALL]);
    const change = (): void => {
      // @ts-expect-error a message is immutable
      message.content = "y";
      // @ts-expect-error so are its calls
      message.tool_calls?.push(CALL);
      // @ts-expect-error and their arguments
      CALL.arguments.path = "b.ts";
    };
    expectTypeOf(change).toBeFunction();
  });

  it("required values come first and cannot be left out", () => {
    const wrong = (): void => {
      // @ts-expect-error content is required
      ChatMessage.createUser();
      // @ts-expect-error a user's content is never null
      ChatMessage.createUser(null);
      // @ts-expect-error options that do not exist are refused
      ChatMessage.createAssistant("x", [], { allowEmpty: true });
      // @ts-expect-error a result is text
      ToolResult.success("c", { ok: true });
      // @ts-expect-error arguments are an object
      ToolCall.create("c", "run", "{}");
      // @ts-expect-error and no list
      ToolCall.create("c", "run", ["a"]);
      // @ts-expect-error nor a function
      ToolCall.create("c", "run", () => "a");
      // @ts-expect-error arguments are required
      ToolCall.create("c", "run");
    };
    expectTypeOf(wrong).toBeFunction();
    const args: WriteFile = { path: "a.ts" };
    expectTypeOf(ToolCall.create("c", "write_file", args)).toEqualTypeOf<ToolCall>();
  });

  it("roles and their numbers are literals", () => {
    expectTypeOf(MessageRole.parseRole("USER")).toEqualTypeOf<"system" | "user" | "assistant" | "tool">();
    expectTypeOf(MessageRole.numberOf("tool")).toEqualTypeOf<3>();
    expectTypeOf<MessageRoleNumber>().toEqualTypeOf<0 | 1 | 2 | 3>();
  });

  it("an argument is JSON, or what its schema gives, once it is known to be found", () => {
    const plain = ToolCall.tryGetArgument(CALL, "path");
    if (plain.found) expectTypeOf(plain.value).toEqualTypeOf<JsonValue>();
    else expectTypeOf(plain).not.toHaveProperty("value");
    const typed = ToolCall.tryGetArgument(CALL, "path", z.string());
    if (typed.found) expectTypeOf(typed.value).toEqualTypeOf<string>();
  });

  it("a schema of any library types the arguments that an executor gets", () => {
    expectTypeOf(ToolCall.argumentsAs(CALL)).toEqualTypeOf<JsonObject>();
    const ofZod = z.object({ path: z.string(), mode: z.enum(["r", "w"]).default("r") });
    expectTypeOf(ToolCall.argumentsAs(CALL, ofZod)).toEqualTypeOf<{ path: string; mode: "r" | "w" }>();
    expectTypeOf(ToolCall.argumentsAs(CALL, v.object({ path: v.string() }))).toEqualTypeOf<{ path: string }>();
    expectTypeOf(ToolCall.argumentsAs(CALL, type({ path: "string" }))).toEqualTypeOf<{ path: string }>();
    const safe = ToolCall.safeArgumentsAs(CALL, ofZod);
    if (safe.ok) expectTypeOf(safe.value).toEqualTypeOf<{ path: string; mode: "r" | "w" }>();
  });
});
