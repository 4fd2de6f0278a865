/** Requests to Ollama that somebody else made. */

import { ParseError, ValidationError } from "@parlance/core";
import { describe, expect, it } from "vitest";
import { importRequest } from "../../src/ollama/index.js";

function issuesOf(request: unknown): readonly string[] {
  try {
    importRequest(request);
  } catch (error) {
    if (ValidationError.isInstance(error)) return error.issues.map(({ path, code }) => `${path} ${code}`);
    throw error;
  }
  return [];
}

describe("an imported request", () => {
  it("finds the calls of results without ids, and gives orphans ids that nobody has", () => {
    const { messages } = importRequest({
      messages: [
        {
          role: "assistant",
          content: "",
          tool_calls: [
            { function: { name: "f", arguments: {} } },
            { id: "call00001", function: { name: "f", arguments: {} } },
          ],
        },
        { role: "tool", content: "1" },
        { role: "tool", content: "2", tool_name: "g" },
        { role: "tool", content: "3", tool_call_id: "call00001" },
      ],
    });
    expect(messages.slice(1).map((message) => message.role === "tool" && message.tool_call_id)).toEqual([
      "call00002",
      "call00003",
      "call00001",
    ]);
  });

  it("takes a result without an id for one of the last calls, not of older ones that nobody answered", () => {
    const asked = (id: string) => ({
      role: "assistant",
      content: "",
      tool_calls: [{ id, function: { name: "f", arguments: {} } }],
    });
    const { messages } = importRequest({
      messages: [
        asked("a"),
        { role: "user", content: "Again." },
        asked("b"),
        { role: "tool", tool_name: "f", content: "1" },
      ],
    });
    expect(messages[3]).toEqual({ role: "tool", tool_call_id: "b", content: "1", is_error: false });
  });

  it("keeps arguments that are not an object as a call that cannot be executed", () => {
    const { messages } = importRequest({
      messages: [{ role: "assistant", tool_calls: [{ id: "a", function: { name: "f", arguments: "{oops" } }] }],
    });
    expect(messages[0]).toEqual({
      role: "assistant",
      tool_calls: [{ id: "a", name: "f", arguments: {}, arguments_text: "{oops", defect: "invalid" }],
    });
  });

  it("takes images with a prefix, and leaves out and tells what is not an image", () => {
    const { messages, report } = importRequest({
      messages: [
        {
          role: "user",
          content: "",
          images: ["data:image/jpeg;base64,/9j/4AAQ", "AAAA", "https://example.org/a.png", 7],
        },
      ],
    });
    expect(messages[0]?.content).toEqual([
      { type: "image", source: { type: "base64", mime_type: "image/jpeg", data: "/9j/4AAQ" } },
      { type: "image", source: { type: "base64", mime_type: "application/octet-stream", data: "AAAA" } },
    ]);
    expect(report.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "image_type_synthesised /messages/0/images/1",
      "image_dropped /messages/0/images/2",
      "image_dropped /messages/0/images/3",
    ]);
  });

  it("an imported request that is none is refused with the place", () => {
    expect(() => importRequest("7")).toThrow(ParseError);
    expect(issuesOf({ model: "m", message: { role: "assistant", content: "" } })).toEqual([
      "/messages missing_property",
    ]);
    expect(issuesOf({ messages: {} })).toEqual(["/messages wrong_type"]);
    expect(issuesOf({ messages: ["Hi."] })).toEqual(["/messages/0 wrong_type"]);
    expect(issuesOf({ messages: [{ role: "s3cret", content: "" }] })).toEqual(["/messages/0/role not_allowed_value"]);
    expect(issuesOf({ messages: [{ role: "assistant", tool_calls: [{ id: "a", function: {} }] }] })).toEqual([
      "/messages/0/tool_calls/0/function/name missing_property",
    ]);
    expect(issuesOf({ messages: [], tools: [{ type: "function" }] })).toEqual(["/tools/0/function wrong_type"]);
  });
});
