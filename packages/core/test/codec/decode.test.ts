/** Decoding one message: versions, defaults, nulls, what is unknown, what is refused, freezing. */

import { describe, expect, it, vi } from "vitest";
import { CURRENT_VERSION, decode, encode, ParlanceError, safeDecode, ValidationError } from "../../src/index.js";
import { HEAD, ID, listening, numbered, OLD_TEXT, QUIET, TEXT, TEXTS, TIME } from "../messages.js";
import { NEWER_VERSION } from "../versions.js";

function issuesOf(text: string): readonly { code: string; path: string }[] {
  const result = safeDecode(text, QUIET);
  if (result.ok || !ValidationError.isInstance(result.error)) throw new Error("expected a ValidationError");
  return result.error.issues.map(({ code, path }) => ({ code, path }));
}

describe("a message of the current version", () => {
  it("decodes to what its text says", () => {
    expect(decode(TEXT)).toEqual({
      type: "text",
      schema_version: CURRENT_VERSION,
      id: ID,
      created_at: TIME,
      data: { role: "user", parts: [{ type: "text", text: "Hello" }] },
    });
  });

  it("keeps its unknown fields", () => {
    const text = TEXT.replace('"role"', '"mood":{"a":[1]},"role"').replace('"data"', '"trace":"t","data"');
    expect(decode(text)).toMatchObject({ trace: "t", data: { mood: { a: [1] } } });
  });

  it("loses nulls that mean absent, and keeps those that are the user's", () => {
    const text = TEXTS.tool_result?.replace('"output":{"lines":3}', '"output":null,"error":null,"request_id":null');
    const message = decode(text as string);
    expect(message).toHaveProperty("data.output", null);
    expect(message).not.toHaveProperty("data.error");
    expect(message).not.toHaveProperty("data.request_id");
    expect(decode(TEXT.replace('"data"', '"metadata":{"a":null},"residue":null,"data"'))).toMatchObject({
      metadata: { a: null },
    });
    expect(decode(TEXT.replace('"data"', '"metadata":null,"data"'))).not.toHaveProperty("metadata");
  });
});

describe("a message of version 1", () => {
  it.each([
    ["without a version", OLD_TEXT],
    ["with a version of null", OLD_TEXT.replace('"id"', '"schema_version":null,"id"')],
    ["with version 1", OLD_TEXT.replace('"id"', '"schema_version":1,"id"')],
    ["with version 1.0", OLD_TEXT.replace('"id"', '"schema_version":1.0,"id"')],
  ])("decodes to the current version: %s", (_name, text) => {
    expect(decode(text, QUIET)).toMatchObject({
      type: "text",
      schema_version: CURRENT_VERSION,
      id: ID,
      data: { role: "user", parts: [{ type: "text", text: "Hello" }] },
    });
  });

  it("is judged by version 1, not by the current one", () => {
    expect(issuesOf(OLD_TEXT.replace('"content":"Hello"', '"content":5'))).toEqual([
      { code: "wrong_type", path: "/data/content" },
    ]);
    expect(issuesOf(numbered(TEXT, 1))).not.toEqual([]);
  });
});

describe("a message that this version does not know", () => {
  const text = '{ "type":"telepathy","id":5,"schema_version":"x","thought":[1, 2] }';

  it("is kept with its reason, and a warning is given", () => {
    const { options, warnings } = listening();
    expect(decode(text, options)).toEqual({
      type: "unknown",
      reason: "unknown_type",
      original: { type: "telepathy", id: 5, schema_version: "x", thought: [1, 2] },
    });
    expect(warnings).toEqual([
      {
        code: "unknown_type",
        path: "/type",
        message: "a message of a type that this version does not know was kept as it came",
      },
    ]);
  });

  it("may be called unknown, invalid, __proto__, constructor, toString or nothing", () => {
    for (const type of ["unknown", "invalid", "__proto__", "constructor", "toString", ""]) {
      const message = decode(JSON.stringify({ type, a: 1 }), QUIET);
      expect(message).toEqual({ type: "unknown", reason: "unknown_type", original: { type, a: 1 } });
      expect(encode(message)).toBe(JSON.stringify({ type, a: 1 }));
    }
  });

  it("is a known type, with another case, and nothing is guessed", () => {
    expect(decode(TEXT.replace('"text"', '"Text"'), QUIET)).toMatchObject({ type: "unknown" });
  });
});

describe("a message of a newer version", () => {
  const newer = numbered(TEXT, NEWER_VERSION).replace('"role"', '"tone":"dry","role"');

  it("a message of a newer version that reads as the current one is taken, and keeps its number and its unknown fields", () => {
    const { options, warnings } = listening();
    const message = decode(newer, options);
    expect(message).toMatchObject({ type: "text", schema_version: NEWER_VERSION, data: { role: "user", tone: "dry" } });
    expect(warnings.map(({ code, path }) => [code, path])).toEqual([["newer_version", "/schema_version"]]);
    expect(encode(message)).toBe(newer);
    expect(JSON.parse(encode({ ...message }))).toHaveProperty("schema_version", NEWER_VERSION);
  });

  it("a message of a newer version that does not read as the current one is kept as unknown, with the reason", () => {
    const text = newer.replace('"role":"user"', '"speaker":"user"');
    const { options, warnings } = listening();
    const message = decode(text, options);
    expect(message).toEqual({ type: "unknown", reason: "newer_version", original: JSON.parse(text) });
    expect(warnings).toEqual([
      {
        code: "newer_version",
        path: "/schema_version",
        message: "a message of a newer schema version, which does not read as one of this version, was kept as it came",
      },
    ]);
    expect(encode(message)).toBe(text);
  });

  it("may have a type from the future and any number", () => {
    for (const version of [NEWER_VERSION, 99, 9007199254740991, 1e300]) {
      const text = `{"type":"telepathy","schema_version":${version}}`;
      expect(decode(text, QUIET)).toMatchObject({ type: "unknown", reason: "newer_version" });
    }
  });
});

describe("a record that is not a message", () => {
  it.each([
    ["null", "", "wrong_type"],
    ["[]", "", "wrong_type"],
    ['"text"', "", "wrong_type"],
    ["3", "", "wrong_type"],
    ["{}", "", "missing_property"],
    ['{"type":null}', "/type", "wrong_type"],
    ['{"type":["text"]}', "/type", "wrong_type"],
  ])("is refused, known or unknown: %s", (text, path, code) => {
    expect(issuesOf(text)).toEqual([{ code, path }]);
  });

  it.each([['"2"'], ["0"], ["-1"], ["1.5"], ["true"], ["{}"]])(
    "is refused when its type is known and its version is %s",
    (version) => {
      const issues = issuesOf(numbered(TEXT, version));
      expect(issues.map(({ path }) => path)).toContain("/schema_version");
    },
  );

  it("is a known type with a malformed body: an error, never unknown", () => {
    expect(issuesOf(TEXT.replace('"user"', '"nobody"'))).toEqual([{ code: "not_allowed_value", path: "/data/role" }]);
    expect(issuesOf(`{"type":"text",${HEAD}}`)).toEqual([{ code: "missing_property", path: "" }]);
  });

  it("has a tag that is longer than any version allows", () => {
    expect(safeDecode(JSON.stringify({ type: "x".repeat(256) }), QUIET).ok).toBe(true);
    expect(issuesOf(JSON.stringify({ type: "x".repeat(257) }))).toEqual([{ code: "too_long", path: "/type" }]);
  });

  it("throws from decode and comes back from safeDecode with the same issues", () => {
    const text = TEXT.replace('"user"', '"nobody"');
    const result = safeDecode(text);
    expect(result.ok).toBe(false);
    expect(() => decode(text)).toThrow(ValidationError);
    expect(() => decode(text)).toThrow(result.ok ? "" : result.error.message);
    expect(ParlanceError.isInstance(result.ok ? undefined : result.error)).toBe(true);
  });
});

describe("freezing", () => {
  function containers(value: unknown): object[] {
    if (typeof value !== "object" || value === null) return [];
    return [value, ...Object.values(value).flatMap(containers)];
  }
  const texts = [
    ...Object.values(TEXTS),
    OLD_TEXT,
    TEXT.replace('{"type":"text","text":"Hello"}', '{"type":"later","deep":[{"x":{}}]}').replace(
      '"data"',
      '"metadata":{"a":[{}]},"more":[{}],"data"',
    ),
    '{"type":"later","x":[{"y":{}}]}',
  ];

  it("is deep, in every type, in unknown values and in the user's own data", () => {
    for (const text of texts) {
      for (const container of containers(decode(text, QUIET))) expect(Object.isFrozen(container)).toBe(true);
    }
  });

  it("can be turned off, and nothing is frozen then", () => {
    for (const text of texts) {
      const message = decode(text, { ...QUIET, freeze: false });
      expect(message).toEqual(decode(text, QUIET));
      for (const container of containers(message)) expect(Object.isFrozen(container)).toBe(false);
    }
  });

  it("off means that a change is written", () => {
    const message = decode(TEXT, { freeze: false }) as { data: { role: string } };
    message.data.role = "assistant";
    expect(encode(message as never)).toBe(TEXT.replace("user", "assistant"));
  });
});

describe("warnings", () => {
  it("go to the console, one line each and free of content, when nobody else takes them", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    decode('{"type":"secret","id":"secret"}');
    expect(warn.mock.calls).toEqual([
      ["parlance: unknown_type at /type: a message of a type that this version does not know was kept as it came"],
    ]);
    warn.mockRestore();
  });

  it("can go to the console itself", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    decode('{"type":"secret"}', { logger: console });
    expect(warn).toHaveBeenCalledWith(expect.objectContaining({ code: "unknown_type" }));
    warn.mockRestore();
  });
});
