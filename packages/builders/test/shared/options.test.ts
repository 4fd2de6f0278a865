/** The last argument of factories: an object with options, or nothing. */

import { ValidationError } from "@parlance/core";
import { describe, expect, it } from "vitest";
import {
  AgentRequest,
  AgentRequestBuilder,
  ChatMessage,
  ConversationHistory,
  createToolCallAccumulator,
  FileContext,
  FileReferenceMessage,
  ImageMessage,
  InferenceOptionsBuilder,
  McpResourceMessage,
  SystemControlMessage,
  TextMessage,
  TextMessageBuilder,
  ToolCall,
  ToolCallDelta,
  ToolDefinition,
  ToolPermission,
  ToolRequestMessage,
  ToolResultMessage,
} from "../../src/index.js";
import { errorOf, expectNoSecret, issuesOf, SECRET } from "../refusal.js";
import { CONVERSATION } from "../request/fixtures.js";

const call = ToolCall.create("a", "run", {});
const request = ToolRequestMessage.create([call]);
const parts = { name: "run", description: "Runs.", parameters: { type: "object" } } as const;
const builder = () => AgentRequestBuilder.create().withMessage("x");

/** Every factory that takes options, with whatever a JavaScript caller may pass as these. */
const FACTORIES: readonly (readonly [name: string, make: (options: never) => unknown])[] = [
  ["ChatMessage.createSystem", (options) => ChatMessage.createSystem("x", options)],
  ["ChatMessage.createUser", (options) => ChatMessage.createUser("x", options)],
  ["ChatMessage.createAssistant", (options) => ChatMessage.createAssistant("x", [], options)],
  ["TextMessage.user", (options) => TextMessage.user("x", options)],
  ["TextMessage.assistant, of parts", (options) => TextMessage.assistant([{ type: "text", text: "x" }], options)],
  ["TextMessage.system", (options) => TextMessage.system("x", options)],
  ["ImageMessage.fromUrl", (options) => ImageMessage.fromUrl("https://a.example", options)],
  ["ImageMessage.fromBase64", (options) => ImageMessage.fromBase64("iVBORw==", "image/png", options)],
  ["ImageMessage.fromFilePath", (options) => ImageMessage.fromFilePath("a.png", options)],
  ["FileReferenceMessage.create", (options) => FileReferenceMessage.create("a", options)],
  ["ToolRequestMessage.create", (options) => ToolRequestMessage.create([call], options)],
  ["ToolRequestMessage.expire", (options) => ToolRequestMessage.expire(request, "a", options)],
  ["ToolRequestMessage.cancel", (options) => ToolRequestMessage.cancel(request, "a", options)],
  ["ToolResultMessage.success", (options) => ToolResultMessage.success(request, "a", 1, options)],
  ["ToolResultMessage.error", (options) => ToolResultMessage.error(request, "a", { message: "x" }, options)],
  ["ToolResultMessage.denied", (options) => ToolResultMessage.denied(request, "a", options)],
  ["SystemControlMessage.modeChange", (options) => SystemControlMessage.modeChange("a", "b", options)],
  ["SystemControlMessage.branchSwitch", (options) => SystemControlMessage.branchSwitch("a", "b", options)],
  ["McpResourceMessage.create", (options) => McpResourceMessage.create("s", "a://b", [], options)],
  ["McpResourceMessage.text", (options) => McpResourceMessage.text("s", "a://b", "x", options)],
  ["TextMessageBuilder.create", (options) => TextMessageBuilder.create(options).withRole("user").withText("x").build()],
  ["ToolDefinition.create", (options) => ToolDefinition.create(parts, options)],
  ["ToolCallDelta.create", (options) => ToolCallDelta.create(0, options)],
  ["createToolCallAccumulator", (options) => createToolCallAccumulator(options)],
  ["FileContext.fromContent", (options) => FileContext.fromContent("a.py", "x", options)],
  ["FileContext.fromExcerpt", (options) => FileContext.fromExcerpt("a.py", "x", 1, 1, 1, options)],
  ["ToolPermission.sessionAutoApproval", (options) => ToolPermission.sessionAutoApproval("run", options)],
  ["ToolPermission.timeLimitedAutoApproval", (options) => ToolPermission.timeLimitedAutoApproval("run", 1, options)],
  ["ConversationHistory.create", (options) => ConversationHistory.create(options)],
  [
    "ConversationHistory.restore",
    (options) => ConversationHistory.restore(ConversationHistory.create().toJSON(), options),
  ],
  ["ConversationHistory.validate", (options) => ConversationHistory.validate([], options)],
  ["ConversationHistory.repairMessages", (options) => ConversationHistory.repairMessages([], options)],
  ["AgentRequest.simple", (options) => AgentRequest.simple("x", options)],
  ["AgentRequest.chatOnly", (options) => AgentRequest.chatOnly("x", options)],
  ["AgentRequest.inConversation", (options) => AgentRequest.inConversation("x", CONVERSATION, [], options)],
  ["AgentRequest.with", (options) => AgentRequest.with(builder().build(), {}, options)],
  ["AgentRequest.validate", (options) => AgentRequest.validate(builder().build(), options)],
  ["AgentRequestBuilder.create", (options) => AgentRequestBuilder.create(options)],
  ["AgentRequestBuilder.build", (options) => builder().build(options)],
  ["AgentRequestBuilder.tryBuild", (options) => unwrapped(builder().tryBuild(options))],
];

function unwrapped(result: ReturnType<AgentRequestBuilder["tryBuild"]>): AgentRequest {
  if (result.ok) return result.value;
  throw new ValidationError(result.issues);
}

describe.each(FACTORIES)("%s", (_, make) => {
  it.each([
    ["a text", SECRET, "string"],
    ["an empty text", "", "string"],
    ["a number", 7, "number"],
    ["true", true, "boolean"],
    ["a list", [SECRET], "array"],
    ["a function", () => SECRET, "function"],
  ])("refuses %s in the place of options, which it would not hear", (_, options, found) => {
    const issues = issuesOf(() => make(options as never));
    expect(issues).toEqual([{ code: "wrong_type", path: "", keyword: "", expected: "an object with options", found }]);
    expectNoSecret(errorOf(() => make(options as never)));
  });

  it("takes null for no options", () => {
    expect(() => make(null as never)).not.toThrow();
  });
});

it("the language of a file is an option by its name, and nothing as a third argument", () => {
  expect(FileContext.fromContent("a", "x", { language: "python" }).language).toBe("python");
  expect(issuesOf(() => FileContext.fromContent("a", "x", "python" as never))).toEqual([
    { code: "wrong_type", path: "", keyword: "", expected: "an object with options", found: "string" },
  ]);
});

it("a builder without options has no parameter for them", () => {
  expect(InferenceOptionsBuilder.create.length).toBe(0);
});
