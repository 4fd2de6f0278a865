/** Law 4: an edit made in version 1 survives going up, and what was not touched comes back as it was. */

import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../src/runtime/json.js";
import { cloneTree } from "../../src/runtime/migration/clone.js";
import { messageTypes } from "../versions.js";
import { canonical, define, down, isValid, messages, tidied, up } from "./support.js";

const RUNS = propertyRuns(100);

/** A message of version 2, taken down, edited at a place in version 1, taken up. */
function edited(data: JsonValue, edit: (data: { [name: string]: JsonValue }) => void, type: string): JsonObject {
  const message = envelope(type, data);
  expect(isValid(2, message)).toBe(true);
  const older = cloneTree(down(tidied(2, message)).value);
  edit(older.data as { [name: string]: JsonValue });
  expect(isValid(1, older)).toBe(true);
  const { value } = up(older);
  expect(isValid(2, value)).toBe(true);
  return value.data as JsonObject;
}

function envelope(type: string, data: JsonValue): JsonObject {
  return {
    type,
    schema_version: 2,
    id: "7d2f4c86-52b1-4c5e-9a39-0f6f1b8a4c11",
    created_at: "2026-11-21T10:00:00.000Z",
    data,
  };
}

describe("an edit in version 1", () => {
  it("an edit of the text in version 1 leaves reasoning where it was", () => {
    const parts = [
      { type: "reasoning", text: "Let me see.", signature: "s1" },
      { type: "text", text: "one " },
      { type: "text", text: "two" },
      { type: "chart", values: [1, 2] },
    ];
    const data = edited({ role: "assistant", parts, tone: "calm" }, (old) => define(old, "content", "three"), "text");
    expect(data).toEqual({
      role: "assistant",
      parts: [
        { type: "reasoning", text: "Let me see.", signature: "s1" },
        { type: "text", text: "three" },
        { type: "chart", values: [1, 2] },
      ],
      tone: "calm",
    });
  });

  it("an edit of the role in version 1 leaves all parts as they were", () => {
    const parts = [
      { type: "text", text: "one " },
      { type: "refusal", text: "No." },
      { type: "text", text: "two" },
    ];
    expect(edited({ role: "user", parts }, (old) => define(old, "role", "assistant"), "text")).toEqual({
      role: "assistant",
      parts,
    });
  });

  it("an edit of a result's error in version 1 leaves its code and its time", () => {
    const data = {
      tool_call_id: "call_1",
      status: "timeout",
      error: { code: "E_TIME", message: "too slow", recoverable: true },
      execution: { duration_ms: 1234, completed_at: "2026-11-21T10:00:00.000Z", host: "a" },
      output_text: "…",
    };
    expect(edited(data, (old) => define(old, "error_message", "much too slow"), "tool_result")).toEqual({
      ...data,
      error: { code: "E_TIME", message: "much too slow", recoverable: true },
    });
  });

  it("an edit of success in version 1 wins over the status that was set aside", () => {
    const data = { tool_call_id: "call_1", status: "timeout" };
    expect(edited(data, (old) => define(old, "is_error", false), "tool_result")).toEqual({
      tool_call_id: "call_1",
      status: "success",
    });
  });

  it("an edit of the duration in version 1 wins over the duration that was set aside", () => {
    const data = { tool_call_id: "call_1", status: "success", execution: { duration_ms: 9007199254739993 } };
    expect(edited(data, (old) => define(old, "duration", 2.5), "tool_result")).toMatchObject({
      execution: { duration_ms: 2500 },
    });
  });

  it("an edit of the approval in version 1 makes the approvals of before obsolete, and leaves defects", () => {
    const calls = [
      {
        id: "a",
        name: "read",
        arguments: {},
        approval: { status: "approved", decided_by: "ann", hash: "f".repeat(64) },
      },
      { id: "b", name: "read", arguments: {}, defect: "invalid", arguments_text: "{", approval: { status: "pending" } },
    ];
    const data = edited({ tool_calls: calls }, (old) => define(old, "approval_status", "approved"), "tool_request");
    expect(data).toEqual({
      tool_calls: [
        { id: "a", name: "read", arguments: {}, approval: { status: "approved" } },
        {
          id: "b",
          name: "read",
          arguments: {},
          defect: "invalid",
          arguments_text: "{",
          approval: { status: "approved" },
        },
      ],
    });
  });

  it("an edit of the order of calls in version 1 takes each call's own approval along", () => {
    const call = (id: string, status: string): JsonObject => ({
      id,
      name: "read",
      arguments: {},
      approval: { status, reason: id },
    });
    const calls = [call("a", "approved"), call("b", "denied"), call("b", "expired")];
    const data = edited({ tool_calls: calls }, (old) => (old.tool_calls as JsonValue[]).reverse(), "tool_request");
    expect(data.tool_calls).toEqual([call("b", "denied"), call("b", "expired"), call("a", "approved")]);
  });

  it("an edit of a tool's arguments in version 1 leaves its approval, which is bound to what was approved by its hash", () => {
    const calls = [
      { id: "a", name: "read", arguments: { path: "x" }, approval: { status: "approved", hash: "f".repeat(64) } },
    ];
    const data = edited(
      { tool_calls: calls },
      (old) => define((old.tool_calls as JsonObject[])[0] as object, "arguments", { path: "y" }),
      "tool_request",
    );
    expect(data.tool_calls).toEqual([{ ...calls[0], arguments: { path: "y" } }]);
  });

  it("an edit of a recognised text in version 1 leaves the language and the attempts", () => {
    const source = { type: "url", url: "https://example.com/a.png" };
    const recognition = {
      status: "completed",
      mode_used: "ocr",
      ocr: { text: "old", confidence: 0.5, language: "en" },
      attempts: [{ mode: "vision", status: "failed", error: { message: "m", retryable: false } }],
    };
    expect(
      edited(
        { source, recognition_mode: "auto", recognition },
        (old) => define(old, "recognized_text", "new"),
        "image",
      ),
    ).toEqual({
      source,
      recognition_mode: "auto",
      recognition: { ...recognition, ocr: { text: "new", confidence: 0.5, language: "en" } },
    });
  });

  it("an edit of a file's content in version 1 leaves its size and path", () => {
    const resolution = {
      status: "resolved",
      content: "old",
      resolved_path: "/w/a.txt",
      file_size_bytes: 3,
      error: { code: "W" },
    };
    expect(edited({ path: "a.txt", resolution }, (old) => define(old, "content", "new"), "file_reference")).toEqual({
      path: "a.txt",
      resolution: { ...resolution, content: "new" },
    });
  });

  it("an edit of a control's target in version 1 leaves what else the control has", () => {
    const control = { type: "mode_change", from: "plan", to: "act", by: "ann" };
    expect(edited({ control }, (old) => define(old, "to", "ask"), "system_control")).toEqual({
      control: { ...control, to: "ask" },
    });
  });

  it("an edit of a text in version 1 takes what a provider gave with the text, and leaves what it gave with reasoning", () => {
    const provider_state = [{ provider: "p", kind: "signature", value: "c2ln" }];
    const reasoning = { type: "reasoning", text: "hm", provider_state };
    const data = { role: "assistant", parts: [reasoning, { type: "text", text: "old", mood: 1, provider_state }] };
    expect(edited(data, (old) => define(old, "content", "new"), "text")).toEqual({
      role: "assistant",
      parts: [reasoning, { type: "text", text: "new", mood: 1 }],
    });
    expect(edited(data, () => undefined, "text")).toEqual(data);
  });

  it("an edit of a resource's text in version 1 leaves blobs and hints", () => {
    const data = {
      server_name: "s",
      resource_uri: "u",
      retrieved_at: "2026-11-21T10:00:00.000Z",
      contents: [
        { type: "blob", blob: "AAEC" },
        { type: "text", text: "old", uri: "u#1" },
      ],
      annotations: { audience: ["user"], priority: 0.5 },
    };
    expect(edited(data, (old) => define(old, "content", "new"), "mcp_resource")).toEqual({
      ...data,
      contents: [
        { type: "blob", blob: "AAEC" },
        { type: "text", text: "new", uri: "u#1" },
      ],
    });
  });
});

describe.each(Object.keys(messageTypes(1)))("any edit of a message of type %s in version 1", (type) => {
  it("is still there after going up and down again", () => {
    const property = fc.property(messages(2, type), messages(1, type), fc.nat(), (recent, other, choice) => {
      const older = down(recent).value;
      const names = Object.keys(other.data as JsonObject);
      const name = names[choice % names.length] ?? "";
      const data = { ...(older.data as JsonObject) };
      if (name !== "") define(data, name, (other.data as JsonObject)[name] ?? null);
      const changed = tidied(1, { ...older, data });
      fc.pre(isValid(1, changed) && !isApprovedDefect(changed));
      const raised = up(changed).value;
      expect(isValid(2, raised)).toBe(true);
      expect(canonical(down(raised).value.data)).toBe(canonical(changed.data));
    });
    fc.assert(property, { numRuns: RUNS });
  });

  it("leaves every field that it does not touch as it was before going down", () => {
    const property = fc.property(messages(2, type), fc.nat(), (recent, edit) => {
      const older = down(recent).value;
      const data = { ...(older.data as JsonObject), edited_in_version_1: edit };
      const raised = up({ ...older, metadata: { edit }, data }).value;
      const expected = { ...(recent.data as JsonObject), edited_in_version_1: edit };
      expect(canonical(raised)).toBe(canonical({ ...recent, metadata: { edit }, data: expected }));
    });
    fc.assert(property, { numRuns: RUNS });
  });
});

/** A request with a defect is denied in version 1, even where somebody there has set it to something else. */
function isApprovedDefect(message: JsonObject): boolean {
  return canonical(message.residue).includes('"/defect"') && (message.data as JsonObject).approval_status !== "denied";
}
