/** The verdict on one record is what decoding and migrating say of it. */

import { arbitraryOf, nearlyValid } from "@parlance/sampler";
import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ROOTS as KNOWN_ROOTS } from "../../src/generated/roots.gen.js";
import {
  AgentRequest,
  ConversationHistory,
  CURRENT_VERSION,
  examineRecord,
  type JsonValue,
  migrateRecord,
  type RecordResult,
  type RecordVerdict,
  safeDecode,
  ToolPermission,
  VERSIONS,
} from "../../src/index.js";
import { knownRoot } from "../../src/root/known-root.js";
import { invalidExamples, validExamples } from "../examples.js";
import { BUNDLES, CURRENT_NUMBER, HEAD, ID, numbered, OLD_TEXT, QUIET, TEXT, TIME } from "../messages.js";
import { NEWER_VERSION } from "../versions.js";

/** A verdict without the words of its warnings and errors. */
function told(verdict: RecordVerdict): unknown {
  if (!verdict.ok) return verdict.error.code;
  const { state, type, version, warnings } = verdict;
  return [state, type, version, warnings.map(({ code, path }) => `${code} ${path}`)];
}

/** The same of the result of a migration. */
function toldOf(result: RecordResult): unknown {
  if (!result.ok) return result.error.code;
  return told({ ...result, state: result.state === "unknown" ? "unknown" : "known" });
}

const ROOTS = [ConversationHistory, AgentRequest, ToolPermission];

const HISTORY = `{${CURRENT_NUMBER},"id":"${ID}","created_at":"${TIME}","messages":[]}`;
const REQUEST = `{${CURRENT_NUMBER},"request_id":"${ID}","conversation_id":"${ID}","created_at":"${TIME}","message":"hi"}`;
const PERMISSION = `{${CURRENT_NUMBER},"tool_id":"t","granted_at":"${TIME}"}`;

const CONTROL = `"id":"${ID}","created_at":"${TIME}","data":{"control_type":"reboot","from":"a","to":"b"}}`;

describe("the verdict on a record", () => {
  it.each<readonly [string, string, unknown]>([
    ["a message of the current version", TEXT, ["known", "text", CURRENT_VERSION, []]],
    ["a message of version 1", OLD_TEXT, ["known", "text", 1, []]],
    [
      "a message of a newer version",
      numbered(TEXT, NEWER_VERSION),
      ["known", "text", NEWER_VERSION, ["newer_version /schema_version"]],
    ],
    [
      "a message of an unknown type",
      `{"type":"hologram",${HEAD},"data":{}}`,
      ["unknown", "hologram", CURRENT_VERSION, ["unknown_type /type"]],
    ],
    [
      "an old message with an unknown control",
      `{"type":"system_control",${CONTROL}`,
      ["known", "system_control", 1, ["unknown_control /data/control"]],
    ],
    ["a malformed message", `{"type":"text",${HEAD},"data":{}}`, "invalid"],
    ["what is not JSON", "{", "not_json"],
    ["what is nested too deep", `{"type":"later","x":${"[".repeat(300)}${"]".repeat(300)}}`, "too_deep"],
    ["what has no type", "{}", "invalid"],
    ["a conversation history", HISTORY, ["known", "conversation_history", CURRENT_VERSION, []]],
    ["an agent request", REQUEST, ["known", "agent_request", CURRENT_VERSION, []]],
    ["a tool permission", PERMISSION, ["known", "tool_permission", CURRENT_VERSION, []]],
    [
      "a request that says null",
      REQUEST.replace("}", ',"history":null}'),
      ["known", "agent_request", CURRENT_VERSION, []],
    ],
    [
      "a permission of a newer version that reads as a current one",
      numbered(PERMISSION, NEWER_VERSION),
      ["known", "tool_permission", NEWER_VERSION, ["newer_version /schema_version"]],
    ],
    [
      "a permission of a newer version that does not",
      numbered(PERMISSION, NEWER_VERSION).replace('"t"', "5"),
      ["unknown", "tool_permission", NEWER_VERSION, ["newer_version /schema_version"]],
    ],
    ["a history of a version that has none", numbered(HISTORY, 1), "invalid"],
    [
      "a history with a part of an unknown type",
      HISTORY.replace("[]", '[{"role":"user","content":[{"type":"hologram"}]}]'),
      ["known", "conversation_history", CURRENT_VERSION, ["unknown_part /messages/0/content/0"]],
    ],
  ])("says what %s is", (_, text, expected) => {
    expect(told(examineRecord(text))).toEqual(expected);
    expect(told(examineRecord(new TextEncoder().encode(text)))).toEqual(expected);
  });

  it("is as strict, and takes as much, as it is asked to", () => {
    const twice = TEXT.replace('"type":"text"', '"type":"text","type":"text"');
    expect([told(examineRecord(twice)), told(examineRecord(twice, { strict: true }))]).toEqual([
      ["known", "text", CURRENT_VERSION, []],
      "duplicate_key",
    ]);
    expect(told(examineRecord(TEXT, { maxBytes: 20 }))).toBe("too_large");
  });

  it("is that of decoding and of a migration, for every example", () => {
    for (const { value } of [...validExamples(), ...invalidExamples()]) {
      const text = JSON.stringify(value);
      expect(told(examineRecord(text))).toEqual(toldOf(migrateRecord(text)));
      const isRead = [{ safeDecode }, ...ROOTS].some((root) => root.safeDecode(text, QUIET).ok);
      expect(examineRecord(text).ok).toBe(isRead);
    }
  });

  it.each(VERSIONS)("is that of decoding and of a migration, for all kinds of records of version %i", (version) => {
    const record = fc.oneof(
      arbitraryOf(BUNDLES[version] as object, "Message"),
      nearlyValid(BUNDLES[version] as object, "Message"),
    );
    fc.assert(
      fc.property(record, (value) => {
        const text = JSON.stringify(value) ?? "";
        expect(told(examineRecord(text))).toEqual(toldOf(migrateRecord(text)));
        // Without a type, and with members of another kind of record, it is not a message any more.
        const isMessage = knownRoot(KNOWN_ROOTS, (value ?? null) as JsonValue) === undefined;
        if (isMessage) expect(examineRecord(text).ok).toBe(safeDecode(text, QUIET).ok);
      }),
      { numRuns: propertyRuns(1000) },
    );
  });
});
