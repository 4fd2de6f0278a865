/** Values whose tag this version does not know. */

import { describe, expect, it } from "vitest";
import { penFor } from "../../src/runtime/pen.js";
import { keepText } from "../../src/runtime/source-text.js";
import {
  encodeUnknown,
  freezeUnknown,
  isUnknown,
  keyPointer,
  MissingOriginalError,
  makeUnknown,
} from "../../src/runtime/unknown.js";

describe("unknown values", () => {
  it("are recognised by tag, reason and original together", () => {
    expect(isUnknown(makeUnknown("unknown_part", { type: "video" }))).toBe(true);
    expect(isUnknown({ type: "unknown", original: {} })).toBe(false);
    expect(isUnknown({ type: "unknown", reason: "x", original: [] })).toBe(false);
    expect(isUnknown({ type: "video", reason: "x", original: {} })).toBe(false);
  });

  it("are written as their original, the very text where it was kept", () => {
    const unknown = makeUnknown("unknown_part", { type: "video", n: 1 });
    expect(encodeUnknown({ ...unknown }, penFor(false))).toBe('{"type":"video","n":1}');
    keepText(unknown, '{"n":1.0, "type":"video"}');
    expect(encodeUnknown(unknown as never, penFor(false))).toBe('{"n":1.0, "type":"video"}');
  });

  it("are not written without their original", () => {
    expect(() => encodeUnknown({ type: "unknown", reason: "unknown_part" }, penFor(false))).toThrow(
      MissingOriginalError,
    );
  });

  it("are frozen with their original, whose own depth counts", () => {
    const unknown = makeUnknown("unknown_part", { type: "video", data: { a: [] } });
    expect(freezeUnknown(unknown as never, 3)).toBe(true);
    expect(Object.isFrozen(unknown) && Object.isFrozen(unknown.original.data)).toBe(true);
    expect(freezeUnknown(makeUnknown("unknown_part", { data: { a: [] } }) as never, 2)).toBe(false);
  });
});

describe("keyPointer", () => {
  it("escapes as JSON Pointer wants it", () => {
    expect(keyPointer("a/b~c")).toBe("/a~1b~0c");
  });
});
