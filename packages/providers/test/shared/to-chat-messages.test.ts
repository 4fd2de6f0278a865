/** The chat messages of a conversation, before anything that only one provider asks for. */

import { ConversationHistory } from "@parlance/builders";
import { CURRENT_VERSION, decodeHistory } from "@parlance/core";
import { describe, expect, it } from "vitest";
import { toChatMessages } from "../../src/index.js";
import { toRequest } from "../../src/openai/index.js";
import { expectClauses } from "../told.js";
import { call, errorOf, placesOf, SECRET, stored } from "./given.js";

const text = (role: string, said: string, number = 1) =>
  stored("text", { role, parts: [{ type: "text", text: said }] }, number);
const asking = (status: string, ids: readonly string[], number = 1) =>
  stored("tool_request", { tool_calls: ids.map((one) => ({ ...call(one), approval: { status } })) }, number);
const resource = (contents: readonly object[], number = 1) =>
  stored(
    "mcp_resource",
    { server_name: "docs", resource_uri: "docs://a", contents, retrieved_at: "2026-11-21T10:00:00.000Z" },
    number,
  );

/** A proxy that throws the secret whatever is asked of it. */
function throwing<Target extends object>(target: Target): Target {
  const trap = (): never => {
    throw new Error(SECRET);
  };
  return new Proxy(target, new Proxy({}, { get: () => trap }));
}

/** An array that throws the secret as its items are read. */
function throwingItem(): never[] {
  return new Proxy([], {
    get: () => {
      throw new Error(SECRET);
    },
  });
}

describe("toChatMessages", () => {
  it.each([
    ["messages that throw as they are read", throwing([]), undefined, "/messages: wrong_type"],
    ["a list that throws", throwingItem(), undefined, "/messages: wrong_type"],
    ["options that throw", [], throwing({}), ": wrong_type"],
    ["a text for options", [], SECRET, ": wrong_type"],
    ["null for options", [], null, ": wrong_type"],
    ["a side that there is not", [], { mcp_as: SECRET }, "/mcp_as: not_allowed_value"],
  ])("refuses %s without a word of the content", (_, messages, options, place) => {
    const take = (): unknown => toChatMessages(messages, options as never);
    expect(placesOf(take)).toEqual([place]);
    const { message, stack } = errorOf(take);
    expect(`${message}${stack}`).not.toContain(SECRET);
  });

  it("throws on what the caller's own generator throws", () => {
    const failure = new Error("the connection is gone");
    const messages = (function* () {
      yield { role: "user", content: "Hello" } as const;
      throw failure;
    })();
    expect(() => toChatMessages(messages)).toThrow(failure);
  });

  it("tells for each message which ones it was made of, and none for a result that was made up", () => {
    const { messages, origins, given, report } = toChatMessages([
      stored("system_control", { control: { type: "mode_change", from: "a", to: "b" } }, 1),
      text("user", "Go.", 2),
      text("assistant", "Let me look.", 3),
      asking("denied", ["a", "b"], 4),
      stored("tool_result", { tool_call_id: "b", status: "success", output: 1 }, 5),
      { role: "user", content: "And?" },
    ]);
    expect(messages).toEqual([
      { role: "user", content: "Go." },
      { role: "assistant", content: "Let me look.", tool_calls: [call("a"), call("b")] },
      { role: "tool", tool_call_id: "a", content: "The call was denied: it was not allowed to run.", is_error: true },
      { role: "tool", tool_call_id: "b", content: "1", is_error: false },
      { role: "user", content: "And?" },
    ]);
    expect(origins).toEqual([[1], [2, 3], [], [4], [5]]);
    expect(given.map((one) => (one !== undefined && "type" in one ? one.type : one))).toEqual([
      "system_control",
      "text",
      "text",
      "tool_request",
      "tool_result",
      { role: "user", content: "And?" },
    ]);
    expect(report.map(({ path, code }) => `${path}: ${code}`)).toEqual([
      "/messages/0: control_dropped",
      "/messages/3/data/tool_calls/0: result_synthesised",
    ]);
  });

  it("takes the last of several versions of a stored message, in the place of the first, and tells the others", () => {
    const { messages, origins, given, report } = toChatMessages([
      text("user", "Go.", 1),
      asking("pending", ["a"], 171),
      asking("approved", ["a", "b"], 171),
      stored("tool_result", { tool_call_id: "a", status: "success", output: 1 }, 3),
      { role: "user", content: "And?" },
      asking("denied", ["a", "c"], 171),
      { role: "user", content: "And?" },
    ]);
    expect(messages).toEqual([
      { role: "user", content: "Go." },
      { role: "assistant", tool_calls: [call("a"), call("c")] },
      { role: "tool", tool_call_id: "a", content: "1", is_error: false },
      { role: "tool", tool_call_id: "c", content: "The call was denied: it was not allowed to run.", is_error: true },
      { role: "user", content: "And?" },
      { role: "user", content: "And?" },
    ]);
    expect(origins).toEqual([[0], [5], [3], [], [4], [6]]);
    expect(given).toHaveLength(7);
    expect(report.map(({ path, code, action }) => `${path}: ${action} ${code}`)).toEqual([
      "/messages/1: dropped earlier_version_dropped",
      "/messages/2: dropped earlier_version_dropped",
      "/messages/5/data/tool_calls/1: synthesised result_synthesised",
    ]);
    expectClauses(report);
  });

  it("compares ids as UUIDs, and leaves alone what has none or may have any", () => {
    const withId = (message: object, id: string) => ({ ...message, id }) as never;
    const future = { type: "hologram", schema_version: CURRENT_VERSION, id: "h-1" } as never;
    const chat = { role: "user", content: "Hi", id: "h-1" } as never;
    const { origins, report } = toChatMessages([
      withId(text("user", "One."), "abcdef00-0000-4000-8000-000000000000"),
      withId(text("user", "Two."), "ABCDEF00-0000-4000-8000-000000000000"),
      future,
      future,
      chat,
      chat,
    ]);
    expect(origins).toEqual([[1], [4], [5]]);
    expect(report.map(({ path, code }) => `${path}: ${code}`)).toEqual([
      "/messages/0: earlier_version_dropped",
      "/messages/2: message_dropped",
      "/messages/3: message_dropped",
    ]);
  });

  it("joins a text with the calls that follow it in whichever versions they were stored", () => {
    const { messages, origins } = toChatMessages([
      text("assistant", "Let", 1),
      asking("pending", ["a"], 2),
      text("assistant", "Let me look.", 1),
      stored("tool_result", { tool_call_id: "a", status: "success", output: 1 }, 3),
    ]);
    expect(messages[0]).toEqual({ role: "assistant", content: "Let me look.", tool_calls: [call("a")] });
    expect(origins).toEqual([[2, 1], [3]]);
  });

  it("tells all messages of one that was merged between a call and its result", () => {
    const { origins, messages } = toChatMessages([
      { role: "assistant", tool_calls: [call("a")] },
      { role: "assistant", content: "Meanwhile." },
      { role: "tool", tool_call_id: "a", content: "done", is_error: false },
    ]);
    expect(ConversationHistory.validate(messages, { order: "lenient", complete: true })).toEqual([]);
    expect(origins.flat().sort()).toEqual([0, 1, 2]);
  });

  it("puts resources on the side that is chosen, and pictures always on the user's", () => {
    const words = resource([{ type: "text", text: "A" }]);
    const picture = resource([{ type: "blob", blob: "iVBORw0KGgo=", mime_type: "image/png" }], 2);
    const roles = (options?: Parameters<typeof toChatMessages>[1]) =>
      toChatMessages([words, picture], options).messages.map(({ role }) => role);
    expect([roles(), roles({ mcp_as: "user" }), roles({ mcp_as: "system" })]).toEqual([
      ["user", "user"],
      ["user", "user"],
      ["system", "user"],
    ]);
  });

  it("hands on what chat messages have besides, so that it is told where it is sent", () => {
    const message = { role: "user", content: [{ type: "text", text: "a", cache_control: 1 }], mood: 2 } as never;
    const { messages, report } = toChatMessages([message]);
    expect([messages, report]).toEqual([[message], []]);
    expect(toRequest({ messages, options: { model: "m" } }).report.map(({ path }) => path)).toEqual([
      "/messages/0/mood",
      "/messages/0/content/0/cache_control",
    ]);
  });

  it("leaves out what could not be read, and refuses what is not a message, without a word of it", () => {
    const broken = decodeHistory(JSON.stringify([{ type: "text", schema_version: CURRENT_VERSION, data: SECRET }]), {
      logger: { warn: () => {} },
    });
    const { messages, given, report } = toChatMessages(broken.messages);
    expect([messages, given, report.map(({ code }) => code)]).toEqual([
      [],
      [{ type: "invalid", issues: [], original: {} }],
      ["message_dropped"],
    ]);
    expect(placesOf(() => toChatMessages([{ role: SECRET } as never]))).toEqual([
      "/messages/0/role: not_allowed_value",
    ]);
  });

  it("gives frozen lists, and takes what can be iterated once", () => {
    function* once() {
      yield text("user", "Go.");
    }
    const result = toChatMessages(once());
    for (const frozen of [result, result.messages, result.origins, result.given, result.report, result.messages[0]])
      expect(Object.isFrozen(frozen)).toBe(true);
  });
});

describe("lines of a file", () => {
  const shown = (data: object) =>
    toChatMessages([stored("file_reference", { path: "a.txt", ...data })]).messages.map(({ content }) => content);
  const resolution = (content: string, extra: object = {}) => ({ status: "resolved", content, ...extra });

  it.each([
    ["from a line on", { start_line: 9 }, "x\ny\n", "(lines 9-10)", "9\tx\n10\ty"],
    ["up to a line", { end_line: 2 }, "x\ny", "(lines 1-2)", "1\tx\n2\ty"],
    ["empty ones", { start_line: 5, end_line: 7 }, "\n\n\n", "(lines 5-7)", "5\t\n6\t\n7\t"],
    ["none", { start_line: 5 }, "", "(lines 5-5)", undefined],
    ["with other line ends", { start_line: 1, end_line: 2 }, "x\r\ny\r\n", "(lines 1-2)", "1\tx\r\n2\ty\r"],
  ])("are numbered %s", (_, range, content, header, lines) => {
    const body = lines === undefined ? "```" : `${lines}\n\`\`\``;
    expect(shown({ ...range, resolution: resolution(content) })).toEqual([
      `File: a.txt ${header}\n\`\`\`text\n${body}`,
    ]);
  });

  it("end with the last that is there where the content was cut", () => {
    const cut = resolution("x\ny\n", { is_truncated: true });
    expect(shown({ start_line: 3, end_line: 900, resolution: cut })).toEqual([
      "File: a.txt (lines 3-4) [TRUNCATED]\n```text\n3\tx\n4\ty\n```",
    ]);
  });

  it("have no numbers where the whole file was asked for", () => {
    expect(shown({ resolution: resolution("x\ny\n") })).toEqual(["File: a.txt\n```text\nx\ny\n```"]);
  });
});
