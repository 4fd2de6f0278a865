/** One test for each thing that migrations get wrong, shown on the one between versions 1 and 2. */

import { describe, expect, it } from "vitest";
import { DOWNGRADE, UPGRADE } from "../../src/generated/migrations/v1-to-v2.gen.js";
import type { JsonObject, JsonValue } from "../../src/runtime/json.js";
import { RawScalar } from "../../src/runtime/raw-scalar.js";
import { down, isValid, message, parsed, tidied, up } from "./support.js";

describe("absent, null and default", () => {
  it("are one thing for an optional field, whichever version wrote it", () => {
    for (const extra of [{}, { is_error: null }, { is_error: false }]) {
      const { value } = up(tidied(1, message("tool_result", 1, { tool_call_id: "c", ...extra })));
      expect(value.data).toEqual({ tool_call_id: "c", status: "success" });
    }
  });

  it("are three things in a tool's output", () => {
    for (const extra of [{}, { output: null }, { output: "" }]) {
      const older = tidied(1, message("tool_result", 1, { tool_call_id: "c", ...extra }));
      expect(up(older).value.data).toEqual({ tool_call_id: "c", status: "success", ...extra });
      expect(down(up(older).value).value).toEqual(older);
    }
  });

  it("leave no residue of defaults that version 2 filled in", () => {
    const older = tidied(1, message("file_reference", 1, { path: "a" }));
    expect(down(up(older).value)).toEqual({ value: older, notes: [] });
  });
});

describe("an unknown field with the name of a new one", () => {
  it("is set aside, never mixed in, and comes back", () => {
    const data = { tool_call_id: "c", is_error: true, status: "success", execution: { duration_ms: -1 }, error: null };
    const older = tidied(1, message("tool_result", 1, data));
    const { value, notes } = up(older);
    expect(value).toMatchObject({
      data: { tool_call_id: "c", status: "error" },
      residue: { 1: { "/data/status": "success", "/data/execution": { duration_ms: -1 }, "/data/error": null } },
    });
    expect(notes).toEqual([
      { code: "field_collision", path: "/data/status", direction: "up" },
      { code: "field_collision", path: "/data/error", direction: "up" },
      { code: "field_collision", path: "/data/execution", direction: "up" },
    ]);
    expect(down(value).value).toEqual(older);
  });

  it("is set aside in a call too, under the call's id", () => {
    const call = { id: "c", name: "n", arguments: {}, defect: 5, approval: "yes" };
    const older = tidied(1, message("tool_request", 1, { tool_calls: [call], approval_status: "denied" }));
    const { value, notes } = up(older);
    expect(value.data).toEqual({ tool_calls: [{ id: "c", name: "n", arguments: {}, approval: { status: "denied" } }] });
    expect(notes.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "field_collision /data/tool_calls/0/defect",
      "field_collision /data/tool_calls/0/approval",
    ]);
    expect(down(value).value).toEqual(older);
  });

  it("is set aside on the way down, where version 1 defines the name", () => {
    const newer = tidied(2, message("text", 2, { role: "user", parts: [{ type: "text", text: "x" }], content: 7 }));
    const { value, notes } = down(newer);
    expect(value).toMatchObject({ data: { role: "user", content: "x" }, residue: { 2: { "/data/content": 7 } } });
    expect(notes).toEqual([{ code: "field_collision", path: "/data/content", direction: "down" }]);
    expect(up(value).value).toEqual(newer);
  });
});

describe("__proto__ as a key", () => {
  it("is a field like any other, in objects that a migration takes apart", () => {
    const text = `{"type":"tool_result","schema_version":2,"id":"7d2f4c86-52b1-4c5e-9a39-0f6f1b8a4c11","created_at":"2026-11-21T10:00:00.000Z",
      "data":{"tool_call_id":"c","status":"success","__proto__":{"a":1},"execution":{"__proto__":{"b":2},"constructor":3}},"__proto__":{"c":4}}`;
    const newer = parsed(text);
    const { value } = down(newer);
    expect(JSON.stringify(value)).toContain('"__proto__":{"a":1}');
    expect(JSON.stringify(value.residue)).toBe('{"2":{"/data/execution":{"__proto__":{"b":2},"constructor":3}}}');
    expect(JSON.parse(JSON.stringify(up(value).value))).toEqual(newer);
    expect(({} as { a?: unknown; b?: unknown; c?: unknown }).a ?? ({} as { b?: unknown }).b).toBeUndefined();
  });

  it("is an id like any other", () => {
    const call = { id: "__proto__", name: "n", arguments: {}, defect: "invalid", approval: { status: "expired" } };
    const newer = tidied(2, message("tool_request", 2, { tool_calls: [call, { ...call, id: "constructor" }] }));
    expect(up(down(newer).value).value).toEqual(newer);
  });

  it("does nothing as residue", () => {
    const residue = parsed('{"2":{"__proto__":{"polluted":1},"/data/parts":{"__proto__":{"parts":[]}}}}');
    const { value } = up(message("text", 1, { role: "user", content: "x" }, { residue }));
    expect(value.data).toEqual({ role: "user", parts: [{ type: "text", text: "x" }] });
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(JSON.stringify(value.residue)).toBe('{"2":{"__proto__":{"polluted":1}}}');
  });
});

describe("a table that is not one-to-one", () => {
  it.each(["success", "error", "denied", "cancelled", "timeout", "interrupted"])(
    "gives the status %s back",
    (status) => {
      const newer = message("tool_result", 2, { tool_call_id: "c", status });
      const { value } = down(newer);
      expect((value.data as JsonObject).is_error).toBe(status !== "success");
      expect(up(value).value).toEqual(newer);
    },
  );

  it.each([
    ["pending", "pending"],
    ["approved", "approved"],
    ["denied", "denied"],
    ["auto_approved", "approved"],
    ["expired", "denied"],
    ["cancelled", "denied"],
  ])("makes the approval %s of all calls %s, and gives it back", (status, older) => {
    const calls = ["a", "b"].map((id) => ({ id, name: "n", arguments: {}, approval: { status, decided_by: id } }));
    const newer = message("tool_request", 2, { tool_calls: calls });
    const { value } = down(newer);
    expect((value.data as JsonObject).approval_status).toBe(older);
    expect(up(value).value).toEqual(newer);
  });

  it("never makes an approval of statuses that differ", () => {
    const calls = ["approved", "auto_approved"].map((status) => ({
      id: status,
      name: "n",
      arguments: {},
      approval: { status },
    }));
    expect(down(message("tool_request", 2, { tool_calls: calls })).value.data).toMatchObject({
      approval_status: "denied",
    });
  });
});

describe("numbers", () => {
  it.each([1001, 1, 0, 999, 123456789, 9007199254739993, 9007199254740000])(
    "durations of %d milliseconds come back",
    (duration_ms) => {
      const newer = message("tool_result", 2, { tool_call_id: "c", status: "success", execution: { duration_ms } });
      expect(up(down(newer).value).value).toEqual(newer);
    },
  );

  it("1001 ms are 1.001 s without residue, though 1.001 times 1000 is not 1001", () => {
    const newer = message("tool_result", 2, { tool_call_id: "c", status: "success", execution: { duration_ms: 1001 } });
    expect(down(newer)).toMatchObject({ value: { data: { duration: 1.001 } }, notes: [] });
    expect(down(newer).value.residue).toBeUndefined();
    expect(1.001 * 1000).not.toBe(1001);
  });

  it.each([0.0004, 1 / 3, 5e-324, 9007199254740])("durations of %d seconds come back", (duration) => {
    const older = message("tool_result", 1, { tool_call_id: "c", is_error: false, duration });
    expect(isValid(2, up(older).value)).toBe(true);
    expect(down(up(older).value).value).toEqual(older);
  });

  it("numbers that a double cannot hold keep every digit, converted or not", () => {
    const duration = new RawScalar("1.00000000000000000001") as unknown as JsonValue;
    const id = new RawScalar("9223372036854775807") as unknown as JsonValue;
    const older = message("tool_result", 1, { tool_call_id: "c", is_error: false, duration, output: { id } });
    const { value } = UPGRADE.migrate("messages", "tool_result", older);
    const data = value.data as { output: { id: unknown }; execution: { duration_ms: unknown } };
    expect(data.execution.duration_ms).toBe(1000);
    expect(data.output.id).toBe(id);
    const back = DOWNGRADE.migrate("messages", "tool_result", value).value;
    expect((back.data as { duration: unknown }).duration).toBe(duration);
    expect(back.residue).toBeUndefined();
  });

  it("numbers that a double cannot hold are restored from residue whose result is valid", () => {
    const duration = new RawScalar("0.00050000000000000000001") as unknown as JsonValue;
    const residue = { 1: { "/data/duration": duration } };
    const newer = message(
      "tool_result",
      2,
      { tool_call_id: "c", status: "success", execution: { duration_ms: 1 } },
      { residue },
    );
    const { value, notes } = DOWNGRADE.migrate("messages", "tool_result", newer);
    expect((value.data as { duration: unknown }).duration).toBe(duration);
    expect(notes).toEqual([]);
  });
});

describe("user data", () => {
  it("is carried as it is, however much it looks like a message", () => {
    const odd = {
      is_error: true,
      data: { content: "x" },
      residue: { 2: {} },
      schema_version: 1,
      list: [null, { null: null }],
    };
    const result = message("tool_result", 1, { tool_call_id: "c", output: odd }, { metadata: odd });
    const { value } = UPGRADE.migrate("messages", "tool_result", result);
    expect((value.data as JsonObject).output).toBe(odd);
    expect(value.metadata).toBe(odd);
    const request = message("tool_request", 1, { tool_calls: [{ id: "a", name: "n", arguments: odd }] });
    const calls = (UPGRADE.migrate("messages", "tool_request", request).value.data as { tool_calls: JsonObject[] })
      .tool_calls;
    expect(calls[0]?.arguments).toBe(odd);
  });
});

describe("a version number", () => {
  it("a version number newer than this build's comes back after going down and up", () => {
    const newer = message("text", 7, { role: "user", parts: [{ type: "text", text: "x" }] });
    const { value, notes } = down(newer);
    expect(value).toMatchObject({ schema_version: 1, residue: { 2: { "/schema_version": 7 } } });
    expect(notes).toEqual([{ code: "not_carried", path: "/schema_version", direction: "down" }]);
    expect(up(value).value).toEqual(newer);
  });

  it("a version number in residue is believed only where it is newer", () => {
    for (const version of [1, 0, -5, 2.5, "7", null, {}]) {
      const older = message(
        "text",
        1,
        { role: "user", content: "x" },
        { residue: { 2: { "/schema_version": version as JsonValue } } },
      );
      expect(up(older).value.schema_version).toBe(2);
    }
  });
});

describe("long texts", () => {
  it("long texts of version 1 are cut into parts that version 2 takes, between characters", () => {
    const content = "😀".repeat(16_777_216 / 2) + "a".repeat(16_777_216);
    const older = message("text", 1, { role: "user", content });
    const { value, notes } = up(older);
    const { parts } = value.data as { parts: { text: string }[] };
    expect(parts.map(({ text }) => text.length)).toEqual([16_777_216 / 2 + 16_777_216, 16_777_216 / 2]);
    expect(notes).toEqual([]);
    expect(isValid(2, value)).toBe(true);
    expect((down(value).value.data as { content: string }).content === content).toBe(true);
    expect(down(value).value.residue).toBeUndefined();
  });
});

describe("a message that the other version does not know", () => {
  it("stays as it is, with a note", () => {
    const unknown = message("memo", 2, { anything: 1 });
    const { value, notes } = DOWNGRADE.migrate("messages", "memo", unknown);
    expect(value).toBe(unknown);
    expect(notes).toEqual([{ code: "type_not_carried", path: "/type", direction: "down" }]);
  });
});

describe("notes", () => {
  it("say codes, places and directions, and nothing of the content", () => {
    const secret = "s3cr3t";
    const call = {
      id: secret,
      name: secret,
      arguments: {},
      defect: "invalid",
      [secret]: secret,
      approval: { status: "denied", reason: secret },
    };
    const newer = message(
      "tool_request",
      2,
      { tool_calls: [call], approval_status: secret, [secret]: secret },
      { [secret]: secret },
    );
    const { notes } = down(newer);
    expect(notes.length).toBeGreaterThan(2);
    expect(JSON.stringify(notes)).not.toContain(secret);
    const stale = { 2: { "/data/tool_calls/*": { [secret]: [{ [secret]: secret }] }, [secret]: secret } };
    const up1 = up(
      message("tool_request", 1, { tool_calls: [{ id: "a", name: "n", arguments: {} }] }, { residue: stale }),
    );
    expect(up1.notes.length).toBeGreaterThan(0);
    expect(JSON.stringify(up1.notes)).not.toContain(secret);
  });
});
