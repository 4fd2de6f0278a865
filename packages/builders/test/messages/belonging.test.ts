/** Where a message belongs: its conversation, the message before it, the answer it is a part of, and what a provider gave with it. */

import { describe, expect, it } from "vitest";
import {
  AgentRequest,
  ChatMessage,
  ConversationHistory,
  FileReferenceMessage,
  ImageMessage,
  ImageMessageBuilder,
  McpResourceMessage,
  SystemControlMessage,
  TextMessage,
  TextMessageBuilder,
  ToolCall,
  ToolRequestMessage,
  ToolRequestMessageBuilder,
  ToolResultMessage,
  ToolResultMessageBuilder,
} from "../../src/index.js";
import { isDeeplyFrozen, placesOf, SECRET } from "../refusal.js";
import { FIXED, ID } from "./fixtures.js";

const STATE = { provider: "anthropic", kind: "signature", value: { proof: SECRET } };
const ANSWER = { id: "msg_1", model: "claude-sonnet-4-5", usage: { output_tokens: 3 }, finish_reason: "stop" };
const PLACE = {
  ...FIXED,
  conversation_id: "session-7",
  parent_id: "m-1",
  source: { format: "claude-code", raw: { line: SECRET } },
  provider_state: [STATE],
};
/** What a JavaScript caller may pass where TypeScript would refuse it. */
const anything = (value: unknown): never => value as never;

const ofEachType = {
  text: TextMessage.user("x", PLACE),
  image: ImageMessage.fromUrl("https://a.example", PLACE),
  file_reference: FileReferenceMessage.create("a.ts", PLACE),
  tool_request: ToolRequestMessage.create([ToolCall.create("c", "run", {})], PLACE),
  tool_result: ToolResultMessage.success(
    ToolRequestMessage.create([ToolCall.create("c", "run", {})]),
    "c",
    undefined,
    PLACE,
  ),
  system_control: SystemControlMessage.modeChange("plan", "act", PLACE),
  mcp_resource: McpResourceMessage.create("docs", "file:///a", [{ type: "text", text: "x" }], PLACE),
};

describe.each(Object.values(ofEachType))("a message of the type $type", (message) => {
  it("takes a conversation, a parent, a source and provider state from the options, as copies", () => {
    const { conversation_id, parent_id, source, provider_state } = message;
    expect({ conversation_id, parent_id, source, provider_state }).toEqual({
      conversation_id: "session-7",
      parent_id: "m-1",
      source: { format: "claude-code", raw: { line: SECRET } },
      provider_state: [STATE],
    });
    expect(isDeeplyFrozen(message)).toBe(true);
    expect(provider_state).not.toBe(PLACE.provider_state);
  });
});

it("each type is described by its conversation, its parent, its format and a count, and never by what a provider gave", () => {
  const place = `(${ID}, conversation session-7, after m-1, from claude-code, 1 provider state, `;
  const lines = [
    TextMessage.describe(ofEachType.text, { content: true }),
    ImageMessage.describe(ofEachType.image, { content: true }),
    FileReferenceMessage.describe(ofEachType.file_reference, { content: true }),
    ToolRequestMessage.describe(ofEachType.tool_request, { content: true }),
    ToolResultMessage.describe(ofEachType.tool_result, { content: true }),
    SystemControlMessage.describe(ofEachType.system_control, { content: true }),
    McpResourceMessage.describe(ofEachType.mcp_resource, { content: true }),
  ];
  expect(lines).toEqual(lines.map(() => expect.stringContaining(place)));
  expect(lines.join("\n")).not.toContain(SECRET);
});

it("an id that somebody else made up is described on one line and cut", () => {
  const line = TextMessage.describe(TextMessage.user("x", { ...FIXED, conversation_id: `a\n${"x".repeat(200)}` }));
  expect(line).toBe(`TextMessage(${ID}, conversation a\\n${"x".repeat(62)}…, user, 1 part, 1 character)`);
});

it("a message is refused for a conversation without a name, and for state that is not of a provider", () => {
  expect(placesOf(() => TextMessage.user("x", { conversation_id: "" }))).toEqual(["/conversation_id: too_short"]);
  expect(placesOf(() => TextMessage.user("x", { parent_id: "y".repeat(257) }))).toEqual(["/parent_id: too_long"]);
  expect(placesOf(() => TextMessage.user("x", { provider_state: [] }))).toEqual(["/provider_state: too_few"]);
  expect(placesOf(() => TextMessage.user("x", { provider_state: [anything({ provider: "a" })] }))).toEqual([
    "/provider_state/0: missing_property",
    "/provider_state/0: missing_property",
  ]);
  expect(placesOf(() => TextMessage.user("x", { source: anything({ file: "a" }) }))).toEqual([
    "/source: missing_property",
  ]);
});

describe("the answer of a model", () => {
  it("stands on what it said and on what it asked for, as a copy", () => {
    const answer = { ...ANSWER, usage: { output_tokens: 3 } };
    const said = TextMessage.assistant("Yes.", { ...FIXED, answer });
    const inParts = TextMessage.assistant([{ type: "text", text: "Yes." }], { answer });
    const asked = ToolRequestMessage.create([ToolCall.create("c", "run", {})], { answer });
    answer.usage.output_tokens = 4;
    for (const message of [said, inParts, asked]) {
      expect(message.data.answer).toEqual(ANSWER);
      expect(isDeeplyFrozen(message)).toBe(true);
    }
    expect(TextMessage.assistant("Yes.", { ...FIXED, answer: undefined }).data).not.toHaveProperty("answer");
  });

  it("is set by the fluent builders, and cleared by null", () => {
    const builder = TextMessageBuilder.create().withRole("assistant").withText("Yes.").withAnswer(ANSWER);
    expect(builder.build().data.answer).toEqual(ANSWER);
    expect(builder.withAnswer(null).build().data).not.toHaveProperty("answer");
    const request = ToolRequestMessageBuilder.create()
      .withToolCall(ToolCall.create("c", "run", {}))
      .withAnswer(ANSWER);
    expect(request.build().data.answer).toEqual(ANSWER);
  });

  it("is refused without an id, whatever else is right", () => {
    const answer = anything({ model: "m" });
    expect(placesOf(() => TextMessage.assistant("x", { answer }))).toEqual(["/data/answer: missing_property"]);
    const calls = [ToolCall.create("c", "run", {})];
    expect(placesOf(() => ToolRequestMessage.create(calls, { answer }))).toEqual(["/data/answer: missing_property"]);
    expect(placesOf(() => TextMessage.assistant("x", { answer: { id: "a", usage: { input_tokens: -1 } } }))).toEqual([
      "/data/answer/usage/input_tokens: too_small",
    ]);
  });

  it("is described by its id and the model", () => {
    expect(TextMessage.describe(TextMessage.assistant("Yes.", { ...FIXED, answer: ANSWER }))).toBe(
      `TextMessage(${ID}, assistant, answer msg_1, claude-sonnet-4-5, 1 part, 4 characters)`,
    );
    const calls = [ToolCall.create("c", "run", {})];
    expect(ToolRequestMessage.describe(ToolRequestMessage.create(calls, { ...FIXED, answer: { id: "msg_1" } }))).toBe(
      `ToolRequestMessage(${ID}, answer msg_1, 1 tool call, 1 pending)`,
    );
  });
});

describe("a fluent builder", () => {
  it("takes the message before, or its id, as the parent", () => {
    const before = TextMessage.user("x");
    const builder = TextMessageBuilder.create().withRole("assistant").withText("y").withConversationId("session-7");
    expect(builder.withParent(before).build()).toMatchObject({ parent_id: before.id, conversation_id: "session-7" });
    expect(builder.withParent("m-1").build().parent_id).toBe("m-1");
    expect(builder.withParent(null).build()).not.toHaveProperty("parent_id");
    expect(placesOf(() => builder.withParent(anything(7)).build())).toEqual(["/parent_id: wrong_type"]);
  });

  it("the builder of an image says where the image is by withSource, and where the message is from by withMessageSource", () => {
    const source = { type: "url", url: "https://a.example" } as const;
    const image = ImageMessageBuilder.create().withSource(source).withMessageSource({ format: "codex", line: 3 });
    expect(image.build()).toMatchObject({ data: { source }, source: { format: "codex", line: 3 } });
  });
});

describe("a tool's result", () => {
  const request = ToolRequestMessage.create([ToolCall.create("c", "look", {})], FIXED);
  const parts = [{ type: "image" as const, source: { type: "url" as const, url: "https://a.example" } }];

  it("has what is not JSON beside the output", () => {
    const result = ToolResultMessage.success(request, "c", { seen: true }, { ...FIXED, parts });
    expect(result.data).toMatchObject({ output: { seen: true }, parts });
    expect(
      ToolResultMessageBuilder.create().answering(request, "c").withStatus("success").withParts(parts).build(),
    ).toMatchObject({ data: { parts } });
    expect(ToolResultMessage.describe(result)).toBe(
      `ToolResultMessage(${ID}, c, success, output: object, 1 part, 1 image part)`,
    );
  });

  it("has none rather than an empty list", () => {
    expect(placesOf(() => ToolResultMessage.success(request, "c", 1, { parts: [] }))).toEqual(["/data/parts: too_few"]);
  });
});

it("approving a call keeps what the provider gave with it", () => {
  const call = ToolCall.parse({ ...ToolCall.create("c", "run", {}), provider_state: [STATE] });
  const request = ToolRequestMessage.create([call], { provider_state: [STATE], answer: ANSWER });
  const approved = ToolRequestMessage.approve(request, "c", { decided_by: "ada" });
  expect(approved.data.tool_calls[0]).toMatchObject({ approval: { status: "approved" }, provider_state: [STATE] });
  expect(approved).toMatchObject({ provider_state: [STATE], data: { answer: ANSWER } });
  expect(ToolCall.describe(call)).toBe("ToolCall(c, run, 0 arguments, 1 provider state)");
});

it("a changed request, a stored history and its repair keep what the provider gave", () => {
  const call = ToolCall.parse({ ...ToolCall.create("c", "run", {}), provider_state: [STATE] });
  const part = { type: "text" as const, text: "Hm.", provider_state: [STATE] };
  const history = ConversationHistory.create();
  history.add([
    ChatMessage.createSystem("Be brief."),
    ChatMessage.createUser("Hi"),
    ChatMessage.createAssistant([part], [call], { provider_state: [STATE] }),
    ChatMessage.createToolResult("c", "1", false, { provider_state: [STATE] }),
  ]);
  const kept = history.getMessages();
  expect(JSON.stringify(kept).split(SECRET)).toHaveLength(5);
  const request = AgentRequest.inConversation("x", "session-7", kept);
  expect(AgentRequest.with(request, { message: "y" }).history).toEqual(kept);
  const restored = ConversationHistory.restore(ConversationHistory.serialise(history));
  expect(restored.getMessages()).toEqual(kept);
  expect(ConversationHistory.repair(restored).history.messages).toEqual(kept);
  expect(ChatMessage.describe(kept[2] as ChatMessage, { content: true })).toBe(
    'ChatMessage(assistant, 1 part, 3 characters, 1 tool call, 1 provider state): "Hm."',
  );
});

it("messages in a row are not merged where a provider gave something with one of them", () => {
  const said = (text: string) => ChatMessage.createAssistant(text, null, { provider_state: [STATE] });
  const { messages } = ConversationHistory.repairMessages([ChatMessage.createSystem("x"), said("a"), said("b")]);
  expect(messages.map(({ content }) => content)).toEqual(["x", "a", "b"]);
});

it("an empty part says something where a provider gave its state", () => {
  const part = { type: "text" as const, text: "", provider_state: [STATE] };
  expect(TextMessage.assistant([part]).data.parts).toEqual([part]);
});
