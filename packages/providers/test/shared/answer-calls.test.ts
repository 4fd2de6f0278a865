/** Tool calls of an answer, put together from what a provider says piece by piece. */

import { ToolCall, ToolRequestMessage } from "@parlance/builders";
import { parseJson, stringifyJson } from "@parlance/core/json";
import { describe, expect, it } from "vitest";
import { built, codes, NO_CONTEXT } from "./built.js";

describe("tool calls", () => {
  it("are put together from fragments, as in a whole answer", () => {
    const streamed = built((a) => {
      a.toolCallDelta({ index: 0, id: "c1", name: "f", arguments_delta: '{"a"' });
      a.toolCallDelta({ index: 0, id: null, name: null, arguments_delta: ":1}" });
      a.toolCallDelta({ index: 1, id: "c2", name: "g", arguments_delta: "" });
      a.finish("tool_calls", "tool_calls");
    });
    const whole = built((a) => {
      a.toolCall({ id: "c1", name: "f", arguments: '{"a":1}' });
      a.toolCall({ id: "c2", name: "g", arguments: "" });
      a.finish("tool_calls", "tool_calls");
    });
    expect(streamed.answer).toEqual(whole.answer);
    expect(whole.answer.message).toEqual({
      role: "assistant",
      tool_calls: [
        { id: "c1", name: "f", arguments: { a: 1 } },
        { id: "c2", name: "g", arguments: {}, arguments_text: "" },
      ],
    });
    expect(streamed.events[1]).toEqual({ type: "tool_call_delta", delta: { index: 0, arguments_delta: ":1}" } });
    expect(whole.answer.messages.map(({ type }) => type)).toEqual(["tool_request"]);
  });

  it("may come as objects, whose digits are kept", () => {
    const { answer } = built((a) => {
      a.toolCall({ id: "c1", name: "f", arguments: parseJson('{"n":12345678901234567890}') });
      a.finish("stop", "stop");
    });
    expect(stringifyJson(answer.message?.tool_calls?.[0]?.arguments)).toBe('{"n":12345678901234567890}');
    expect([answer.finish_reason, answer.provider_finish_reason]).toEqual(["tool_calls", "stop"]);
  });

  it.each([["{"], ["[1]"], ["null"], ['"x"'], [[1]], [7], [true]])(
    "tool calls whose arguments are not objects are invalid: %s",
    (given) => {
      const { answer } = built((a) => {
        a.toolCall({ id: "c1", name: "f", arguments: given });
        a.finish("tool_calls");
      });
      const call = answer.message?.tool_calls?.[0] as ToolCall;
      expect([call.defect, call.arguments, ToolCall.isExecutable(call)]).toEqual(["invalid", {}, false]);
      const request = answer.messages[0] as ToolRequestMessage;
      expect(() => ToolRequestMessage.approve(request, "c1", { decided_by: "ann" })).toThrow();
    },
  );

  it("are truncated when the answer was cut off, save those that came complete and those before the last", () => {
    const defects = (reason: "length" | "content_filter" | "unknown", isComplete: boolean) =>
      built((a) => {
        a.toolCall({ id: "c1", name: "f", arguments: "{}", isComplete });
        a.toolCall({ id: "c2", name: "f", arguments: '{"a":1}', isComplete });
        a.finish(reason);
      }).answer.message?.tool_calls?.map(({ defect }) => defect);
    for (const reason of ["length", "content_filter", "unknown"] as const) {
      expect(defects(reason, false)).toEqual([undefined, "truncated"]);
      expect(defects(reason, true)).toEqual([undefined, undefined]);
    }
  });

  it("tool calls without an id, with an odd one or with one that was there get one of their own, which is told", () => {
    const { answer } = built((a) => {
      a.toolCall({ name: "f", arguments: "{}" });
      a.toolCall({ id: "", name: "f", arguments: "{}" });
      a.toolCall({ id: 7, name: "f", arguments: "{}" });
      a.toolCall({ id: "7", name: "f", arguments: "{}" });
      a.toolCall({ id: "👍".repeat(257), name: "f", arguments: "{}" });
      a.toolCall({ id: "👍".repeat(256), name: "f", arguments: "{}" });
      a.finish("tool_calls");
    });
    expect(answer.message?.tool_calls?.map(({ id }) => id)).toEqual([
      "00000000-0000-4000-8000-000000000001",
      "00000000-0000-4000-8000-000000000002",
      "7",
      "00000000-0000-4000-8000-000000000003",
      "00000000-0000-4000-8000-000000000004",
      "👍".repeat(256),
    ]);
    expect(codes(answer)).toEqual([
      "call_id_dropped /message/tool_calls/4/id",
      "call_id_synthesised /message/tool_calls/0/id",
      "call_id_synthesised /message/tool_calls/1/id",
      "call_id_synthesised /message/tool_calls/3/id",
      "call_id_synthesised /message/tool_calls/4/id",
    ]);
  });

  it("tool calls without a name are truncated, and too long names are cut", () => {
    const { answer } = built((a) => {
      a.toolCall({ id: "1", name: undefined, arguments: "{}", isComplete: true });
      a.toolCall({ id: "2", name: "👍".repeat(257), arguments: "{}" });
      a.finish("tool_calls");
    });
    expect(answer.message?.tool_calls?.map(({ name, defect }) => [name, defect])).toEqual([
      ["unnamed_tool", "truncated"],
      ["👍".repeat(256), undefined],
    ]);
    expect(codes(answer)).toEqual(["tool_name_cut /message/tool_calls/1/name"]);
  });

  it("have the names and ids of the conversation, in events too", () => {
    const context = { ...NO_CONTEXT, tool_names: { files_read: "files.read" }, call_ids: { c_1: "c:1" } };
    const { answer, events } = built(
      (a) => {
        a.toolCall({ id: "c_1", name: "files_read", arguments: "{}" });
        a.toolCall({ id: "c_2", name: "toString", arguments: "{}" });
        a.finish("tool_calls");
      },
      "by_kind",
      { context },
    );
    expect(answer.message?.tool_calls?.map(({ id, name }) => `${id} ${name}`)).toEqual([
      "c:1 files.read",
      "c_2 toString",
    ]);
    expect(events[0]).toMatchObject({ delta: { id: "c:1", name: "files.read" } });
  });
});

describe("nulls that a strict tool has to have", () => {
  const context = { ...NO_CONTEXT, tool_names: { f_x: "f.x" }, added_nulls: { "f.x": ["/a", "/list/*/b"] } };

  it("are taken out of the arguments, and the model's text is kept", () => {
    const text = '{"a":null,"c":null,"list":[{"b":null},{"b":1}],"n":12345678901234567890}';
    const { answer } = built(
      (a) => {
        a.toolCall({ id: "1", name: "f_x", arguments: text });
        a.toolCall({ id: "2", name: "f_x", arguments: '{"a":1}' });
        a.toolCall({ id: "3", name: "g", arguments: '{"a":null}' });
        a.finish("tool_calls");
      },
      "by_kind",
      { context },
    );
    const calls = answer.message?.tool_calls ?? [];
    expect(stringifyJson(calls[0]?.arguments)).toBe('{"c":null,"list":[{},{"b":1}],"n":12345678901234567890}');
    expect(calls[0]?.arguments_text).toBe(text);
    expect(calls.slice(1)).toEqual([
      { id: "2", name: "f.x", arguments: { a: 1 } },
      { id: "3", name: "g", arguments: { a: null } },
    ]);
    expect(codes(answer)).toEqual(["added_null_removed /message/tool_calls/0/arguments"]);
    expect(answer.messages[0]?.data).toMatchObject({ tool_calls: [{ arguments: { list: [{}, { b: 1 }] } }, {}, {}] });
  });

  it("do not make a call sound that is not", () => {
    const { answer } = built(
      (a) => {
        a.toolCall({ id: "1", name: "f_x", arguments: '{"a":null}' });
        a.finish("length");
      },
      "by_kind",
      { context },
    );
    expect(answer.message?.tool_calls).toEqual([
      { id: "1", name: "f.x", arguments: {}, arguments_text: '{"a":null}', defect: "truncated" },
    ]);
  });
});
