/** Fragments of streamed tool calls as values. */

import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import { ToolCallDelta } from "../../src/index.js";
import { errorOf, expectNoSecret, isDeeplyFrozen, placesOf, SECRET } from "../refusal.js";
import { samplesOf } from "../samples.js";

const untyped = ToolCallDelta as unknown as Record<"create", (...given: unknown[]) => ToolCallDelta>;

describe("a fragment of a tool call", () => {
  it("is immutable plain data of the contract", () => {
    const delta = ToolCallDelta.create(0, { id: "call_1", name: "write_file", arguments_delta: '{"pa' });
    expect(delta).toEqual({ index: 0, id: "call_1", name: "write_file", arguments_delta: '{"pa' });
    expect(isDeeplyFrozen(delta)).toBe(true);
    expect(structuredClone(delta)).toEqual(delta);
    expect(ToolCallDelta.decode(ToolCallDelta.encode(delta))).toEqual(delta);
  });

  it("has an index, which says which call of the answer it belongs to", () => {
    expect(ToolCallDelta.create(3).index).toBe(3);
    expect(placesOf(() => untyped.create())).toEqual([": missing_property"]);
    expect(placesOf(() => ToolCallDelta.create(-1))).toEqual(["/index: too_small"]);
    expect(placesOf(() => ToolCallDelta.create(65_536))).toEqual(["/index: too_large"]);
    expect(placesOf(() => ToolCallDelta.create(0.5))).toEqual(["/index: wrong_type"]);
  });

  it("may lack id, name and arguments, as all fragments but the first one of a call do", () => {
    expect(ToolCallDelta.create(0, { arguments_delta: "x" })).toEqual({ index: 0, arguments_delta: "x" });
    expect(ToolCallDelta.create(0, { id: null, name: undefined, arguments_delta: null })).toEqual({ index: 0 });
  });

  it("takes the empty id and name of a provider that has said them already for none", () => {
    expect(ToolCallDelta.create(0, { id: "", name: "", arguments_delta: "" })).toEqual({
      index: 0,
      arguments_delta: "",
    });
  });

  it("holds any piece of JSON text, half a surrogate pair included", () => {
    expect(ToolCallDelta.create(0, { arguments_delta: '"\ud83d' }).arguments_delta).toBe('"\ud83d');
  });

  it("is refused with every problem at once and nothing of its content", () => {
    const create = () => untyped.create("0", { id: 1, name: "x".repeat(257), arguments_delta: { [SECRET]: SECRET } });
    expect(placesOf(create)).toEqual([
      "/index: wrong_type",
      "/id: wrong_type",
      "/name: too_long",
      "/arguments_delta: wrong_type",
    ]);
    expectNoSecret(errorOf(create));
  });

  it("describes itself by index, id and length, and with its text when asked", () => {
    const delta = ToolCallDelta.create(2, { id: "call_1", name: "write_file", arguments_delta: '{"a\n' });
    expect(ToolCallDelta.describe(delta)).toBe("ToolCallDelta(index 2, call_1, 4 characters)");
    expect(ToolCallDelta.describe(delta, { content: true })).toBe(
      'ToolCallDelta(index 2, call_1, 4 characters): "{"a\\n"',
    );
    expect(ToolCallDelta.describe(ToolCallDelta.create(0))).toBe("ToolCallDelta(index 0, 0 characters)");
  });

  it("a fragment made from the fields of any stored one is the same", () => {
    fc.assert(
      fc.property(samplesOf(ToolCallDelta), ({ index, id, name, arguments_delta }) => {
        const delta = ToolCallDelta.create(index, { id, name, arguments_delta });
        expect(ToolCallDelta.is(delta)).toBe(true);
        expect([delta.index, delta.id, delta.name, delta.arguments_delta]).toEqual([index, id, name, arguments_delta]);
      }),
    );
  });

  it("is typed as readonly data of the contract", () => {
    expectTypeOf(ToolCallDelta.create).returns.toEqualTypeOf<ToolCallDelta>();
    expectTypeOf<ToolCallDelta["arguments_delta"]>().toEqualTypeOf<string | undefined>();
    // @ts-expect-error a fragment cannot be changed
    expect(() => (ToolCallDelta.create(0).index = 1)).toThrow(TypeError);
  });
});
