/** What the compiler knows of messages: literal types, readonly data, and which values belong where. */

import type { Part, RequestedToolCall, ToolApprovalStatus, ToolCall } from "@parlance/core";
import { describe, expect, expectTypeOf, it } from "vitest";
import {
  type BuildResult,
  FileReferenceMessage,
  ImageMessage,
  McpResourceMessage,
  SystemControlMessage,
  TextMessage,
  TextMessageBuilder,
  ToolRequestMessage,
  ToolRequestMessageBuilder,
  ToolResultMessage,
} from "../../src/index.js";
import { twoCalls } from "./fixtures.js";

describe("the types of messages", () => {
  it("factories give the type of their message, told apart by its tag", () => {
    expectTypeOf(TextMessage.user("a")).toEqualTypeOf<TextMessage>();
    expectTypeOf(TextMessage.user("a").type).toEqualTypeOf<"text">();
    expectTypeOf(ImageMessage.fromUrl("https://a.example").type).toEqualTypeOf<"image">();
    expectTypeOf(FileReferenceMessage.create("a").type).toEqualTypeOf<"file_reference">();
    expectTypeOf(ToolRequestMessage.create).parameter(0).toEqualTypeOf<readonly ToolCall[]>();
    expectTypeOf(ToolResultMessage.denied(twoCalls(), "call_1").type).toEqualTypeOf<"tool_result">();
    expectTypeOf(SystemControlMessage.modeChange("a", "b").type).toEqualTypeOf<"system_control">();
    expectTypeOf(McpResourceMessage.text("a", "b", "c").type).toEqualTypeOf<"mcp_resource">();
  });

  it("a control narrows by its type", () => {
    const { control } = SystemControlMessage.modeChange("plan", "act").data;
    if (control.type === "mode_change") expectTypeOf(control.to).toEqualTypeOf<string>();
    if (control.type === "unknown") expectTypeOf(control).not.toHaveProperty("to");
    expect(control.type).toBe("mode_change");
  });

  it("messages are readonly to the last level", () => {
    const message = twoCalls();
    expect(() => {
      // @ts-expect-error -- messages cannot be changed
      message.id = "x";
    }).toThrow(TypeError);
    expect(() => {
      // @ts-expect-error -- nor can what is in them
      message.data.tool_calls.push(message.data.tool_calls[0]);
    }).toThrow(TypeError);
  });

  it("roles, modes and statuses are literal unions", () => {
    expectTypeOf(TextMessage.user("a").data.role).toEqualTypeOf<"system" | "user" | "assistant">();
    expectTypeOf(ToolRequestMessage.approvalStatus).returns.toEqualTypeOf<ToolApprovalStatus>();
    // @ts-expect-error -- there is no such mode
    expect(() => ImageMessage.fromUrl("https://a.example", { recognition_mode: "magic" })).toThrow();
  });

  it("what is required comes first, and is required", () => {
    // @ts-expect-error -- an image in base64 has a media type
    expect(() => ImageMessage.fromBase64("AAAA")).toThrow();
    // @ts-expect-error -- somebody has decided
    expect(() => ToolRequestMessage.approve(twoCalls(), "call_1", {})).toThrow();
    expectTypeOf(TextMessage.user).parameter(0).toEqualTypeOf<string | readonly Part[]>();
  });

  it("pending calls carry their approvals", () => {
    expectTypeOf(ToolRequestMessage.pendingCalls).returns.toEqualTypeOf<readonly RequestedToolCall[]>();
  });

  it("fluent builders keep their own class, and take calls without approvals", () => {
    const builder = TextMessageBuilder.create().withRole("user").withText("a");
    expectTypeOf(builder).toEqualTypeOf<TextMessageBuilder>();
    expectTypeOf(builder.tryBuild()).toEqualTypeOf<BuildResult<TextMessage>>();
    expectTypeOf<ToolRequestMessageBuilder["withToolCall"]>().parameter(0).toEqualTypeOf<ToolCall>();
    expect(ToolRequestMessageBuilder.create()).toBeInstanceOf(ToolRequestMessageBuilder);
  });
});
