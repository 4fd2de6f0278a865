import { encode, ToolResultMessage } from "@parlance/core";
import { parseJson } from "@parlance/core/json";
import { describe, expect, it } from "vitest";
import { toolOutput } from "../../src/tools/index.js";
import { codesOf, hostile, resultOf, SECRET, store, throwing } from "./fixtures.js";

/** What `await` takes for a promise. */
function thenable(then: (resolve: (value: unknown) => void) => void): object {
  return Object.defineProperty({}, THEN, { value: then });
}

/** In a constant, since the linter takes what is written out for a mistake. */
const THEN = "then";

describe("what a tool gives back", () => {
  it.each<[string, unknown, unknown]>([
    ["nothing", undefined, undefined],
    ["null", null, null],
    ["false", false, false],
    ["an empty text", "", ""],
    ["a list with a member that is left out", [{ a: undefined, b: 1 }], [{ b: 1 }]],
    ["an object without a prototype", Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    ["a promise", Promise.resolve([1]), [1]],
  ])("may be %s", async (_, given, output) => {
    const result = await resultOf(() => given);
    expect(result.data.status).toBe("success");
    expect(Object.hasOwn(result.data, "output")).toBe(output !== undefined);
    expect(result.data.output).toEqual(output);
  });

  it("keeps the digits of its numbers, and is a copy that nobody else holds", async () => {
    const rows = [{ id: 1 }, [1]];
    const result = await resultOf(() => parseJson('{"id":12345678901234567891}'));
    expect(encode(result)).toContain('"output":{"id":12345678901234567891}');
    const copied = await resultOf(() => rows);
    rows.push([2]);
    expect(copied.data.output).toHaveLength(2);
    expect(Object.isFrozen(copied.data.output)).toBe(true);
  });

  it("may have another text for the model", async () => {
    const result = await resultOf(() => toolOutput({ rows: 2 }, { text: "two rows" }));
    expect(result.data).toMatchObject({ output: { rows: 2 }, output_text: "two rows" });
    const silent = await resultOf(() => toolOutput(undefined, { text: "done" }));
    expect(silent.data).toMatchObject({ status: "success", output_text: "done" });
    const forged = await resultOf(() => ({ output: 1, text: "forged" }));
    expect(forged.data).toMatchObject({ output: { output: 1, text: "forged" } });
  });

  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  let deep: unknown = 1;
  for (let depth = 0; depth < 256; depth++) deep = [deep];
  it.each<[string, unknown]>([
    ["a BigInt", 1n],
    ["a function", () => 1],
    ["a symbol", Symbol("x")],
    ["NaN", Number.NaN],
    ["a cycle", cycle],
    ["too many levels", deep],
    ["a date", new Date(0)],
    ["a map", new Map([[1, 2]])],
    ["a member that is a function", { a: () => 1 }],
    ["a getter that throws", Object.defineProperty({}, "a", { enumerable: true, get: throwing(new Error(SECRET)) })],
    ["a text for the model that is none", toolOutput(1, { text: 1 as unknown as string })],
  ])("is refused when it is not JSON: %s", async (_, given) => {
    const result = await resultOf(() => given);
    expect(result.data.status).toBe("error");
    expect(result.data.error).toMatchObject({
      code: "bad_output",
      message: "The tool ended, but what it gave back is not JSON.",
      recoverable: false,
    });
    expect(Object.hasOwn(result.data, "output")).toBe(false);
    expect(ToolResultMessage.is(result)).toBe(true);
  });

  it("is refused when it is a proxy or a thenable that throws, and the secret stays inside", async () => {
    for (const given of [
      hostile(),
      Object.defineProperty({}, THEN, { get: throwing(SECRET) }),
      thenable(throwing(SECRET)),
    ]) {
      const { status, error } = (await resultOf(() => given, { errors: "code" })).data;
      expect(status).toBe("error");
      expect(JSON.stringify(error)).not.toContain(SECRET);
    }
  });

  it("is refused when it is more than allowed, and the model is told so", async () => {
    let bomb: unknown = "x";
    for (let level = 0; level < 100; level++) bomb = [bomb, bomb];
    const huge = [
      "x".repeat(101),
      "ö".repeat(51),
      Array.from({ length: 101 }, () => 1),
      new Array(2 ** 32 - 1),
      { text: "\n".repeat(60) },
      toolOutput(1, { text: "x".repeat(101) }),
      bomb,
    ];
    for (const given of huge) {
      const { data } = await resultOf(() => given, { max_output_bytes: 100 });
      expect(data.error).toEqual({
        code: "output_too_large",
        message: "The tool ended, but what it gave back is more than 100 bytes.",
        recoverable: true,
      });
    }
    const cycle: unknown[] = [];
    cycle.push(cycle);
    const either = [await resultOf(() => [bomb, cycle]), await resultOf(() => [cycle, bomb])];
    expect(codesOf(either)).toEqual(["output_too_large", "bad_output"]);
    const fits = await resultOf(() => "x".repeat(98), { max_output_bytes: 100 });
    expect(fits.data.status).toBe("success");
  });

  it("counts once, however often the tool answers", async () => {
    const { messages, onDirty } = store();
    const twice = thenable((resolve) => {
      resolve(1);
      resolve(2);
    });
    const result = await resultOf(() => twice, { onDirty });
    expect(result.data.output).toBe(1);
    expect(messages).toEqual([result]);
  });
});
