/** What is stored by itself and is not a message, as its companion reads and writes it in the one version that has it. */

import { describe, expect, it } from "vitest";
import {
  ConversationHistory,
  CURRENT_VERSION,
  inexactNumbers,
  ToolPermission,
  UnsupportedVersionError,
} from "../src/index.js";
import { CURRENT_NUMBER, ID, numbered, TIME } from "./messages.js";

const HISTORY = `{${CURRENT_NUMBER},"id":"${ID}","created_at":"${TIME}","messages":[],"metadata":{"n":12345678901234567890},"residue":{"${CURRENT_VERSION + 1}":{"/x":1e400}}}`;
const PERMISSION = `{${CURRENT_NUMBER},"tool_id":"t","granted_at":"${TIME}"}`;

describe("a stored history", () => {
  it("keeps its residue and every digit, as text and as a value", () => {
    const history = ConversationHistory.decode(HISTORY);
    expect(ConversationHistory.encode(history)).toBe(HISTORY);
    expect(ConversationHistory.encode(history, { schemaVersion: CURRENT_VERSION })).toEqual({
      text: HISTORY,
      notes: [],
    });
    expect(ConversationHistory.encode(ConversationHistory.parse({ ...history, messages: [] }))).toBe(HISTORY);
    expect(inexactNumbers(history)).toEqual(["/metadata/n", `/residue/${CURRENT_VERSION + 1}/~1x`]);
  });

  it("differs from one with another residue", () => {
    const [one, other] = ["1e400", "2"].map((n) => ConversationHistory.decode(HISTORY.replace("1e400", n)));
    expect(ConversationHistory.equals(one as ConversationHistory, other as ConversationHistory)).toBe(false);
  });

  it("cannot be written in a version that has no histories", () => {
    const history = ConversationHistory.decode(HISTORY);
    for (const schemaVersion of [0, 1, CURRENT_VERSION + 1, Number.NaN]) {
      expect(() => ConversationHistory.encode(history, { schemaVersion })).toThrow(UnsupportedVersionError);
    }
  });
});

describe("reading a stored permission", () => {
  it.each<readonly [string, string | Uint8Array, object, object]>([
    ["what is not JSON", "{", {}, { code: "not_json" }],
    ["what is not UTF-8", new Uint8Array([0xff]), {}, { code: "not_utf8" }],
    ["a list", "[]", {}, { code: "invalid", issues: [{ code: "wrong_type", path: "" }] }],
    [
      "what says no version",
      PERMISSION.replace(`${CURRENT_NUMBER},`, ""),
      {},
      { issues: [{ code: "missing_property" }] },
    ],
    ["a version that has none", numbered(PERMISSION, 1), {}, { issues: [{ path: "/schema_version" }] }],
    ["a version that is not a number", numbered(PERMISSION, '"2"'), {}, { issues: [{ code: "wrong_type" }] }],
    [
      "a key that comes twice, when it is strict",
      PERMISSION.replace("{", '{"x":1,"x":2,'),
      { strict: true },
      { code: "duplicate_key" },
    ],
    ["what is longer than it may be", PERMISSION, { maxBytes: 20 }, { code: "too_large" }],
    [
      "what is nested too deep",
      PERMISSION.replace("{", `{"x":${"[".repeat(300)}${"]".repeat(300)},`),
      {},
      { code: "too_deep" },
    ],
  ])("refuses %s, and never throws", (_, input, options, error) => {
    expect(ToolPermission.safeDecode(input, options)).toMatchObject({ ok: false, error });
    expect(() => ToolPermission.decode(input, options)).toThrow(expect.objectContaining({ name: expect.any(String) }));
  });

  it("gives the value that decoding gives", () => {
    const result = ToolPermission.safeDecode(PERMISSION);
    expect(result).toEqual({ ok: true, value: ToolPermission.decode(PERMISSION) });
  });
});
