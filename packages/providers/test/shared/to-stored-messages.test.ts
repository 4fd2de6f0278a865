/** Chat messages as stored messages: what stands where, what is told, and that nothing of what is said is lost. */

import { ChatMessage, CURRENT_VERSION, decodeHistory, encodeHistory, ToolRequestMessage } from "@parlance/core";
import { parseJson } from "@parlance/core/json";
import { schemaOf } from "@parlance/core/schemas";
import { arbitraryOf } from "@parlance/sampler";
import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type StoredMessages, toChatMessages, toStoredMessages } from "../../src/index.js";
import { call, placesOf } from "./given.js";

const TIME = "2026-11-22T10:00:00.000Z";

function id(index: number, number = 0): string {
  return `00000000-0000-4000-8000-00000000${String(index).padStart(2, "0")}${String(number).padStart(2, "0")}`;
}

function stored(messages: readonly object[]): StoredMessages {
  return toStoredMessages(messages as readonly ChatMessage[], (index, number) => ({
    id: id(index, number),
    created_at: TIME,
    conversation_id: "c1",
  }));
}

const ENVELOPE = { schema_version: CURRENT_VERSION, created_at: TIME, conversation_id: "c1" };

describe("chat messages become stored messages", () => {
  it("each speaker's words are a text message, with the envelope that was asked for", () => {
    const { messages, origins, report } = stored([
      { role: "system", content: "Be brief." },
      { role: "user", content: [{ type: "text", text: "Hi." }] },
      { role: "assistant", content: "" },
    ]);
    const text = (role: string, words: string, extra = {}) => ({
      role,
      parts: [{ type: "text", text: words }],
      ...extra,
    });
    expect(messages).toEqual([
      { ...ENVELOPE, type: "text", id: id(0), data: text("system", "Be brief.") },
      { ...ENVELOPE, type: "text", id: id(1), data: text("user", "Hi.") },
      { ...ENVELOPE, type: "text", id: id(2), data: text("assistant", "", { answer: { id: id(2) } }) },
    ]);
    expect(origins).toEqual([0, 1, 2]);
    expect(report).toEqual([]);
  });

  it("what an assistant says and asks for are two messages of one answer, and results name the request", () => {
    const { messages, origins } = stored([
      { role: "assistant", content: "I look.", tool_calls: [call("a"), call("b")] },
      { role: "tool", tool_call_id: "a", content: "one line" },
      { role: "tool", tool_call_id: "b", content: "no such file", is_error: true },
      { role: "tool", tool_call_id: "z", content: "of no call" },
    ]);
    expect(messages.map(({ type }) => type)).toEqual(["text", "tool_request", ...Array(3).fill("tool_result")]);
    expect(messages[0]).toMatchObject({ id: id(0), data: { answer: { id: id(0) } } });
    expect(messages[1]).toMatchObject({ id: id(0, 1), data: { answer: { id: id(0) } } });
    expect(messages.slice(2).map((message) => "data" in message && message.data)).toEqual([
      { tool_call_id: "a", request_id: id(0, 1), status: "success", output: "one line" },
      { tool_call_id: "b", request_id: id(0, 1), status: "error", output_text: "no such file" },
      { tool_call_id: "z", status: "success", output: "of no call" },
    ]);
    expect(origins).toEqual([0, 0, 1, 2, 3]);
  });

  it("what two answers say and ask for stays apart, though one stands right after the other", () => {
    const chat = [
      { role: "assistant", content: "I look." },
      { role: "assistant", tool_calls: [call("a")] },
    ];
    const { messages } = toChatMessages(stored(chat).messages);
    expect(messages.slice(0, 2)).toEqual(chat);
  });

  it("a result names the last request before it where two have a call with its id", () => {
    const asking = { role: "assistant", tool_calls: [call("a")] };
    const result = { role: "tool", tool_call_id: "a", content: "" };
    const { messages } = stored([asking, result, asking, result]);
    const named = messages.flatMap((message) => (message.type === "tool_result" ? message.data.request_id : []));
    expect(named).toEqual([id(0), id(2)]);
  });

  it("no call is approved by it, whatever has run", () => {
    const { messages } = stored([
      { role: "assistant", tool_calls: [call("a")] },
      { role: "tool", tool_call_id: "a", content: "done" },
    ]);
    const request = ToolRequestMessage.parse(messages[0]);
    expect(request.data.tool_calls[0]?.approval).toEqual({ status: "pending" });
  });

  it("calls that somebody else stored under one id stay as they are, digit by digit", () => {
    const twice = JSON.parse('{"id":"a","name":"n","arguments":{"n":1}}');
    const big = parseJson('{"id":"a","name":"n","arguments":{"n":12345678901234567890}}') as object;
    const { messages } = stored([{ role: "assistant", tool_calls: [twice, big] }]);
    expect(encodeHistory(messages).text).toContain(
      '"arguments":{"n":1},"approval":{"status":"pending"}},{"id":"a","name":"n","arguments":{"n":12345678901234567890}',
    );
  });

  it("what a provider gave with an answer stands on the first message of it", () => {
    const provider_state = [{ provider: "acme", kind: "phase", value: 1 }];
    const { messages } = stored([
      { role: "assistant", content: "I look.", tool_calls: [call("a")], provider_state },
      { role: "assistant", tool_calls: [call("b")], provider_state },
      { role: "tool", tool_call_id: "a", content: "", provider_state },
    ]);
    const states = messages.map((message) => (message.type === "unknown" ? undefined : message.provider_state));
    expect(states).toEqual([provider_state, undefined, provider_state, provider_state]);
  });

  it("members that no stored message has a place for are told", () => {
    const { report } = stored([{ role: "user", content: "Hi.", name: "ann", "x/y": 1, is_error: true }]);
    expect(report).toEqual(
      ["name", "x~1y", "is_error"].map((name) => ({
        code: "member_dropped",
        action: "dropped",
        path: `/messages/0/${name}`,
        reason: "a stored message has no place for this member",
      })),
    );
  });
});

describe("what is given is refused", () => {
  it.each([
    ["a stored message", [{ ...ENVELOPE, type: "text", id: id(0), data: { role: "user", parts: [] } }]],
    ["a message of no role", [{ role: "narrator", content: "" }]],
    ["nothing", [null]],
  ])("what is given is refused by its place where it is %s", (_, messages) => {
    expect(placesOf(() => stored(messages as never)).every((place) => place.startsWith("/messages/0"))).toBe(true);
  });
});

it("any chat messages come back from what was stored of them, in the order that models take", () => {
  const { $defs, ...root } = schemaOf("chat_message", { id: false });
  const one = arbitraryOf({ $defs: { ...($defs as object), Sampled: root } }, "Sampled") as fc.Arbitrary<object>;
  const property = fc.property(fc.array(one, { maxLength: 6 }), (wire) => {
    const chat = wire.map((message) => ChatMessage.parse(message));
    const { messages } = toStoredMessages(chat, (index, number) => ({ id: id(index, number), created_at: TIME }));
    const read = decodeHistory(encodeHistory(messages).text, { logger: { warn: () => undefined } }).messages;
    expect(told(read)).toEqual(told(chat.map(withoutOthers)));
  });
  fc.assert(property, { numRuns: propertyRuns(200) });
});

/** What a model is told, without results that were made up: their words are about approvals. */
function told(given: Parameters<typeof toChatMessages>[0]): readonly ChatMessage[] {
  const { messages, origins } = toChatMessages(given);
  return messages.filter((_, at) => origins[at]?.length !== 0).map((message) => plainText(withoutOthers(message)));
}

/** A list of one text and the text itself are stored alike. */
function plainText(message: ChatMessage): ChatMessage {
  const [part, ...others] = Array.isArray(message.content) ? message.content : [];
  const isPlain = part?.type === "text" && Object.keys(part).length === 2 && others.length === 0;
  return isPlain ? { ...message, content: part.text } : message;
}

/** What a stored message has a place for. */
function withoutOthers(message: ChatMessage): ChatMessage {
  const names = [
    ...["role", "content"],
    ...(message.role === "assistant" ? ["tool_calls", "provider_state"] : []),
    ...(message.role === "tool" ? ["tool_call_id", "is_error", "provider_state"] : []),
  ];
  return ChatMessage.parse(Object.fromEntries(Object.entries(message).filter(([name]) => names.includes(name))));
}
