/** The codec of a next version: what is stored in older ones comes along, messages and persisted roots. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Core, coreWithNextVersion } from "./next-version.js";

const folder = mkdtempSync(join(tmpdir(), "parlance-version-"));
let core: Core;

beforeAll(async () => {
  core = await coreWithNextVersion(folder);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HEAD = '"id":"0b6f5b0e-6a0e-4c0c-9a52-3f1d0a9c7e11","created_at":"2026-11-21T10:00:00.000Z"';
const OLDEST = `{"type":"text","schema_version":1,${HEAD},"data":{"role":"user","content":"hi"}}`;
const DROPPED = `{"type":"image","schema_version":2,${HEAD},"data":{"source":{"type":"url","url":"a"}}}`;
const MIDDLE = `{"type":"text","schema_version":2,${HEAD},"data":{"role":"user","parts":[{"type":"text","text":"hi"}]}}`;

describe("a version added by one folder and one migration file", () => {
  it.each([
    ["the oldest version", OLDEST],
    ["the version before", MIDDLE],
  ])("is what messages of %s decode to", (_title, text) => {
    expect(core.decode(text)).toMatchObject({
      schema_version: 3,
      data: { role: "user", parts: [{ type: "text", text: "hi" }] },
    });
  });

  it("keeps a message of a type that it no longer has, exactly", () => {
    const message = core.decode(DROPPED, { logger: { warn: () => undefined } });
    expect(message).toMatchObject({ type: "unknown", reason: "unknown_type", original: JSON.parse(DROPPED) });
    expect(core.encode(message, { schemaVersion: 3 }).text).toBe(DROPPED);
    expect(core.migrateRecord(DROPPED)).toMatchObject({ ok: true, state: "unknown", text: DROPPED });
  });

  it("can be written in every older version, over any number of steps", () => {
    const message = core.decode(OLDEST);
    expect(core.encode(message, { schemaVersion: 2 }).text).toBe(MIDDLE);
    expect(core.encode(message, { schemaVersion: 1 }).text).toBe(OLDEST);
  });
});

const UUID = "0b6f5b0e-6a0e-4c0c-9a52-3f1d0a9c7e11";
const NOW = "2026-11-21T10:00:00.000Z";
const QUIET = { logger: { warn: () => undefined } };

/** In canonical order, so that what comes back can be compared as text. */
const HISTORY = JSON.stringify({
  schema_version: 2,
  id: UUID,
  created_at: NOW,
  messages: [
    { role: "user", content: "one", name: "ada" },
    { role: "assistant", tool_calls: [{ id: "c", name: "f", arguments: {} }] },
    { role: "tool", tool_call_id: "c", content: "no", is_error: true },
    { role: "user", content: [{ type: "hologram", depth: 3 }] },
  ],
  metadata: { big: 0 },
}).replace('"big":0', '"big":12345678901234567890');

const PERMISSION = { schema_version: 2, tool_id: "t", granted_at: NOW, granted_by: "system" };
const REQUEST = {
  schema_version: 2,
  request_id: UUID,
  conversation_id: UUID,
  created_at: NOW,
  message: "go on",
  history: [{ role: "tool", tool_call_id: "c", content: "no", is_error: true }],
  tool_context: { session_permissions: { t: PERMISSION } },
};

describe("a stored conversation history of the version before", () => {
  it("is read as a current one, chat messages inside it too, with what the current one cannot say kept by position", () => {
    const warnings: { code: string; path: string }[] = [];
    const logger = { warn: ({ code, path }: { code: string; path: string }) => void warnings.push({ code, path }) };
    const history = core.ConversationHistory.decode(HISTORY, { logger });
    expect(history).toMatchObject({
      schema_version: 3,
      began: { at: NOW },
      turns: [
        { role: "user", content: "one", author: "ada" },
        { role: "assistant" },
        { role: "tool", tool_call_id: "c", content: "no" },
        { role: "user", content: [{ type: "unknown", original: { type: "hologram", depth: 3 } }] },
      ],
      residue: { 2: { "/messages/*": { "": [{}, {}, { "/is_error": true }, {}] } } },
    });
    expect(warnings).toEqual([{ code: "not_carried", path: "/messages/2/is_error" }]);
    expect(core.ConversationHistory.encode(history)).toContain('"big":12345678901234567890');
  });

  it("is written in its version again, byte for byte, whether it was read as text or as a value", () => {
    const { ConversationHistory } = core;
    const history = ConversationHistory.decode(HISTORY, QUIET);
    expect(ConversationHistory.encode(history, { schemaVersion: 2 })).toEqual({ text: HISTORY, notes: [] });
    const again = ConversationHistory.parse(JSON.parse(HISTORY.replace("12345678901234567890", "1")));
    expect(ConversationHistory.encode(again, { schemaVersion: 2 }).text).toBe(
      HISTORY.replace("12345678901234567890", "1"),
    );
    expect(ConversationHistory.parse(history)).toBe(history);
    expect(ConversationHistory.equals(history, ConversationHistory.decode(HISTORY, QUIET))).toBe(true);
  });

  it("goes up and down in bulk as it does one by one", () => {
    const { ConversationHistory, migrateRecord, examineRecord } = core;
    const current = ConversationHistory.encode(ConversationHistory.decode(HISTORY, QUIET));
    const of = { ok: true, type: "conversation_history" };
    const warnings = [{ code: "unknown_part", path: "/turns/3/content/0" }];
    expect(migrateRecord(HISTORY)).toMatchObject({ ...of, state: "migrated", version: 2, text: current, warnings });
    expect(migrateRecord(current, { to: 2 })).toMatchObject({ ...of, state: "migrated", version: 3, text: HISTORY });
    expect(migrateRecord(HISTORY, { to: 2 })).toMatchObject({ ...of, state: "unchanged", text: HISTORY });
    expect(migrateRecord(HISTORY, { to: 1 })).toMatchObject({
      ...of,
      state: "unchanged",
      text: HISTORY,
      notes: [{ code: "type_not_carried", direction: "down" }],
    });
    expect(examineRecord(HISTORY)).toMatchObject({ ...of, state: "known", version: 2, warnings });
  });

  it("is refused where it is not valid in its own version", () => {
    const broken = HISTORY.replace('"role":"tool"', '"role":"nobody"');
    const refusal = { ok: false, error: { issues: [{ path: "/messages/2/role" }] } };
    expect(core.ConversationHistory.safeDecode(broken)).toMatchObject(refusal);
    expect(core.migrateRecord(broken)).toMatchObject(refusal);
  });
});

describe("an agent request of the version before", () => {
  it("takes the permissions inside it along, each with a number and residue of its own", () => {
    const request = core.AgentRequest.decode(JSON.stringify(REQUEST), QUIET);
    expect(request).toMatchObject({
      schema_version: 3,
      prompt: "go on",
      tool_context: {
        session_permissions: { t: { schema_version: 3, tool: "t", residue: { 2: { "/granted_by": "system" } } } },
      },
      residue: { 2: { "/history/*": { "": [{ "/is_error": true }] } } },
    });
    const { text, notes } = core.AgentRequest.encode(request, { schemaVersion: 2 });
    expect([JSON.parse(text), notes]).toMatchObject([REQUEST, []]);
    expect(text).not.toContain("residue");
  });

  it("is known among other records", () => {
    expect(core.examineRecord(JSON.stringify(REQUEST))).toMatchObject({ ok: true, type: "agent_request", version: 2 });
    expect(core.migrateRecord(JSON.stringify(PERMISSION))).toMatchObject({
      ok: true,
      type: "tool_permission",
      state: "migrated",
      notes: [{ code: "not_carried", path: "/granted_by", direction: "up" }],
    });
  });
});

describe("a root of a version that does not have it", () => {
  it("is refused, and told which version is the first", () => {
    const text = JSON.stringify({ ...PERMISSION, schema_version: 1 });
    expect(core.ToolPermission.safeDecode(text)).toMatchObject({
      ok: false,
      error: { code: "invalid", issues: [{ code: "too_small", path: "/schema_version", expected: "at least 2" }] },
    });
  });

  it("cannot be asked for", () => {
    const permission = core.ToolPermission.decode(JSON.stringify(PERMISSION), QUIET);
    expect(() => core.ToolPermission.encode(permission, { schemaVersion: 1 })).toThrow(
      expect.objectContaining({ code: "unsupported_version", message: "the schema version must be one of 2, 3" }),
    );
  });
});

describe("a root of a version that is still to come", () => {
  const newer = JSON.stringify({ schema_version: 4, tool: "t", granted_at: NOW, later: 1 });

  it("keeps its number and what it has besides, where it reads as a current one", () => {
    const warnings: string[] = [];
    const logger = { warn: ({ code }: { code: string }) => void warnings.push(code) };
    const permission = core.ToolPermission.decode(newer, { logger });
    expect(permission).toMatchObject({ schema_version: 4, later: 1 });
    expect(warnings).toEqual(["newer_version"]);
    const { text, notes } = core.ToolPermission.encode(permission, { schemaVersion: 2 });
    expect(JSON.parse(text)).toMatchObject({ schema_version: 4, later: 1 });
    expect(notes).toEqual([{ code: "newer_version_kept", path: "/schema_version", direction: "down" }]);
    expect(core.migrateRecord(newer)).toMatchObject({ state: "unchanged", text: newer, version: 4 });
  });

  it("is refused as a value where it does not, and stays in a file as it is", () => {
    const text = JSON.stringify({ schema_version: 4, tool: 5, granted_at: NOW });
    expect(core.ToolPermission.safeDecode(text)).toMatchObject({ ok: false, error: { issues: [{ path: "/tool" }] } });
    expect(core.migrateRecord(text)).toMatchObject({ ok: true, state: "unknown", text, version: 4 });
  });
});
