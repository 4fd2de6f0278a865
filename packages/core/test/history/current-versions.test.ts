/** Which of several messages with one id counts. */

import { describe, expect, it } from "vitest";
import { currentVersions } from "../../src/internal.js";

describe("currentVersions", () => {
  it.each([
    ["nothing", [], []],
    ["ids that all differ", ["a", "b", "c"], [0, 1, 2]],
    ["an id that comes again: the last, in the place of the first", ["a", "b", "a", "c", "a"], [4, 1, 3]],
    ["ids in other letters", ["ab", "c", "AB"], [2, 1]],
    ["what has no id", [undefined, "a", undefined, "a", undefined], [0, 3, 2, 4]],
    ["names of members of objects", ["__proto__", "constructor", "__proto__"], [2, 1]],
  ])("takes %s", (_, ids, expected) => {
    expect(currentVersions(ids)).toEqual(expected);
  });
});
