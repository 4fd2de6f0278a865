/** Fragments of a stream put together: which fragment belongs to which call, and what can be seen meanwhile. */

import { describe, expect, expectTypeOf, it } from "vitest";
import { createToolCallAccumulator, type PartialToolCall, ToolCallDelta } from "../../src/index.js";
import { errorOf, expectNoSecret, isDeeplyFrozen, issuesOf, placesOf, SECRET } from "../refusal.js";
import { accumulate, callsOf, fragments } from "./stream.js";

describe("the calls of a stream", () => {
  it("are put together by index", () => {
    const calls = callsOf([
      ...fragments(0, "call_1", "read_file", '{"pa', 'th":"a"}'),
      ...fragments(1, "call_2", "write_file", '{"path"', ':"b"}'),
    ]);
    expect(calls).toEqual([
      { id: "call_1", name: "read_file", arguments: { path: "a" } },
      { id: "call_2", name: "write_file", arguments: { path: "b" } },
    ]);
    expect(isDeeplyFrozen(calls)).toBe(true);
  });

  it("are put together when their fragments take turns, and are told by index in whatever order they began", () => {
    const calls = callsOf([
      { index: 1, id: "call_2", name: "b", arguments_delta: '{"x":' },
      { index: 0, id: "call_1", name: "a", arguments_delta: '{"y":' },
      { index: 1, arguments_delta: "1}" },
      { index: 0, arguments_delta: "2}" },
    ]);
    expect(calls.map(({ id, arguments: args }) => [id, args])).toEqual([
      ["call_1", { y: 2 }],
      ["call_2", { x: 1 }],
    ]);
  });

  it("are several when an index comes back with another id, as from servers that send index 0 for every call", () => {
    const calls = callsOf([
      ...fragments(0, "call_1", "read_file", '{"path":', '"a"}'),
      ...fragments(0, "call_2", "read_file", '{"path":', '"b"}'),
    ]);
    expect(calls.map(({ id, arguments: args }) => [id, args])).toEqual([
      ["call_1", { path: "a" }],
      ["call_2", { path: "b" }],
    ]);
  });

  it("have an index each, also where fragments of several have the same, and fragments are handed back with it", () => {
    const accumulator = createToolCallAccumulator();
    const indexes = [
      { index: 0, id: "call_1", name: "a" },
      { index: 0, id: "call_2", name: "a" },
      { index: 0, arguments_delta: '{"x":' },
      { index: 1, id: "call_3", name: "b" },
      { index: 0, id: "call_1", arguments_delta: "{}" },
      { index: 0, id: "call_2", arguments_delta: "2}" },
      { index: 1, arguments_delta: "{}" },
    ].map((delta) => accumulator.add(delta));
    expect(indexes.map(({ index }) => index)).toEqual([0, 1, 1, 2, 0, 1, 2]);
    expect(indexes[2]).toEqual({ index: 1, arguments_delta: '{"x":' });
    expect(accumulator.calls.map(({ index, id, arguments_text }) => [index, id, arguments_text])).toEqual([
      [0, "call_1", "{}"],
      [1, "call_2", '{"x":2}'],
      [2, "call_3", "{}"],
    ]);
  });

  it("find an index that is free when the last one is taken", () => {
    const accumulator = createToolCallAccumulator({ maxCalls: 2 });
    const indexes = ["call_1", "call_2"].map((id) => accumulator.add({ index: 1, id }).index);
    expect(indexes).toEqual([1, 0]);
  });

  it("go on when the id of an earlier call of the same index comes back", () => {
    const calls = callsOf([
      { index: 0, id: "call_1", name: "a", arguments_delta: '{"x":' },
      { index: 0, id: "call_2", name: "b", arguments_delta: '{"y":' },
      { index: 0, id: "call_1", arguments_delta: "1" },
      { index: 0, arguments_delta: "}" },
      { index: 0, id: "call_2", arguments_delta: "2}" },
    ]);
    expect(calls.map(({ id, arguments: args }) => [id, args])).toEqual([
      ["call_1", { x: 1 }],
      ["call_2", { y: 2 }],
    ]);
  });

  it("are several when an index comes back with another name and nobody gives ids", () => {
    const calls = callsOf([
      { index: 0, name: "a", arguments_delta: "{}" },
      { index: 0, name: "b", arguments_delta: "{}" },
    ]);
    expect(calls.map(({ id, name }) => [id, name])).toEqual([
      ["made_1", "a"],
      ["made_2", "b"],
    ]);
  });

  it("are several when one tool is called again and again with whole arguments, one index and no ids", () => {
    const calls = callsOf([
      { index: 0, name: "a", arguments_delta: '{"x":1}' },
      { index: 0, name: "a", arguments_delta: ' {"x":2}' },
      { index: 0, name: "a", arguments_delta: "{}" },
    ]);
    expect(calls.map((call) => call.arguments)).toEqual([{ x: 1 }, { x: 2 }, {}]);
  });

  it("are one when a name is repeated with every fragment, whatever the fragments begin with", () => {
    const calls = callsOf([
      { index: 0, name: "a", arguments_delta: '{"x":' },
      { index: 0, name: "a", arguments_delta: '{"y":' },
      { index: 0, name: "a", arguments_delta: "{}}" },
      { index: 0, name: "a", arguments_delta: "}" },
    ]);
    expect(calls.map((call) => call.arguments)).toEqual([{ x: { y: {} } }]);
  });

  it("are not doubled, and neither are their names, by a server that repeats id and name with every fragment", () => {
    const calls = callsOf([
      { index: 0, id: "call_1", name: "write_file", arguments_delta: '{"a"' },
      { index: 0, id: "call_1", name: "write_file", arguments_delta: ":1" },
      { index: 0, id: "call_1", name: "write_file", arguments_delta: "}" },
    ]);
    expect(calls).toEqual([{ id: "call_1", name: "write_file", arguments: { a: 1 } }]);
  });

  it("keep their first name when a fragment with the same id has another one", () => {
    const calls = callsOf([
      { index: 0, id: "call_1", name: "write" },
      { index: 0, id: "call_1", name: "write_file", arguments_delta: "{}" },
    ]);
    expect(calls).toEqual([{ id: "call_1", name: "write", arguments: {} }]);
  });

  it("take an id and a name that come late", () => {
    const calls = callsOf([
      { index: 0, arguments_delta: '{"a":' },
      { index: 0, name: "write_file" },
      { index: 0, id: "call_1", arguments_delta: "1}" },
    ]);
    expect(calls).toEqual([{ id: "call_1", name: "write_file", arguments: { a: 1 } }]);
  });

  it("do not change for fragments that bring nothing", () => {
    const calls = callsOf([
      ToolCallDelta.create(0, { id: "call_1", name: "now", arguments_delta: "" }),
      ToolCallDelta.create(0, { id: "", name: "", arguments_delta: "" }),
      ToolCallDelta.create(0),
    ]);
    expect(calls).toEqual([{ id: "call_1", name: "now", arguments: {}, arguments_text: "" }]);
  });

  it("join again what was cut within a surrogate pair", () => {
    const [call] = callsOf(fragments(0, "call_1", "say", '{"text":"\ud83d', '\udc4d"}'));
    expect(call?.arguments).toEqual({ text: "👍" });
  });

  it("are none when no fragment came", () => {
    expect(callsOf([])).toEqual([]);
  });

  it("ignore what fragments of the future bring besides", () => {
    const delta = { index: 0, id: "call_1", name: "now", kind: "function", arguments_delta: "{}" };
    expect(callsOf([delta])).toEqual([{ id: "call_1", name: "now", arguments: {} }]);
  });
});

describe("while a stream comes in", () => {
  it("the calls so far show id, name, text and the arguments as far as they have come", () => {
    const accumulator = createToolCallAccumulator();
    const shown: unknown[] = [];
    for (const delta of fragments(0, "call_1", "write_file", '{"path":"a.t', 's","lines":[1,2', '3],"ok":tr', "ue}")) {
      accumulator.add(delta);
      shown.push(accumulator.calls[0]?.partial_arguments);
    }
    expect(shown).toEqual([
      undefined,
      { path: "a.t" },
      { path: "a.ts", lines: [1] },
      { path: "a.ts", lines: [1, 23] },
      { path: "a.ts", lines: [1, 23], ok: true },
    ]);
    expect(accumulator.calls).toEqual([
      {
        index: 0,
        id: "call_1",
        name: "write_file",
        arguments_text: '{"path":"a.ts","lines":[1,23],"ok":true}',
        partial_arguments: { path: "a.ts", lines: [1, 23], ok: true },
      },
    ]);
  });

  it("what was shown stays as it was", () => {
    const accumulator = accumulate([{ index: 0, arguments_delta: '{"a":["x' }]);
    const before = accumulator.calls;
    accumulator.add({ index: 0, id: "call_1", arguments_delta: 'y"]}' });
    accumulator.add({ index: 1, id: "call_2" });
    expect(before).toEqual([{ index: 0, arguments_text: '{"a":["x', partial_arguments: { a: ["x"] } }]);
    expect(isDeeplyFrozen(before)).toBe(true);
    expect(accumulator.calls).toHaveLength(2);
  });

  it("a call to which nothing was added is the same object", () => {
    const accumulator = accumulate([...fragments(0, "call_1", "a", "{}"), ...fragments(1, "call_2", "b", '{"x')]);
    const [first, second] = accumulator.calls;
    accumulator.add({ index: 1, arguments_delta: '":1' });
    expect(accumulator.calls[0]).toBe(first);
    expect(accumulator.calls[1]).not.toBe(second);
  });

  it("what is shown cannot be changed, at no level", () => {
    const [call] = accumulate(fragments(0, "call_1", "a", '{"done":{"list":[{}]},"open":{"list":[[],"x')).calls;
    expect(call?.partial_arguments).toEqual({ done: { list: [{}] }, open: { list: [[], "x"] } });
    expect(isDeeplyFrozen(call)).toBe(true);
  });

  it("arguments to which a fragment brought no part of a value are the same object", () => {
    const accumulator = accumulate(fragments(0, "call_1", "a", '{"x":"1","lo'));
    const before = accumulator.calls[0]?.partial_arguments;
    accumulator.add({ index: 0, arguments_delta: 'ng":' });
    expect(accumulator.calls[0]?.partial_arguments).toBe(before);
    accumulator.add({ index: 0, arguments_delta: '"y' });
    expect(accumulator.calls[0]?.partial_arguments).toEqual({ x: "1", long: "y" });
  });

  it("text that is not a JSON object shows as text, and what came before it stays", () => {
    const shown = (...pieces: string[]) => accumulate(fragments(0, "call_1", "a", ...pieces)).calls[0];
    expect(shown('{"a":1,"b":nope', "more")).toMatchObject({
      arguments_text: '{"a":1,"b":nopemore',
      partial_arguments: { a: 1 },
    });
    expect(shown('["a"]')).not.toHaveProperty("partial_arguments");
    expect(shown('"text')).not.toHaveProperty("partial_arguments");
    expect(shown("I cannot do that")).not.toHaveProperty("partial_arguments");
    expect(shown("  ")).not.toHaveProperty("partial_arguments");
  });

  it("keys that are dangerous elsewhere are members like any other", () => {
    const [call] = accumulate(fragments(0, "call_1", "a", '{"__proto__":{"polluted":"ye')).calls;
    expect(Object.getPrototypeOf(call?.partial_arguments)).toBe(Object.prototype);
    expect(JSON.stringify(call?.partial_arguments)).toBe('{"__proto__":{"polluted":"ye"}}');
    expect({}).not.toHaveProperty("polluted");
  });

  it("nesting beyond what the contract holds shows no further", () => {
    const [call] = accumulate(fragments(0, "call_1", "a", `{"a":${"[".repeat(100_000)}`)).calls;
    expect(JSON.stringify(call?.partial_arguments).length).toBeLessThan(1_000);
  });

  it("the calls are typed as readonly data without a promise of an id or a name", () => {
    expectTypeOf(createToolCallAccumulator().calls).toEqualTypeOf<readonly PartialToolCall[]>();
    expectTypeOf<PartialToolCall["name"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<PartialToolCall>().toHaveProperty("arguments_text").toEqualTypeOf<string>();
  });
});

describe("fragments that are refused", () => {
  it("what is not a fragment is refused, and the calls stay as they were", () => {
    const accumulator = accumulate(fragments(0, "call_1", "a", '{"x":1}'));
    const add = accumulator.add as (given: unknown) => void;
    expect(placesOf(() => add({ index: -1, id: "", arguments_delta: SECRET.length }))).toEqual([
      "/index: too_small",
      "/id: too_short",
      "/arguments_delta: wrong_type",
    ]);
    for (const given of [undefined, null, "text", [], new Map(), new Proxy({}, { get: () => SECRET })]) {
      expectNoSecret(errorOf(() => add(given)));
    }
    expect(accumulator.finish("stop")).toEqual([{ id: "call_1", name: "a", arguments: { x: 1 } }]);
  });

  it("a fragment is refused when its index is beyond the number of calls", () => {
    const accumulator = accumulate(fragments(0, "call_1", "a", "{}"));
    expect(issuesOf(() => accumulator.add({ index: 128 }))).toEqual([
      {
        code: "too_many_calls",
        path: "/index",
        keyword: "",
        expected: "an index below 128",
        found: "a larger one",
      },
    ]);
    accumulator.add({ index: 127 });
    expect(accumulator.calls.map(({ index }) => index)).toEqual([0, 127]);
  });

  it("a fragment is refused when it would begin one call too many with an index that was there", () => {
    const accumulator = accumulate(fragments(0, "call_1", "a"), { maxCalls: 2 });
    accumulator.add({ index: 0, id: "call_2" });
    expect(placesOf(() => accumulator.add({ index: 0, id: "call_3", arguments_delta: "{}" }))).toEqual([
      "/index: too_many_calls",
    ]);
    accumulator.add({ index: 0, id: "call_1", arguments_delta: "{}" });
    expect(accumulator.calls.map(({ id }) => id)).toEqual(["call_1", "call_2"]);
  });

  it("a fragment is refused when all arguments together would be too long", () => {
    const accumulator = accumulate(fragments(0, "call_1", "a", '{"x":'), { maxCharacters: 7 });
    expect(issuesOf(() => accumulator.add({ index: 1, arguments_delta: "123" }))).toEqual([
      {
        code: "too_long",
        path: "/arguments_delta",
        keyword: "",
        expected: "at most 7 characters of all calls",
        found: "more",
      },
    ]);
    accumulator.add({ index: 0, arguments_delta: "1}" });
    expect(accumulator.finish("stop")).toEqual([{ id: "call_1", name: "a", arguments: { x: 1 } }]);
  });

  it("a fragment after the end is refused", () => {
    const accumulator = accumulate(fragments(0, "call_1", "a", "{}"));
    const calls = accumulator.finish("stop");
    expect(placesOf(() => accumulator.add({ index: 0, arguments_delta: "x" }))).toEqual([": finished"]);
    expect(accumulator.finish("length")).toBe(calls);
  });

  it("the functions of an accumulator that cannot be changed may be handed on without it", () => {
    const accumulator = createToolCallAccumulator();
    const { add, finish } = accumulator;
    fragments(0, "call_1", "a", '{"x":', "1}").forEach(add);
    expect(accumulator.calls.map(({ name }) => name)).toEqual(["a"]);
    expect(finish("stop")).toEqual([{ id: "call_1", name: "a", arguments: { x: 1 } }]);
    expect(Object.isFrozen(accumulator)).toBe(true);
  });

  it("an accumulator with a limit that is out of range is refused", () => {
    expect(placesOf(() => createToolCallAccumulator({ maxCalls: 0, maxCharacters: 16_777_217 }))).toEqual([
      "/maxCalls: bad_number",
      "/maxCharacters: bad_number",
    ]);
    expect(placesOf(() => createToolCallAccumulator({ maxCalls: Number.NaN }))).toEqual(["/maxCalls: bad_number"]);
    expect(createToolCallAccumulator({ maxCalls: 65_536, maxCharacters: 1 }).calls).toEqual([]);
  });
});

it("a long text in fragments of one character is put together, also when it is looked at on the way", () => {
  const accumulator = createToolCallAccumulator();
  const text = JSON.stringify({ content: "line\n".repeat(8_000) });
  for (const [at, character] of [...text].entries()) {
    accumulator.add({ index: 0, name: "write_file", arguments_delta: character });
    if (at % 100 === 0) expect(accumulator.calls[0]?.arguments_text.length).toBe(at + 1);
  }
  expect(accumulator.calls[0]?.partial_arguments).toEqual({ content: "line\n".repeat(8_000) });
  expect(accumulator.finish("stop")[0]?.arguments).toEqual({ content: "line\n".repeat(8_000) });
});
