/** What factories share and what they copy. */

import { ToolCall } from "@parlance/core";
import { type JsonObject, parseJson } from "@parlance/core/json";
import { describe, expect, it } from "vitest";
import { constructValue } from "../../src/shared/construct.js";
import { issuesOf, placesOf } from "../refusal.js";

function frozen(levels: number): object {
  let value: object = Object.freeze({});
  for (let level = 1; level < levels; level++) value = Object.freeze({ value });
  return value;
}

let ticks = 0;

/** Another answer each time. */
function tick(): number {
  return ticks++;
}

class Numbers extends Array<number> {}

describe("the last step of a factory", () => {
  it("is refused by the compiler a name that is no field's, also behind a spread, and a value of another type", () => {
    const fields = { id: "c", name: "run", arguments: {} };
    const renamed = { ...fields, argument: {} };
    // @ts-expect-error: there is no such field.
    expect(() => constructValue(ToolCall, { ...fields, granted_by: "user" })).not.toThrow();
    // @ts-expect-error: there is no such field.
    expect(() => constructValue(ToolCall, { ...renamed })).not.toThrow();
    // @ts-expect-error: an id is a text.
    expect(placesOf(() => constructValue(ToolCall, { ...fields, id: 1 }))).toEqual(["/id: wrong_type"]);
  });

  it("shares members that were frozen here and freezes the whole", () => {
    const args = parseJson('{"a":1}') as JsonObject;
    const call = constructValue(ToolCall, { id: "c", name: "run", arguments: args });
    expect(call.arguments).toBe(args);
    expect(Object.isFrozen(call)).toBe(true);
  });

  it.each([
    ["a getter", () => Object.freeze(Object.defineProperty({}, "a", { enumerable: true, get: tick }))],
    [
      "a getter inside",
      () =>
        Object.freeze({
          a: Object.freeze({
            get b() {
              return tick();
            },
          }),
        }),
    ],
    ["a proxy", () => new Proxy(Object.freeze({ a: 1 }), {})],
    ["a proxy of a list inside", () => Object.freeze({ a: new Proxy(Object.freeze([1]), {}) })],
    ["a member named by a symbol", () => Object.freeze({ a: 1, [Symbol("b")]: {} })],
    ["a hidden toJSON", () => Object.freeze(Object.defineProperty({ a: 1 }, "toJSON", { value: () => "other" }))],
    ["a list with a name of its own inside", () => Object.freeze({ a: Object.freeze(Object.assign([1], { b: {} })) })],
    ["a class of list inside", () => Object.freeze({ a: Object.freeze(Numbers.of(1)) })],
  ])("copies %s, even when it is frozen", (_, args) => {
    const call = constructValue(ToolCall, { id: "c", name: "run", arguments: args() });
    const first = JSON.stringify(call);
    expect(JSON.stringify(call)).toBe(first);
    expect(structuredClone(call)).toStrictEqual(call);
    expect(JSON.parse(first)).toStrictEqual(call);
    expect(Object.getOwnPropertySymbols(call.arguments)).toEqual([]);
  });

  it("copies members that somebody else could change", () => {
    const args = { a: 1 };
    const call = constructValue(ToolCall, { id: "c", name: "run", arguments: args });
    expect(call.arguments).toEqual({ a: 1 });
    expect(call.arguments).not.toBe(args);
    expect(Object.isFrozen(args)).toBe(false);
  });

  it("tells what is not JSON in its place, beside everything else that is wrong", () => {
    const throwing = {
      get a(): never {
        throw new Error("content");
      },
    };
    expect(placesOf(() => constructValue(ToolCall, { id: "", name: "run", arguments: throwing }))).toEqual([
      "/arguments: not_json_value",
      "/id: too_short",
    ]);
    expect(placesOf(() => constructValue(ToolCall, { id: revoked() as never, name: "", arguments: {} }))).toEqual([
      "/id: not_json_value",
      "/name: too_short",
    ]);
  });

  it("tells of one place what the factory found, not what the schema repeats", () => {
    const found = [{ code: "own", path: "/id", keyword: "", expected: "better", found: "worse" }];
    expect(issuesOf(() => constructValue(ToolCall, { id: "", name: "run", arguments: {} }, found))).toEqual(found);
  });

  it("refuses a record that is nested more than 256 levels", () => {
    expect(placesOf(() => constructValue(ToolCall, { id: "c", name: "run", arguments: frozen(256) as never }))).toEqual(
      [": too_deep"],
    );
    expect(constructValue(ToolCall, { id: "c", name: "run", arguments: frozen(255) as never }).id).toBe("c");
  });
});

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
