/** What no schema can say: each semantic check finds what it is for, says where, and nothing of the content. */

import { describe, expect, it } from "vitest";
import {
  ConversationHistory,
  CURRENT_VERSION,
  decode,
  decodeHistory,
  type Issue,
  type Message,
  semanticIssues,
  ToolPermission,
  type Warning,
} from "../../src/index.js";

const SECRET = "hunter2";

function uuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

function wire(type: string, data: object, number = 1, envelope: object = {}): string {
  const own = { id: uuid(number), created_at: "2026-01-31T00:00:00.000Z" };
  return JSON.stringify({ type, schema_version: CURRENT_VERSION, ...own, ...envelope, data });
}

function text(said: string, number = 1, envelope: object = {}): string {
  return wire("text", { role: "user", parts: [{ type: "text", text: said }] }, number, envelope);
}

function call(id: string, name = "clock"): object {
  return { id, name, arguments: {}, approval: { status: "pending" } };
}

const request = (ids: readonly string[], number: number, envelope: object = {}, data: object = {}): string =>
  wire("tool_request", { tool_calls: ids.map((id) => call(id)), ...data }, number, envelope);

const result = (id: string, number: number, envelope: object = {}): string =>
  wire("tool_result", { tool_call_id: id, status: "success", output: SECRET }, number, envelope);

function read(...lines: readonly string[]): readonly Message[] {
  return lines.map((line) => decode(line, { logger: { warn: () => undefined } }));
}

function told(issues: readonly Issue[]): readonly string[] {
  return issues.map(({ path, code }) => `${path}: ${code}`);
}

describe("a message by itself", () => {
  it.each([
    ["2026-02-29T00:00:00.000Z", true],
    ["2024-02-29T00:00:00.000Z", false],
    ["2000-02-29T00:00:00.000Z", false],
    ["1900-02-29T00:00:00.000Z", true],
    ["2026-04-31T00:00:00.000Z", true],
    ["2026-04-30T23:59:59.999Z", false],
    ["2026-12-31T23:59:59.999Z", false],
    ["0000-02-29T00:00:00.000Z", false],
  ])("has a date that does not exist: %s, %j", (created_at, isImpossible) => {
    const found = semanticIssues(read(text("Hi.", 1, { created_at })));
    expect(told(found)).toEqual(isImpossible ? ["/0/created_at: impossible_date"] : []);
  });

  it("has a date that does not exist deep inside", () => {
    const approval = { status: "approved", decided_by: "user", decided_at: "2026-02-30T00:00:00.000Z" };
    const message = wire("tool_request", { tool_calls: [{ ...call("a"), approval }] });
    expect(told(semanticIssues(read(message)))).toEqual(["/0/data/tool_calls/0/approval/decided_at: impossible_date"]);
  });

  it.each([
    ["AAAA", []],
    ["AAA=", []],
    ["AA==", []],
    ["", []],
    ["AAA", ["/0/data/source/data: bad_base64"]],
    ["A===", ["/0/data/source/data: bad_base64"]],
    ["AA=A", ["/0/data/source/data: bad_base64"]],
  ])("has base64 that no bytes have: %j", (data, expected) => {
    const source = { type: "base64", mime_type: "image/png", data };
    expect(told(semanticIssues(read(wire("image", { source }))))).toEqual(expected);
  });

  it("refers to lines that end before they start, and was given another file", () => {
    const resolution = { status: "resolved", content: "", resolved_path: "/etc/passwd" };
    const data = { path: "src/./a.ts", start_line: 5, end_line: 4, resolution };
    expect(told(semanticIssues(read(wire("file_reference", data))))).toEqual([
      "/0/data/end_line: end_before_start",
      "/0/data/resolution/resolved_path: other_file",
    ]);
    const same = { ...data, end_line: 5, resolution: { ...resolution, resolved_path: "C:\\work\\SRC\\A.TS" } };
    expect(told(semanticIssues(read(wire("file_reference", same))))).toEqual([]);
  });

  it("asks for calls that share an id, or have a name that some provider refuses", () => {
    const calls = [call("a"), call("b", "get weather"), call("a", "get-weather_2"), call("c", "x".repeat(65))];
    expect(told(semanticIssues(read(wire("tool_request", { tool_calls: calls }))))).toEqual([
      "/0/data/tool_calls/2/id: duplicate_call_id",
      "/0/data/tool_calls/1/name: not_portable_name",
      "/0/data/tool_calls/3/name: not_portable_name",
    ]);
  });

  it("is passed over where it is unknown or broken", () => {
    const { messages } = decodeHistory(
      [`{"type":"acme","created_at":"2026-02-30T00:00:00.000Z"}`, `{"type":"text"}`].join("\n"),
      { logger: { warn: () => undefined } },
    );
    expect(semanticIssues(messages)).toEqual([]);
  });
});

describe("a list of messages", () => {
  it("has a result that answers no call before it", () => {
    expect(told(semanticIssues(read(result("a", 1), request(["a"], 2), result("a", 3))))).toEqual([
      "/0/data/tool_call_id: result_without_call",
    ]);
    expect(told(semanticIssues(read(request(["a"], 1), result("a", 2), result("a", 3))))).toEqual([]);
  });

  it("has a call without a result after which the conversation goes on", () => {
    expect(told(semanticIssues(read(request(["a", "b"], 1), result("a", 2), text("Go on.", 3))))).toEqual([
      "/0/data/tool_calls/1/id: call_without_result",
    ]);
    expect(told(semanticIssues(read(request(["a", "b"], 1), result("a", 2))))).toEqual([]);
    const asksAgain = [request(["a"], 1), request(["b"], 2), result("a", 3), result("b", 4), text("So.", 5)];
    expect(told(semanticIssues(read(...asksAgain)))).toEqual([]);
  });

  it("has results on other branches than their calls, or of other conversations", () => {
    const branch = (parent: number): object => ({ parent_id: uuid(parent) });
    const messages = [
      text("Hi.", 1),
      request(["a"], 2, branch(1)),
      text("No.", 3, branch(1)),
      result("a", 4, branch(3)),
    ];
    expect(told(semanticIssues(read(...messages)))).toEqual(["/3/data/tool_call_id: result_without_call"]);
    const apart = [request(["a"], 1, { conversation_id: "one" }), result("a", 2, { conversation_id: "two" })];
    expect(told(semanticIssues(read(...apart)))).toEqual(["/1/data/tool_call_id: result_without_call"]);
  });

  it("says nothing of results and calls beside what nobody could read, which may belong to them", () => {
    const unknown = `{"type":"acme_request","schema_version":${CURRENT_VERSION}}`;
    expect(told(semanticIssues(read(unknown, result("a", 2))))).toEqual([]);
    expect(told(semanticIssues(read(request(["a"], 1), unknown, text("Go on.", 3))))).toEqual([]);
  });

  it("has messages that follow one that is not there, or themselves", () => {
    const lost = [text("Hi.", 1), text("So.", 2, { parent_id: uuid(9) })];
    expect(told(semanticIssues(read(...lost)))).toEqual(["/1/parent_id: unknown_parent"]);
    const circle = [text("Hi.", 1, { parent_id: uuid(2) }), text("So.", 2, { parent_id: uuid(1) })];
    expect(told(semanticIssues(read(...circle)))).toEqual(["/0/parent_id: parent_cycle"]);
  });

  it("has places of calls that the same answer does not have, and second ones", () => {
    const place = (tool_call_id: string): object => ({ type: "call_place", tool_call_id });
    const said = (parts: readonly object[], number: number, answer?: string): string =>
      wire("text", { role: "assistant", parts, ...(answer === undefined ? {} : { answer: { id: answer } }) }, number);
    const one = { answer: { id: "one" } };
    const ends = { type: "text", text: "So." };
    const messages = [
      said([place("a"), ends, place("a"), place("b"), ends], 1, "one"),
      request(["a"], 2, {}, one),
      said([place("a"), ends], 3, "two"),
      said([place("a"), place("c"), ends], 4),
    ];
    expect(told(semanticIssues(read(...messages)))).toEqual([
      "/0/data/parts/2/tool_call_id: duplicate_call_place",
      "/0/data/parts/3/tool_call_id: place_without_call",
      "/1/data/tool_calls/0/id: call_without_result",
      "/2/data/parts/0/tool_call_id: place_without_call",
      "/3/data/parts/1/tool_call_id: place_without_call",
    ]);
  });

  it("counts a message that was stored again once, as it was stored last", () => {
    const again = [request(["a"], 1), request(["b"], 1), result("b", 2), text("So.", 3)];
    expect(told(semanticIssues(read(...again)))).toEqual([]);
  });

  it("finds its way through twenty thousand calls of one id", () => {
    const count = 20_000;
    const lines = Array.from({ length: count }, (_, at) =>
      at % 2 === 0
        ? request(["a"], at, at === 0 ? {} : { parent_id: uuid(at - 2) })
        : result("a", at, { parent_id: uuid(at - 1) }),
    );
    expect(semanticIssues(read(...lines)).length).toBe(0);
  });
});

describe("what is stored besides messages", () => {
  it("is checked as it stands", () => {
    const history = ConversationHistory.parse({
      schema_version: CURRENT_VERSION,
      id: "c",
      created_at: "2026-02-30T00:00:00.000Z",
      messages: [
        { role: "tool", tool_call_id: "x", content: "one" },
        {
          role: "assistant",
          content: [{ type: "call_place", tool_call_id: "y" }],
          tool_calls: [{ id: "a", name: "f", arguments: {} }],
        },
        { role: "user", content: "Hi." },
      ],
    });
    const permission = ToolPermission.parse({
      schema_version: CURRENT_VERSION,
      tool_id: "t",
      granted_at: "2026-01-02T00:00:00.000Z",
      expires_at: "2026-01-01T00:00:00.000Z",
    });
    expect(told(semanticIssues([history, permission]))).toEqual([
      "/0/messages/0/tool_call_id: result_without_call",
      "/0/messages/1/tool_calls/0/id: call_without_result",
      "/0/created_at: impossible_date",
      "/0/messages/1/content/0/tool_call_id: place_without_call",
      "/1/expires_at: end_before_start",
    ]);
  });
});

describe("decoding", () => {
  it("refuses nothing, and warns of each code once, without content", () => {
    const warnings: Warning[] = [];
    const calls = [call("a", SECRET.repeat(20)), call("a", SECRET.repeat(20)), call("a", SECRET.repeat(20))];
    const message = decode(wire("tool_request", { tool_calls: calls }), {
      logger: { warn: (one) => warnings.push(one) },
    });
    expect(message.type).toBe("tool_request");
    expect(warnings.map(({ code, path }) => `${path}: ${code}`)).toEqual([
      "/data/tool_calls/1/id: duplicate_call_id",
      "/data/tool_calls/0/name: not_portable_name",
    ]);
    expect(JSON.stringify(warnings)).not.toContain(SECRET);
  });

  it("of a list warns of each code once for all of it, and looks at the list as well", () => {
    const warnings: Warning[] = [];
    const late = { created_at: "2026-02-30T00:00:00.000Z" };
    const lines = [text("Hi.", 1, late), text("Hi.", 2, late), result("a", 3), result("b", 4)];
    decodeHistory(lines.join("\n"), { logger: { warn: (one) => warnings.push(one) } });
    expect(warnings.map(({ code, path }) => `${path}: ${code}`)).toEqual([
      "/0/created_at: impossible_date",
      "/2/data/tool_call_id: result_without_call",
    ]);
  });

  it("warns of a message of an older version at the place in the current one", () => {
    const warnings: Warning[] = [];
    const old = {
      type: "text",
      id: uuid(1),
      created_at: "2026-02-30T00:00:00.000Z",
      data: { role: "user", content: "Hi." },
    };
    decode(JSON.stringify(old), { logger: { warn: (one) => warnings.push(one) } });
    expect(warnings.map(({ code, path }) => `${path}: ${code}`)).toEqual(["/created_at: impossible_date"]);
  });
});
