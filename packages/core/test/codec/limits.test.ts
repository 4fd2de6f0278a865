/** What would grow over a limit by being migrated or written anew stays as it is, and nothing is written that nobody could read. */

import { describe, expect, it } from "vitest";
import {
  ConversationHistory,
  CURRENT_VERSION,
  decode,
  decodeHistory,
  encode,
  encodeHistory,
  type JsonValue,
  Message,
  migrateRecord,
  TextMessage,
  ValidationError,
} from "../../src/index.js";
import { ID, listening, QUIET, resultWith, TEXT, TIME } from "../messages.js";

const OLD_HEAD = `"id":"${ID}","created_at":"${TIME}"`;
const LIMIT = 67_108_864;

const oldResult = (output: string): string =>
  `{"type":"tool_result",${OLD_HEAD},"data":{"tool_call_id":"call_1","output":${output}}}`;
const oldControl = (levels: number): string =>
  `{"type":"system_control",${OLD_HEAD},"data":{"control_type":"pause","from":${nested(levels)}}}`;
const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

/** Five characters each, and twenty-two when they are printed. */
const numbers = (count: number): string => `[${new Array(count).fill("1e20").join(",")}]`;
/** Each call gains an approval of its own. */
const oldRequest = (calls: number): string =>
  `{"type":"tool_request",${OLD_HEAD},"data":{"tool_calls":[${new Array(calls).fill('{"id":"c","name":"n","arguments":{}}').join(",")}],"approval_status":"pending"}}`;
/** What version 1 has no place for goes into residue, with the places where the text was cut. */
const newText = (parts: number): string =>
  `{"type":"text","schema_version":${CURRENT_VERSION},${OLD_HEAD},"data":{"role":"user","parts":[${new Array(parts).fill('{"type":"acme"}').join(",")}]}}`;

function issuesOf(write: () => unknown): unknown {
  try {
    write();
  } catch (error) {
    if (ValidationError.isInstance(error)) return error.issues;
    throw error;
  }
  throw new Error("expected a refusal");
}

const kept = (code: string, direction: string, path = ""): object => ({ code, path, direction });

describe.each([
  ["up", oldRequest(20), CURRENT_VERSION],
  ["down", newText(20), 1],
] as const)("a record that would grow over the limit on the way %s", (direction, text, to) => {
  const maxBytes = text.length + 10;
  const note = kept("too_large_kept", direction);

  it("stays as it is in bulk work, with a note", () => {
    expect(migrateRecord(text, { to, maxBytes })).toMatchObject({ ok: true, state: "unchanged", text, notes: [note] });
    expect(migrateRecord(text, { to, maxBytes: 5000 })).toMatchObject({ ok: true, state: "migrated" });
  });

  it("is decoded, and written as the text it came from", () => {
    const message = decode(text, { ...QUIET, maxBytes });
    expect(message.type).not.toBe("unknown");
    expect(encode(message, { maxBytes })).toBe(text);
    expect(encode(message, { maxBytes, schemaVersion: to })).toEqual({ text, notes: [note] });
    expect(encode(message, { maxBytes, schemaVersion: to === 1 ? CURRENT_VERSION : 1 })).toEqual({ text, notes: [] });
  });

  it("does the same in a history, and does not stop the others", () => {
    const { messages } = decodeHistory(`${TEXT}\n${text}\n`, { ...QUIET, maxBytes });
    const { text: lines, notes } = encodeHistory(messages, { maxBytes, schemaVersion: to });
    expect(lines.split("\n")[1]).toBe(text);
    expect(JSON.parse(lines.split("\n")[0] as string).schema_version).toBe(to);
    expect(notes).toEqual([kept("too_large_kept", direction, "/1")]);
  });
});

describe.each([
  ["older", oldResult(numbers(100))],
  ["current", resultWith(numbers(100))],
])("a message of the %s version whose numbers would be printed over the limit", (_, text) => {
  const maxBytes = text.length + 40;

  it("is written with the numbers as they came", () => {
    expect(encode(decode(text, QUIET), { maxBytes })).toContain(`"output":${numbers(100)}`);
  });

  it("is refused once it was edited, by place and rule", () => {
    const message = decode(text, { ...QUIET, maxBytes });
    expect(issuesOf(() => encode({ ...message }, { maxBytes }))).toEqual([
      { code: "too_large", path: "", keyword: "", expected: `at most ${maxBytes} bytes of JSON`, found: "more" },
    ]);
    expect(issuesOf(() => encodeHistory([decode(TEXT), { ...message }], { maxBytes }))).toMatchObject([
      { code: "too_large", path: "/1" },
    ]);
    expect(encode({ ...message }).length).toBeGreaterThan(maxBytes);
  });
});

describe("a text of version 1 that fills a whole record", () => {
  const rest = `{"type":"text",${OLD_HEAD},"data":{"role":"user","content":""}}`;
  const text = rest.replace('""', `"${"a".repeat(LIMIT - rest.length)}"`);

  it("is read, and written back as it was", () => {
    const message = TextMessage.decode(text);
    expect(message.data.parts.map((part) => (part.type === "text" ? part.text.length : 0))).toEqual([
      16_777_216,
      16_777_216,
      16_777_216,
      LIMIT - rest.length - 3 * 16_777_216,
    ]);
    expect(encode(message) === text).toBe(true);
    expect(encode(message, { schemaVersion: CURRENT_VERSION }).notes).toEqual([kept("too_large_kept", "up")]);
    const record = migrateRecord(text);
    expect(record.ok && record.text === text && record.notes).toEqual([kept("too_large_kept", "up")]);
  });
});

describe("a record of version 1 that a newer one would nest too deep", () => {
  it("goes up as long as it can be read", () => {
    const migrated = migrateRecord(oldControl(253));
    expect(migrated).toMatchObject({ ok: true, state: "migrated" });
    expect(decode(migrated.ok ? migrated.text : "", QUIET).type).toBe("system_control");
  });

  it("stays as it is, with a note, and is kept as unknown where a message is asked for", () => {
    const text = oldControl(254);
    const note = kept("too_deep_kept", "up");
    expect(migrateRecord(text)).toMatchObject({ ok: true, state: "unchanged", text, notes: [note] });
    const { options, warnings } = listening();
    const message = decode(text, options);
    expect(message).toEqual({ type: "unknown", reason: "too_large", original: JSON.parse(text) });
    expect(warnings.map(({ code, path }) => [code, path])).toEqual([["too_deep_kept", ""]]);
    expect(encode(message)).toBe(text);
    expect(encode(message, { schemaVersion: CURRENT_VERSION })).toEqual({ text, notes: [note] });
    expect(encode(message, { schemaVersion: 1 })).toEqual({ text, notes: [] });
    expect(encodeHistory([message]).notes).toEqual([kept("too_deep_kept", "up", "/0")]);
    expect(encode(structuredClone(message))).toBe(text);
  });

  it("keeps its nulls, its absent defaults and its digits in the original", () => {
    const text = oldControl(254).replace('"data"', '"metadata":null,"n":12345678901234567890,"data"');
    const message = decode(text, { ...QUIET, freeze: true });
    expect(message).toMatchObject({ type: "unknown", original: { metadata: null } });
    expect(encode(message)).toBe(text);
    expect(encode({ ...message } as Message)).toContain('"n":12345678901234567890');
  });

  it("is kept as unknown from a value, too, with the value as it was", () => {
    const value = JSON.parse(oldControl(254).replace('"data"', '"metadata":null,"data"')) as JsonValue;
    const message = Message.parse(value);
    expect(message).toEqual({ type: "unknown", reason: "too_large", original: value });
    expect(encode(message)).toBe(JSON.stringify(value));
  });

  it("is kept where what is set aside would lie too deep", () => {
    const text = oldResult("1").replace('"output":1', `"output":1,"status":${nested(254)}`);
    expect(migrateRecord(text)).toMatchObject({ state: "unchanged", text, notes: [kept("too_deep_kept", "up")] });
    expect(encode(decode(text, QUIET))).toBe(text);
  });

  it("holds numbers that no double holds at the last level that can be read", () => {
    const text = oldControl(253).replace("[]", "[12345678901234567890]");
    const migrated = migrateRecord(text);
    expect(migrated).toMatchObject({ ok: true, state: "migrated" });
    expect(migrated.ok && migrated.text).toContain("[12345678901234567890]");
  });
});

describe("a record with no room left in its residue", () => {
  it("stays as it is, so that nothing is dropped", () => {
    const residue = JSON.stringify(Object.fromEntries(Array.from({ length: 1024 }, (_, at) => [`${at + 10}`, {}])));
    const text = resultWith("1").replace('"success"', '"timeout"').replace('"data"', `"residue":${residue},"data"`);
    const note = kept("too_large_kept", "down");
    expect(migrateRecord(text, { to: 1 })).toMatchObject({ state: "unchanged", text, notes: [note] });
    expect(encode(decode(text, QUIET), { schemaVersion: 1 })).toEqual({ text, notes: [note] });
  });
});

describe("a message that was read under a raised limit", () => {
  const text = TEXT.replace(/}$/, `,"metadata":{"note":"${"a".repeat(LIMIT)}"}}`);
  const message = decode(text, { maxBytes: 2 * LIMIT });

  it("is written back as it came, unchanged", () => {
    expect(encode(message) === text).toBe(true);
    expect(encodeHistory([message]).text === `${text}\n`).toBe(true);
  });

  it("goes down, and is written anew, only where the limit of writing is raised, too", () => {
    expect(encode(message, { schemaVersion: 1 }).notes).toEqual([kept("too_large_kept", "down")]);
    expect(encode(message, { schemaVersion: 1, maxBytes: 2 * LIMIT }).notes).toEqual([]);
    expect(issuesOf(() => encode({ ...message }))).toMatchObject([{ code: "too_large", path: "" }]);
    expect(encode({ ...message }, { maxBytes: 2 * LIMIT }) === text).toBe(true);
  });
});

describe("what is not a message", () => {
  it("is refused by its companion when its text could not be read again", () => {
    const messages = new Array(5).fill({ role: "user", content: "a".repeat(16_000_000) });
    const history = { schema_version: CURRENT_VERSION, id: ID, created_at: TIME, updated_at: TIME, messages } as const;
    expect(issuesOf(() => ConversationHistory.encode(history as never))).toMatchObject([
      { code: "too_large", path: "" },
    ]);
  });
});

describe("a message that is nested too deep", () => {
  it("is refused when it is written, by the rule", () => {
    const deep = { type: "unknown", reason: "unknown_type", original: { type: "later", x: JSON.parse(nested(255)) } };
    const message = { ...decode(TEXT), data: { role: "user", parts: [deep] } };
    expect(issuesOf(() => encode(message as never))).toEqual([
      { code: "too_deep", path: "", keyword: "", expected: "at most 256 levels of nesting", found: "more" },
    ]);
  });
});
