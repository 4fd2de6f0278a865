/** Tool calls: written by hand, made from a model's text, cut off; ids, names and equality. */

import { inexactNumbers } from "@parlance/core";
import { parseJson } from "@parlance/core/json";
import { describe, expect, it } from "vitest";
import { ToolCall } from "../../src/index.js";
import { errorOf, expectNoSecret, isDeeplyFrozen, issuesOf, placesOf, SECRET } from "../refusal.js";

const LONG = "12345678901234567890";

/** What a JavaScript caller may pass where TypeScript would refuse it. */
const untyped = ToolCall as unknown as Record<"create" | "fromText" | "truncated", (...given: unknown[]) => ToolCall>;

/** As many levels of objects as asked for, the outermost one included. */
function nested(levels: number): string {
  return `${'{"a":'.repeat(levels - 1)}{}${"}".repeat(levels - 1)}`;
}

describe("a call written by hand", () => {
  it("has id, name and arguments, and nothing else", () => {
    expect(ToolCall.create("call_1", "write_file", { path: "a.ts", lines: [1, null, true] })).toEqual({
      id: "call_1",
      name: "write_file",
      arguments: { path: "a.ts", lines: [1, null, true] },
    });
  });

  it("cannot be changed, and neither can what it was made from reach it", () => {
    const given = { options: { force: false } };
    const call = ToolCall.create("call_1", "run", given);
    given.options.force = true;
    expect(call.arguments).toEqual({ options: { force: false } });
    expect(isDeeplyFrozen(call)).toBe(true);
    expect(() => {
      (call as { name: string }).name = "other";
    }).toThrow(TypeError);
  });

  it("requires a non-empty id", () => {
    expect(placesOf(() => ToolCall.create("", "run", {}))).toEqual(["/id: too_short"]);
    expect(placesOf(() => ToolCall.create("x".repeat(257), "run", {}))).toEqual(["/id: too_long"]);
    expect(placesOf(() => untyped.create(7, "run", {}))).toEqual(["/id: wrong_type"]);
  });

  it("requires a non-empty name", () => {
    expect(issuesOf(() => ToolCall.create("call_1", "", {}))).toEqual([
      {
        code: "pattern_mismatch",
        path: "/name",
        keyword: "",
        expected: "1 to 64 letters, digits and underscores",
        found: "0 characters",
      },
    ]);
    expect(placesOf(() => untyped.create("call_1", null, {}))).toEqual(["/name: wrong_type"]);
  });

  it.each(["write-file", "files.write", "write file", "\u00fcber", "run\n", "run\u0000", "$(x)", "\uff41"])(
    "refuses a name with other characters than letters, digits and underscores: %j",
    (name) => {
      expect(placesOf(() => ToolCall.create("call_1", name, {}))).toEqual(["/name: pattern_mismatch"]);
    },
  );

  it("takes names of up to 64 characters", () => {
    expect(ToolCall.create("call_1", "x".repeat(64), {}).name).toHaveLength(64);
    expect(placesOf(() => ToolCall.create("call_1", "x".repeat(65), {}))).toEqual(["/name: pattern_mismatch"]);
    expect(ToolCall.create("call_1", "_0aZ", {}).name).toBe("_0aZ");
  });

  it.each([
    ["an array", [1], "/arguments: wrong_type"],
    ["text", '{"path":"a.ts"}', "/arguments: wrong_type"],
    ["null", null, "/arguments: wrong_type"],
    ["a number", 1, "/arguments: wrong_type"],
    ["nothing", undefined, "/arguments: not_json_value"],
    ["an instance of a class", new Date(0), "/arguments: not_json_value"],
    ["a map", new Map([["a", 1]]), "/arguments: not_json_value"],
    ["a function", () => 1, "/arguments: not_json_value"],
  ])("requires arguments to be a JSON object, not %s", (_, args, place) => {
    expect(placesOf(() => untyped.create("call_1", "run", args))).toEqual([place]);
  });

  it.each([
    ["NaN", Number.NaN],
    ["Infinity", Number.POSITIVE_INFINITY],
    ["a bigint", 1n],
    ["a symbol", Symbol("x")],
    ["a function", () => 1],
    ["a date", new Date(0)],
  ])("refuses %s among the arguments, which JSON cannot say", (_, value) => {
    expect(placesOf(() => ToolCall.create("call_1", "run", { value }))).toEqual(["/arguments: not_json_value"]);
  });

  it("leaves undefined members of the arguments out and keeps null", () => {
    expect(ToolCall.create("call_1", "run", { a: undefined, b: null }).arguments).toEqual({ b: null });
  });

  it("refuses arguments that contain themselves, or that are nested deeper than any record may be", () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(placesOf(() => ToolCall.create("call_1", "run", circle))).toEqual(["/arguments: too_deep"]);
    expect(placesOf(() => ToolCall.create("call_1", "run", JSON.parse(nested(252))))).toEqual(["/arguments: too_deep"]);
    expect(ToolCall.create("call_1", "run", JSON.parse(nested(251))).id).toBe("call_1");
    const parsed = (levels: number): object => parseJson(nested(levels)) as object;
    expect(placesOf(() => ToolCall.create("call_1", "run", parsed(252)))).toEqual(["/arguments: too_deep"]);
    const given = parsed(251);
    expect(ToolCall.create("call_1", "run", given).arguments).toBe(given);
  });

  it("tells every problem at once", () => {
    expect(placesOf(() => untyped.create("", "no way", [1]))).toEqual([
      "/name: pattern_mismatch",
      "/id: too_short",
      "/arguments: wrong_type",
    ]);
    expect(placesOf(() => untyped.create("", "no way", { at: new Date(0) }))).toEqual([
      "/name: pattern_mismatch",
      "/arguments: not_json_value",
      "/id: too_short",
    ]);
  });

  it("keeps an argument called __proto__ as an argument", () => {
    const call = ToolCall.create("call_1", "run", JSON.parse('{"__proto__":{"polluted":1}}'));
    expect(Object.keys(call.arguments)).toEqual(["__proto__"]);
    expect("polluted" in call.arguments).toBe(false);
    expect(ToolCall.encode(call)).toContain('"arguments":{"__proto__":{"polluted":1}}');
  });
});

describe("a call made from a model's text", () => {
  it("has the arguments that the text says, and keeps the text only where it is more than their JSON", () => {
    expect(ToolCall.fromText("c", "run", '{"command":"ls"}')).toEqual({
      id: "c",
      name: "run",
      arguments: { command: "ls" },
    });
    expect(ToolCall.fromText("c", "run", '{ "command": "ls", "n": 1.0 }')).toEqual({
      id: "c",
      name: "run",
      arguments: { command: "ls", n: 1 },
      arguments_text: '{ "command": "ls", "n": 1.0 }',
    });
  });

  it.each(["", " ", "\n\t\r ", "\u00a0", "\ufeff"])("has no arguments when the text is blank: %j", (text) => {
    expect(ToolCall.fromText("c", "run", text)).toEqual({ id: "c", name: "run", arguments: {}, arguments_text: text });
    expect(ToolCall.isExecutable(ToolCall.fromText("c", "run", text))).toBe(true);
  });

  it.each([
    ["cut off", '{"command":"ls'],
    ["not JSON", "ls -la"],
    ["JSON with a comment", '{"a":1} // done'],
    ["two objects", '{"a":1}{"b":2}'],
    ["an array", '["ls"]'],
    ["a string that holds JSON", '"{\\"command\\":\\"ls\\"}"'],
    ["null", "null"],
    ["a number", "1"],
    ["an inexact number", LONG],
    ["single quotes", "{'a':1}"],
    ["nested deeper than any record may be", nested(252)],
    ["nested deeper than any stack", "[".repeat(200_000)],
  ])("is invalid and cannot be executed when the text is %s, and keeps the text", (_, text) => {
    const call = ToolCall.fromText("c", "run", text);
    expect(call).toEqual({ id: "c", name: "run", arguments: {}, arguments_text: text, defect: "invalid" });
    expect(ToolCall.isExecutable(call)).toBe(false);
    expect(ToolCall.decode(ToolCall.encode(call))).toEqual(call);
  });

  it("keeps every digit of a number that a double cannot hold", () => {
    const call = ToolCall.fromText("c", "run", `{"id":${LONG}}`);
    expect(Object.keys(call)).toEqual(["id", "name", "arguments"]);
    expect(ToolCall.encode(call)).toBe(`{"id":"c","name":"run","arguments":{"id":${LONG}}}`);
    expect(inexactNumbers(call)).toEqual(["/arguments/id"]);
  });

  it("survives numbers beyond all doubles", () => {
    const call = ToolCall.fromText("c", "run", '{"n":1e400}');
    expect(ToolCall.isExecutable(call)).toBe(true);
    expect(ToolCall.encode(call)).toBe('{"id":"c","name":"run","arguments":{"n":1e400}}');
  });

  it("takes the last of two members with one name, as every JavaScript reader does, and keeps the text", () => {
    expect(ToolCall.fromText("c", "run", '{"a":1,"a":2}')).toMatchObject({
      arguments: { a: 2 },
      arguments_text: '{"a":1,"a":2}',
    });
  });

  it("takes any name that a model may write, up to 256 characters", () => {
    expect(ToolCall.fromText("c", "files.write!", "{}").name).toBe("files.write!");
    expect(placesOf(() => ToolCall.fromText("c", "", "{}"))).toEqual(["/name: too_short"]);
    expect(placesOf(() => ToolCall.fromText("", "x".repeat(257), "{}"))).toEqual(["/id: too_short", "/name: too_long"]);
  });

  it("refuses text that is none", () => {
    expect(placesOf(() => untyped.fromText("c", "run", { a: 1 }))).toEqual(["/arguments_text: wrong_type"]);
  });

  it("freezes what it made, to the last level", () => {
    expect(isDeeplyFrozen(ToolCall.fromText("c", "run", '{"a":[{"b":{}}]}'))).toBe(true);
  });
});

describe("a call that was cut off", () => {
  it("keeps the text and is never executed, even when the text so far is JSON", () => {
    const call = ToolCall.truncated("c", "run", '{"command":"rm -rf /tmp/x"}');
    expect(call).toEqual({
      id: "c",
      name: "run",
      arguments: {},
      arguments_text: '{"command":"rm -rf /tmp/x"}',
      defect: "truncated",
    });
    expect(ToolCall.isExecutable(call)).toBe(false);
  });

  it("keeps that nothing of the text came, and leaves out what the arguments say already", () => {
    expect(ToolCall.truncated("c", "run", "").arguments_text).toBe("");
    expect(Object.keys(ToolCall.truncated("c", "run", "{}"))).toEqual(["id", "name", "arguments", "defect"]);
  });

  it("needs an id, a name and a text like any other", () => {
    expect(placesOf(() => untyped.truncated("", "", 1))).toEqual([
      "/id: too_short",
      "/name: too_short",
      "/arguments_text: wrong_type",
    ]);
  });
});

describe("whether a call can be executed", () => {
  it("is no for what is not a call at all", () => {
    expect(ToolCall.isExecutable({ id: "c", name: "run", arguments: [] } as unknown as ToolCall)).toBe(false);
    expect(ToolCall.isExecutable(null as unknown as ToolCall)).toBe(false);
  });

  it("is no for a defect that a newer writer knows", () => {
    const call = { ...ToolCall.create("c", "run", {}), defect: "poisoned" } as unknown as ToolCall;
    expect(ToolCall.isExecutable(call)).toBe(false);
  });
});

describe("a portable name", () => {
  it("is 1 to 64 ASCII letters, digits and underscores", () => {
    expect(["a", "A_9", "x".repeat(64)].map(ToolCall.isPortableName)).toEqual([true, true, true]);
    expect(["", "a-b", "a b", "\u00e4", "a\n", "x".repeat(65), 1, null].map(ToolCall.isPortableName)).toEqual(
      new Array(8).fill(false),
    );
  });
});

describe("a new id", () => {
  it("is nine letters and digits, the only form that every provider takes", () => {
    for (let at = 0; at < 1000; at++) expect(ToolCall.newId()).toMatch(/^[A-Za-z0-9]{9}$/);
  });

  it("is another one each time", () => {
    expect(new Set(Array.from({ length: 10_000 }, () => ToolCall.newId())).size).toBe(10_000);
  });

  it("favours no character", () => {
    const counts = new Map<string, number>();
    for (let at = 0; at < 20_000; at++)
      for (const character of ToolCall.newId()) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(62);
    // 180,000 characters: 2,903 of each, with a standard deviation of 53; a remainder of 256 by 62 would favour eight by a quarter.
    for (const count of counts.values()) expect(Math.abs(count - 2903)).toBeLessThan(53 * 7);
  });

  it("is what a call takes", () => {
    expect(ToolCall.is(ToolCall.create(ToolCall.newId(), "run", {}))).toBe(true);
  });
});

describe("a call as a value", () => {
  const call = ToolCall.create("call_1", "write_file", { path: "a.ts", n: [1, { x: null }] });

  it("serialises to JSON and comes back equal", () => {
    const text = '{"id":"call_1","name":"write_file","arguments":{"path":"a.ts","n":[1,{"x":null}]}}';
    expect(JSON.stringify(call)).toBe(text);
    expect(ToolCall.encode(call)).toBe(text);
    expect(ToolCall.equals(ToolCall.decode(text), call)).toBe(true);
  });

  it("has value equality, digits included", () => {
    expect(ToolCall.equals(call, ToolCall.create("call_1", "write_file", { n: [1, { x: null }], path: "a.ts" }))).toBe(
      true,
    );
    expect(ToolCall.equals(call, ToolCall.create("call_2", "write_file", call.arguments))).toBe(false);
    expect(
      ToolCall.equals(
        ToolCall.fromText("c", "run", `{"id":${LONG}}`),
        ToolCall.fromText("c", "run", `{"id":${LONG.replace(/0$/, "1")}}`),
      ),
    ).toBe(false);
  });

  it("crosses to a worker as a copy", () => {
    expect(structuredClone(call)).toEqual(call);
  });
});

describe("describing a call", () => {
  it("tells id, name and how many arguments", () => {
    expect(ToolCall.describe(ToolCall.create("call_1", "run", { a: 1, b: 2 }))).toBe(
      "ToolCall(call_1, run, 2 arguments)",
    );
    expect(ToolCall.describe(ToolCall.truncated("call_1", "run", "{"))).toBe("ToolCall(call_1, run, truncated)");
  });

  it("tells any name that a model made up, on one line and at most 64 characters of it", () => {
    expect(ToolCall.describe(ToolCall.fromText("c", "delete all!\n\u001b[2K", "{}"))).toBe(
      "ToolCall(c, delete all!\\n\\u{1b}[2K, 0 arguments)",
    );
    expect(ToolCall.describe(ToolCall.fromText("c", "x".repeat(256), "{}"))).toBe(
      `ToolCall(c, ${"x".repeat(64)}…, 0 arguments)`,
    );
  });

  it("shows the arguments only when asked", () => {
    const call = ToolCall.create("c", "run", { [SECRET]: SECRET });
    expect(ToolCall.describe(call)).not.toContain(SECRET);
    expect(ToolCall.describe(call, { content: true, max: 12 })).toBe('ToolCall(c, run, 1 argument): "{"s3cret-con…"');
    expect(ToolCall.describe(ToolCall.fromText("c", "run", `{ "id": ${LONG} }`), { content: true })).toBe(
      `ToolCall(c, run, 1 argument): "{ "id": ${LONG} }"`,
    );
  });

  it("does not fail on a call whose digits were lost", () => {
    const call = { ...ToolCall.fromText("c", "run", `{"id":${LONG}}`) };
    const lost = { ...call, arguments: { ...call.arguments, n: Number.NaN } };
    expect(ToolCall.describe(lost, { content: true })).toBe('ToolCall(c, run, 2 arguments): ""');
  });
});

it("no error of a factory shows content", () => {
  expectNoSecret(errorOf(() => ToolCall.create(SECRET.repeat(30), `${SECRET} `, { [SECRET]: new Date(0) })));
  expectNoSecret(errorOf(() => untyped.create(SECRET, SECRET, SECRET)));
  expectNoSecret(errorOf(() => ToolCall.fromText("", SECRET, SECRET)));
});
