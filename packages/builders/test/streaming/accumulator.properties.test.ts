/** What holds of every stream, however it is cut into fragments. */

import { isDeepStrictEqual } from "node:util";
import type { ToolCallDelta } from "@parlance/core";
import { anyCharacter, anyJsonObject } from "@parlance/sampler";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createToolCallAccumulator } from "../../src/index.js";
import { callsAtEnd } from "./stream.js";

const objectText = anyJsonObject.map((value) => JSON.stringify(value, null, 1));

const brokenText = fc
  .array(fc.constantFrom('"', "\\", "{", "}", "[", "]", ":", ",", "1", "-", "e", ".", "\\u", "d8", "t", "\ud83d", "\0"))
  .map((pieces) => `{"a":${pieces.join("")}`);

/** Arguments as a model may write them: JSON objects, other JSON, and anything else. */
const argumentsText = fc.oneof(objectText, fc.json(), brokenText, fc.string({ unit: anyCharacter }));

/** A text cut anywhere, also within escapes and surrogate pairs, and with empty pieces. */
function cut(text: fc.Arbitrary<string>): fc.Arbitrary<string[]> {
  return fc.tuple(text, fc.array(fc.nat(), { maxLength: 30 })).map(([whole, numbers]) => {
    const places = numbers.map((number) => number % (whole.length + 1)).sort((a, b) => a - b);
    return [...places, whole.length].map((place, at) => whole.slice(places[at - 1] ?? 0, place));
  });
}

const reason = fc.constantFrom("stop", "tool_calls", "length", "error", undefined);

describe("any stream of tool calls", () => {
  it("gives the same calls as the whole of it, whether read on the way or not", () => {
    fc.assert(
      fc.property(fc.array(cut(argumentsText), { maxLength: 3 }), reason, fc.boolean(), (calls, end, isRead) => {
        const accumulator = createToolCallAccumulator();
        for (const delta of calls.flatMap(pieces)) {
          accumulator.add(delta);
          if (isRead) expect(accumulator.calls.length).toBe(delta.index + 1);
        }
        expect(isDeepStrictEqual(accumulator.finish(end), callsAtEnd(calls.map(whole), end))).toBe(true);
      }),
    );
  });

  it("shows exactly the text that has come", () => {
    fc.assert(
      fc.property(cut(argumentsText), (parts) => {
        const accumulator = createToolCallAccumulator();
        let text = "";
        for (const part of parts) {
          accumulator.add({ index: 0, arguments_delta: part });
          text += part;
          expect(accumulator.calls[0]?.arguments_text).toBe(text);
        }
      }),
    );
  });

  it("a stream of JSON objects shows arguments that only grow, and in the end are the whole", () => {
    fc.assert(
      fc.property(cut(objectText), (parts) => {
        const accumulator = createToolCallAccumulator();
        let before: unknown;
        for (const part of parts) {
          accumulator.add({ index: 0, arguments_delta: part });
          const after = accumulator.calls[0]?.partial_arguments;
          expect(before === undefined || isGrown(before, after)).toBe(true);
          before = after;
        }
        expect(isDeepStrictEqual(before, JSON.parse(parts.join("")))).toBe(true);
      }),
    );
  });
});

function pieces(parts: readonly string[], index: number): ToolCallDelta[] {
  const later = parts.map((part) => ({ index, arguments_delta: part }));
  return [{ index, id: `call_${index}`, name: "tool" }, ...later];
}

function whole(parts: readonly string[], index: number): ToolCallDelta {
  return { index, id: `call_${index}`, name: "tool", arguments_delta: parts.join("") };
}

/** Whether a value is an earlier one with more of it: longer texts and lists, and further members. */
function isGrown(before: unknown, after: unknown): boolean {
  if (typeof before === "string") return typeof after === "string" && after.startsWith(before);
  if (typeof before !== "object" || before === null) return Object.is(before, after);
  if (typeof after !== "object" || after === null || Array.isArray(before) !== Array.isArray(after)) return false;
  const grown = new Map(Object.entries(after));
  return Object.entries(before).every(([key, member]) => grown.has(key) && isGrown(member, grown.get(key)));
}
