/** Scenarios that the contract and its builders answer for: what each message type holds, how it is stored, and what is refused. */

import {
  FileReferenceMessage,
  ImageMessage,
  McpResourceMessage,
  SystemControlMessage,
  TextMessage,
  TextMessageBuilder,
  ToolCall,
  ToolRequestMessage,
  ToolRequestMessageBuilder,
  ToolResultMessage,
} from "@parlance/builders";
import { CURRENT_VERSION, decode, decodeHistory, encode, type Message, ValidationError } from "@parlance/core";
import { toRequest } from "@parlance/providers/openai";
import { describe, expect, it } from "vitest";

const SURROUNDINGS = {
  now: () => Date.UTC(2026, 10, 21, 10),
  newId: () => "7c9e6679-7425-40de-944b-e07fc1f90ae7",
};

function roundTrip(message: Message): Message {
  return decode(encode(message));
}

function issuesOf(make: () => unknown): readonly string[] {
  try {
    make();
  } catch (error) {
    if (ValidationError.isInstance(error)) return error.issues.map(({ path, code }) => `${path} ${code}`);
    throw error;
  }
  return [];
}

describe("Unified Message Type Enumeration", () => {
  it("Text message representation: a role and several parts, each of its own type", () => {
    for (const role of ["user", "assistant", "system"] as const) {
      const message = TextMessage[role]([
        { type: "text", text: "One." },
        { type: "text", text: "Two." },
      ]);
      expect(message.type).toBe("text");
      expect(message.data).toEqual({
        role,
        parts: [
          { type: "text", text: "One." },
          { type: "text", text: "Two." },
        ],
      });
      expect(roundTrip(message)).toEqual(message);
    }
  });

  it("Image message representation: where the image is, how it is to be read, and room for what was read or went wrong", () => {
    const url = ImageMessage.fromUrl("https://example.com/a.png", { recognition_mode: "vision" });
    const inline = ImageMessage.fromBase64("AAAA", "image/png", { recognition_mode: "ocr" });
    const file = ImageMessage.fromFilePath("shots/a.png");
    expect([url, inline, file].map(({ type }) => type)).toEqual(["image", "image", "image"]);
    expect([url, inline, file].map(({ data }) => data.source)).toEqual([
      { type: "url", url: "https://example.com/a.png" },
      { type: "base64", mime_type: "image/png", data: "AAAA" },
      { type: "file_path", path: "shots/a.png" },
    ]);
    expect([url, inline, file].map(({ data }) => data.recognition_mode)).toEqual(["vision", "ocr", "auto"]);
    expect(file.data.recognition).toEqual({ status: "pending" });
    const failed = {
      ...file,
      data: {
        ...file.data,
        recognition: {
          status: "failed",
          error: { code: "unsupported_format", message: "no image", retryable: false },
          attempts: [{ mode: "ocr", status: "failed" }],
        },
      },
    };
    expect(roundTrip(decode(JSON.stringify(failed)))).toEqual(failed);
  });

  it("File reference message representation: the path, a range of lines, and how far reading has come", () => {
    const message = FileReferenceMessage.create("src/a.ts", { start_line: 3, end_line: 9 });
    expect(message.type).toBe("file_reference");
    expect(message.data).toEqual({
      path: "src/a.ts",
      start_line: 3,
      end_line: 9,
      resolution: { status: "unresolved" },
    });
    const resolved = {
      ...message,
      data: { ...message.data, resolution: { status: "resolved", content: "text", line_count: 12 } },
    };
    expect(roundTrip(decode(JSON.stringify(resolved)))).toEqual(resolved);
  });

  it("Tool request message representation: several calls, each with an id, a name, arguments and its own approval", () => {
    const message = ToolRequestMessage.create([
      ToolCall.create("call_1", "read_file", { path: "a.txt" }),
      ToolCall.create("call_2", "write_file", { path: "b.txt", content: "" }),
    ]);
    const decided = ToolRequestMessage.deny(message, "call_2", { ...SURROUNDINGS, decided_by: "ann" });
    expect(decided.type).toBe("tool_request");
    expect(decided.data.tool_calls.map(({ id, name, arguments: args }) => [id, name, args])).toEqual([
      ["call_1", "read_file", { path: "a.txt" }],
      ["call_2", "write_file", { path: "b.txt", content: "" }],
    ]);
    expect(decided.data.tool_calls.map(({ approval }) => approval.status)).toEqual(["pending", "denied"]);
    expect(roundTrip(decided)).toEqual(decided);
  });

  it("Tool result message representation: the request and the call it answers, the outcome, and facts about the run", () => {
    const request = ToolRequestMessage.create([ToolCall.create("call_1", "read_file", {})]);
    const execution = { duration_ms: 12, completed_at: "2026-11-21T10:00:00.012Z" };
    const good = ToolResultMessage.success(request, "call_1", { lines: 3 }, { execution });
    expect(good.type).toBe("tool_result");
    expect(good.data).toEqual({
      request_id: request.id,
      tool_call_id: "call_1",
      status: "success",
      output: { lines: 3 },
      execution,
    });
    const bad = ToolResultMessage.error(request, "call_1", { message: "no such file", recoverable: true });
    expect(bad.data.status).toBe("error");
    expect(bad.data.error).toEqual({ message: "no such file", recoverable: true });
    expect([roundTrip(good), roundTrip(bad)]).toEqual([good, bad]);
  });

  it("System control message representation: what changed, from and to, and nothing of it is sent to a model", () => {
    const control = SystemControlMessage.modeChange("plan", "act");
    expect(control.type).toBe("system_control");
    expect(control.data.control).toEqual({ type: "mode_change", from: "plan", to: "act" });
    expect(SystemControlMessage.branchSwitch("main", "try").data.control).toEqual({
      type: "branch_switch",
      from: "main",
      to: "try",
    });
    const { body, report } = toRequest({ messages: [control, TextMessage.user("Go on.")], options: { model: "m" } });
    expect(body.messages).toEqual([{ role: "user", content: "Go on." }]);
    expect(report.map(({ code, path }) => `${path} ${code}`)).toEqual(["/messages/0 control_dropped"]);
  });

  it("System control message representation: a stored history tells when and where branches were switched, for audits", () => {
    const history = [
      TextMessage.user("Hi"),
      SystemControlMessage.branchSwitch("main", "try", SURROUNDINGS),
      TextMessage.user("Go on."),
    ];
    const stored = `${history.map((message) => encode(message)).join("\n")}\n`;
    const { messages } = decodeHistory(stored);
    expect(
      messages.flatMap((message, at) =>
        SystemControlMessage.is(message) ? [[at, message.created_at, message.data.control]] : [],
      ),
    ).toEqual([[1, "2026-11-21T10:00:00.000Z", { type: "branch_switch", from: "main", to: "try" }]]);
  });

  it("MCP resource message representation: the server, the resource, its contents and type, and when they were fetched", () => {
    const message = McpResourceMessage.text("shop", "db://shop/schema", "create table t;", {
      ...SURROUNDINGS,
      mime_type: "text/plain",
    });
    expect(message.type).toBe("mcp_resource");
    expect(message.data).toEqual({
      server_name: "shop",
      resource_uri: "db://shop/schema",
      contents: [{ type: "text", text: "create table t;" }],
      mime_type: "text/plain",
      retrieved_at: "2026-11-21T10:00:00.000Z",
    });
    expect(roundTrip(message)).toEqual(message);
  });
});

describe("Message Type Serialization", () => {
  it("Serializing message with type tag: the type stands first, and what is of the type stands nested under data", () => {
    expect(encode(TextMessage.user("Hi", SURROUNDINGS))).toBe(
      `{"type":"text","schema_version":${CURRENT_VERSION},"id":"7c9e6679-7425-40de-944b-e07fc1f90ae7","created_at":"2026-11-21T10:00:00.000Z","data":{"role":"user","parts":[{"type":"text","text":"Hi"}]}}`,
    );
  });

  it("Deserializing with unknown type: it is kept and written back as it came, with a warning and without an error", () => {
    const text = '{"type":"hologram","id":"x","depth":12345678901234567890}';
    const warnings: string[] = [];
    const message = decode(text, { logger: { warn: ({ code }) => warnings.push(code) } });
    expect(message).toMatchObject({ type: "unknown", reason: "unknown_type", original: { type: "hologram", id: "x" } });
    expect(encode(message)).toBe(text);
    expect(warnings).toContain("unknown_type");
  });

  it("Version migration: a message of the first version is read as one of the current version, with its defaults", () => {
    const stored =
      '{"type":"file_reference","id":"7c9e6679-7425-40de-944b-e07fc1f90ae7","created_at":"2026-11-21T10:00:00.000Z","data":{"path":"a.ts","status":"unresolved"}}';
    expect(decode(stored)).toMatchObject({
      type: "file_reference",
      schema_version: CURRENT_VERSION,
      data: { path: "a.ts", resolution: { status: "unresolved" } },
    });
  });

  it("Version migration: what is missing has its default, and what the current version has no more is gone, without a warning", () => {
    const envelope = '"id":"7c9e6679-7425-40de-944b-e07fc1f90ae7","created_at":"2026-11-21T10:00:00.000Z"';
    const warnings: unknown[] = [];
    const dataOf = (type: string, data: string) => {
      const logger = { warn: (warning: unknown) => warnings.push(warning) };
      return (decode(`{"type":"${type}",${envelope},"data":${data}}`, { logger }) as ToolRequestMessage).data;
    };
    expect(dataOf("image", '{"source":{"type":"url","url":"https://example.com/a.png"}}')).toEqual({
      source: { type: "url", url: "https://example.com/a.png" },
      recognition_mode: "auto",
      recognition: { status: "pending" },
    });
    expect(
      dataOf("tool_request", '{"tool_calls":[{"id":"1","name":"read","arguments":{}}],"approval_status":"denied"}'),
    ).toEqual({ tool_calls: [{ id: "1", name: "read", arguments: {}, approval: { status: "denied" } }] });
    expect(warnings).toEqual([]);
  });
});

describe("Message Type Validation", () => {
  it("Validating text message: no empty text unless it is allowed, a role there is, and each part for itself", () => {
    expect(issuesOf(() => TextMessage.user(""))).toEqual(["/data/parts too_short"]);
    expect(TextMessage.user("", { allowEmpty: true }).data.parts).toEqual([{ type: "text", text: "" }]);
    const builder = TextMessageBuilder.create().withText("Hi");
    expect(issuesOf(() => builder.withRole("robot" as "user").build())).toEqual(["/data/role not_allowed_value"]);
    const parts = [{ type: "text", text: "fine" }, { type: "text" }, { type: "reasoning", text: 3 }];
    expect(issuesOf(() => TextMessage.assistant(parts as never))).toEqual([
      "/data/parts/1 missing_property",
      "/data/parts/2/text wrong_type",
    ]);
  });

  it("Validating file reference message: no empty path, no end before the start, no way up, and a normal form", () => {
    expect(issuesOf(() => FileReferenceMessage.create(""))).toEqual(["/data/path too_short"]);
    expect(issuesOf(() => FileReferenceMessage.create("a.ts", { start_line: 9, end_line: 3 }))).toEqual([
      "/data/end_line end_before_start",
    ]);
    for (const path of ["../a.ts", "src/../../a.ts", "src\\..\\..\\a.ts"])
      expect(
        issuesOf(() => FileReferenceMessage.create(path)),
        path,
      ).toEqual(["/data/path not_allowed"]);
    expect(FileReferenceMessage.create("./src//a.ts").data.path).toBe("src/a.ts");
  });

  it("Validating tool request message: ids and names that are not empty, arguments that are JSON, a status there is", () => {
    expect(issuesOf(() => ToolCall.create("", "read_file", {}))).toEqual(["/id too_short"]);
    expect(issuesOf(() => ToolCall.create("call_1", "read file", {}))).toEqual(["/name pattern_mismatch"]);
    expect(issuesOf(() => ToolCall.create("call_1", "read_file", { at: Number.NaN }))).toEqual([
      "/arguments not_json_value",
    ]);
    const call = ToolCall.create("call_1", "read_file", {});
    const request = structuredClone(ToolRequestMessageBuilder.create().withToolCall(call).build());
    const stored = JSON.stringify(request).replace('"status":"pending"', '"status":"perhaps"');
    expect(issuesOf(() => decode(stored))).toEqual(["/data/tool_calls/0/approval/status not_allowed_value"]);
  });
});
