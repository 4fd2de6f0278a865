/** The end of a stream: which calls are sound, invalid or truncated, and what ids they get. */

import { describe, expect, expectTypeOf, it } from "vitest";
import { createToolCallAccumulator, type FinishReason, ToolCall } from "../../src/index.js";
import { placesOf } from "../refusal.js";
import { accumulate, callsAtEnd, callsOf, fragments } from "./stream.js";

const FIRST = fragments(0, "call_1", "read_file", '{"path":"a"}');

/** What became of each call. */
function defects(deltas: Parameters<typeof callsAtEnd>[0], reason: FinishReason | undefined) {
  return callsAtEnd(deltas, reason).map(({ id, defect }) => `${id} ${defect ?? "sound"}`);
}

describe("a stream that ends in order", () => {
  it.each(["stop", "tool_calls"] as const)("a stream that ends with %s gives sound calls", (reason) => {
    expect(defects([...FIRST, ...fragments(1, "call_2", "b", '{"x":1}')], reason)).toEqual([
      "call_1 sound",
      "call_2 sound",
    ]);
  });

  it("gives a call without arguments where no text came", () => {
    const [call] = callsAtEnd(fragments(0, "call_1", "now"), "tool_calls");
    expect([call?.arguments, call?.defect]).toEqual([{}, undefined]);
  });

  it("gives an invalid call where the text is not a JSON object, also when a server has cut it off and says otherwise", () => {
    expect(callsAtEnd(fragments(0, "call_1", "write_file", '{"path":"a'), "tool_calls")).toEqual([
      { id: "call_1", name: "write_file", arguments: {}, arguments_text: '{"path":"a', defect: "invalid" },
    ]);
    expect(defects(fragments(0, "call_1", "a", "[1]"), "stop")).toEqual(["call_1 invalid"]);
    expect(defects(fragments(0, "call_1", "a", '{"x":1}{"x":2}'), "stop")).toEqual(["call_1 invalid"]);
  });

  it("keeps every digit of the arguments", () => {
    const [call] = callsAtEnd(fragments(0, "call_1", "a", '{"id":90071992', "54740993}"), "stop");
    expect(ToolCall.encode(call as ToolCall)).toContain('"arguments":{"id":9007199254740993}');
  });
});

describe("a stream that is cut off", () => {
  it.each(["length", "content_filter", "error", undefined] as const)(
    "a stream cut off by %s marks its open call truncated, and leaves those that ended before another one began",
    (reason) => {
      expect(defects([...FIRST, ...fragments(1, "call_2", "write_file", '{"path":"b')], reason)).toEqual([
        "call_1 sound",
        "call_2 truncated",
      ]);
    },
  );

  it("a stream that ends for a reason that nobody has heard of is cut off as well", () => {
    expect(defects(FIRST, "max_tokens" as FinishReason)).toEqual(["call_1 truncated"]);
  });

  it("a stream cut off by length marks the open call truncated even when its text happens to be JSON", () => {
    const calls = callsAtEnd(FIRST, "length");
    expect(calls).toEqual([
      { id: "call_1", name: "read_file", arguments: {}, arguments_text: '{"path":"a"}', defect: "truncated" },
    ]);
    expect(ToolCall.isExecutable(calls[0] as ToolCall)).toBe(false);
  });

  it("marks a call truncated whose arguments had not begun, since nobody knows whether it has any", () => {
    const deltas = [...fragments(0, "call_1", "delete_files"), ...fragments(1, "call_2", "b", '{"x":1}')];
    expect(defects(deltas, "length")).toEqual(["call_1 truncated", "call_2 truncated"]);
  });

  it("marks every call truncated whose fragments came after another one began", () => {
    const deltas = [
      { index: 0, id: "call_1", name: "a", arguments_delta: '{"x":' },
      { index: 1, id: "call_2", name: "b", arguments_delta: '{"y":1}' },
      { index: 0, arguments_delta: "1" },
    ];
    expect(defects(deltas, "length")).toEqual(["call_1 truncated", "call_2 truncated"]);
  });

  it("gives an invalid call where the text of one that ended before is not a JSON object", () => {
    const deltas = [...fragments(0, "call_1", "a", '{"x":'), ...fragments(1, "call_2", "b", '{"y":1}')];
    expect(defects(deltas, "length")).toEqual(["call_1 invalid", "call_2 truncated"]);
  });

  it("loses nothing of a call that has no name yet", () => {
    expect(callsAtEnd([{ index: 0, id: "call_1", arguments_delta: '{"path":"a"}' }], "error")).toEqual([
      { id: "call_1", name: "unnamed_tool", arguments: {}, arguments_text: '{"path":"a"}', defect: "truncated" },
    ]);
    expect(defects([{ index: 0, id: "call_1", arguments_delta: "{}" }], "stop")).toEqual(["call_1 truncated"]);
  });
});

describe("the ids of the calls", () => {
  it("are the provider's own, whatever their form", () => {
    expect(callsAtEnd(fragments(0, "functions.read_file:0", "read_file", "{}"), "stop")[0]?.id).toBe(
      "functions.read_file:0",
    );
  });

  it("are made where the provider gives none", () => {
    const deltas = [
      { index: 0, name: "a", arguments_delta: "{}" },
      { index: 1, name: "b", arguments_delta: "{}" },
    ];
    expect(callsOf(deltas).map(({ id }) => id)).toEqual(["made_1", "made_2"]);
    const accumulator = createToolCallAccumulator();
    for (const delta of deltas) accumulator.add(delta);
    const ids = accumulator.finish("stop").map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_]{9,40}$/);
  });

  it("are unique within the answer, also when a provider gives one id to two calls", () => {
    const deltas = [...fragments(0, "call_0", "a", '{"x":1}'), ...fragments(1, "call_0", "b", '{"x":2}')];
    expect(callsOf(deltas).map(({ id, name }) => `${id} ${name}`)).toEqual(["call_0 a", "made_1 b"]);
  });

  it("stay the provider's own where one that is made would be the same", () => {
    const deltas = [
      { index: 0, name: "a", arguments_delta: "{}" },
      { index: 1, id: "made_1", name: "b", arguments_delta: "{}" },
    ];
    expect(callsOf(deltas).map(({ id }) => id)).toEqual(["made_2", "made_1"]);
  });

  it("cannot be made by what makes the same one again and again", () => {
    const deltas = [
      { index: 0, name: "a", arguments_delta: "{}" },
      { index: 1, name: "b", arguments_delta: "{}" },
    ];
    expect(placesOf(() => accumulate(deltas, { newId: () => "same" }).finish("stop"))).toEqual([
      "/1/id: duplicate_call_id",
    ]);
  });
});

it("the end can be asked for again and gives the same calls", () => {
  const accumulator = accumulate(FIRST);
  expect(accumulator.finish(undefined)).toBe(accumulator.finish("stop"));
  expectTypeOf(accumulator.finish).returns.toEqualTypeOf<readonly ToolCall[]>();
});
