/** Permissions: how they are given, when they hold, how they are counted, kept and restored. */

import { CURRENT_VERSION } from "@parlance/core";
import { describe, expect, it } from "vitest";
import { ToolPermission } from "../../src/index.js";
import { errorOf, expectNoSecret, isDeeplyFrozen, placesOf, SECRET } from "../refusal.js";

const TEN = Date.parse("2026-11-21T10:00:00.000Z");
const atTen = { now: () => TEN };

describe("factories", () => {
  it("give a permission for the session", () => {
    expect(ToolPermission.sessionAutoApproval("read_file", atTen)).toEqual({
      schema_version: CURRENT_VERSION,
      tool_id: "read_file",
      auto_approved: true,
      granted_at: "2026-11-21T10:00:00.000Z",
      is_persistent: false,
      use_count: 0,
      granted_by: "user",
    });
  });

  it("give a permission that outlives the session", () => {
    const { is_persistent, granted_by } = ToolPermission.persistentAutoApproval("read_file", atTen);
    expect({ is_persistent, granted_by }).toEqual({ is_persistent: true, granted_by: "user" });
  });

  it("give a permission for what matches a pattern", () => {
    const pattern = { kind: "path_glob", value: "src/**/*.cs" } as const;
    expect(ToolPermission.patternAutoApproval("write_file", pattern, atTen)).toEqual({
      schema_version: CURRENT_VERSION,
      tool_id: "write_file",
      auto_approved: true,
      approval_pattern: { kind: "path_glob", value: "src/**/*.cs" },
      granted_at: "2026-11-21T10:00:00.000Z",
      is_persistent: false,
      use_count: 0,
      granted_by: "user",
    });
  });

  it("give a permission for a while", () => {
    const { granted_at, expires_at, is_persistent } = ToolPermission.timeLimitedAutoApproval(
      "read_file",
      90_000,
      atTen,
    );
    expect({ granted_at, expires_at, is_persistent }).toEqual({
      granted_at: "2026-11-21T10:00:00.000Z",
      expires_at: "2026-11-21T10:01:30.000Z",
      is_persistent: false,
    });
  });

  it("give a permission of the system for safe tools", () => {
    const { is_persistent, granted_by } = ToolPermission.systemGranted("read_file", atTen);
    expect({ is_persistent, granted_by }).toEqual({ is_persistent: true, granted_by: "system" });
  });

  it("take the time of the machine when none is given", () => {
    const before = Date.now();
    const at = Date.parse(ToolPermission.sessionAutoApproval("read_file").granted_at);
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(Date.now());
  });

  it("give plain values that never change, also through what they were made of", () => {
    const pattern: { kind: "exact"; value: string } = { kind: "exact", value: "make" };
    const permission = ToolPermission.patternAutoApproval("run", pattern);
    pattern.value = "rm";
    expect(permission.approval_pattern).toEqual({ kind: "exact", value: "make" });
    expect(isDeeplyFrozen(permission)).toBe(true);
    expect(structuredClone(permission)).toEqual(permission);
    expect(ToolPermission.decode(ToolPermission.encode(permission))).toEqual(permission);
  });

  it("refuse an id that is none", () => {
    expect(placesOf(() => ToolPermission.sessionAutoApproval(""))).toEqual(["/tool_id: too_short"]);
    expect(placesOf(() => ToolPermission.systemGranted("x".repeat(257)))).toEqual(["/tool_id: too_long"]);
  });

  it("never take a missing or broken pattern for none, which would permit everything", () => {
    const give = (pattern: unknown) => () => ToolPermission.patternAutoApproval("run", pattern as never);
    expect(placesOf(give(undefined))).toEqual(["/approval_pattern: not_json_value"]);
    expect(placesOf(give(null))).toEqual(["/approval_pattern: wrong_type"]);
    expect(placesOf(give("npm test"))).toEqual(["/approval_pattern: wrong_type"]);
    expect(placesOf(give({}))).toEqual(["/approval_pattern: missing_property", "/approval_pattern: missing_property"]);
    expect(placesOf(give({ kind: "exact", value: "" }))).toEqual(["/approval_pattern/value: too_short"]);
    expect(placesOf(give({ kind: "regex", value: ".*" }))).toEqual(["/approval_pattern/kind: not_allowed_value"]);
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, "1000", undefined, null, 1n])(
    "never take the duration %s for none, which would permit for ever",
    (duration) => {
      expect(placesOf(() => ToolPermission.timeLimitedAutoApproval("run", duration as number))).toEqual([
        "/expires_at: not_allowed_value",
      ]);
    },
  );

  it("refuse an end that no date can say", () => {
    expect(placesOf(() => ToolPermission.timeLimitedAutoApproval("run", 1e15))).toEqual(["/expires_at: no_time"]);
  });

  it("tell everything that is wrong at once, and no content", () => {
    const give = () =>
      ToolPermission.patternAutoApproval("", { kind: "path_glob", value: `../${SECRET}` }, { now: () => Number.NaN });
    expect(placesOf(give).toSorted()).toEqual([
      "/approval_pattern/value: unsafe_pattern",
      "/granted_at: no_time",
      "/tool_id: too_short",
    ]);
    expectNoSecret(errorOf(give));
  });
});

describe("expiry", () => {
  const permission = ToolPermission.timeLimitedAutoApproval("run", 1000, atTen);

  it("comes after the expiry time, by the clock that is given", () => {
    expect(ToolPermission.isExpired(permission, TEN)).toBe(false);
    expect(ToolPermission.isExpired(permission, TEN + 999)).toBe(false);
    expect(ToolPermission.isExpired(permission, TEN + 1000)).toBe(true);
    expect(ToolPermission.isExpired(permission, TEN + 1001)).toBe(true);
  });

  it("never comes to a permission without an end", () => {
    expect(ToolPermission.isExpired(ToolPermission.sessionAutoApproval("run", atTen), 8e15)).toBe(false);
  });

  it("has come when nobody knows the time", () => {
    expect(ToolPermission.isExpired(permission, Number.NaN)).toBe(true);
  });

  it("has come when the end is a day that does not exist", () => {
    const never = ToolPermission.parse({ ...permission, expires_at: "2027-02-31T00:00:00.000Z" });
    expect(ToolPermission.isExpired(never, TEN)).toBe(true);
  });

  it("goes by the machine's clock when none is given", () => {
    expect(ToolPermission.isExpired(ToolPermission.timeLimitedAutoApproval("run", 60_000))).toBe(false);
    expect(ToolPermission.isExpired(ToolPermission.timeLimitedAutoApproval("run", 1, { now: () => 0 }))).toBe(true);
  });

  it("leaves a permission valid as long as it lasts, when calls run without asking", () => {
    const asking = ToolPermission.parse({ ...permission, auto_approved: false });
    expect(ToolPermission.isValid(permission, TEN)).toBe(true);
    expect(ToolPermission.isValid(permission, TEN + 1000)).toBe(false);
    expect(ToolPermission.isValid(asking, TEN)).toBe(false);
    expect(ToolPermission.isValid(ToolPermission.sessionAutoApproval("run"))).toBe(true);
  });
});

describe("patterns", () => {
  it("match every argument when there is none", () => {
    const permission = ToolPermission.sessionAutoApproval("run");
    expect(ToolPermission.hasPattern(permission)).toBe(false);
    expect(ToolPermission.matchesPattern(permission, "anything")).toBe(true);
  });

  it("match by glob", () => {
    const permission = ToolPermission.patternAutoApproval("write_file", { kind: "path_glob", value: "src/**/*.cs" });
    expect(ToolPermission.hasPattern(permission)).toBe(true);
    expect(ToolPermission.matchesPattern(permission, "src/Models/Agent.cs")).toBe(true);
    expect(ToolPermission.matchesPattern(permission, "test/Agent.cs")).toBe(false);
  });

  it.each([undefined, null, 1, ["src/a.cs"], { toString: () => "src/a.cs" }])(
    "never match %o, which is not text",
    (value) => {
      const permission = ToolPermission.patternAutoApproval("write_file", { kind: "path_glob", value: "src/**/*.cs" });
      expect(ToolPermission.matchesPattern(permission, value as string)).toBe(false);
    },
  );

  it("patterns of a kind that nobody knows match nothing", () => {
    const permission = ToolPermission.sessionAutoApproval("run");
    const later = { ...permission, approval_pattern: { kind: "regex", value: "make" } } as unknown as ToolPermission;
    expect(ToolPermission.matchesPattern(later, "make")).toBe(false);
  });
});

describe("use", () => {
  it("is counted in a copy", () => {
    const permission = ToolPermission.sessionAutoApproval("run", atTen);
    const used = ToolPermission.recordUse(permission);
    expect(used).toEqual({ ...permission, use_count: 1 });
    expect(permission.use_count).toBe(0);
    expect(isDeeplyFrozen(used)).toBe(true);
  });

  it("is counted up to the largest number that JSON carries safely", () => {
    const text = `{"schema_version":${CURRENT_VERSION},"tool_id":"run","granted_at":"2026-11-21T10:00:00.000Z","use_count":9007199254740990}`;
    const once = ToolPermission.recordUse(ToolPermission.decode(text));
    expect(once.use_count).toBe(9007199254740991);
    expect(ToolPermission.recordUse(once).use_count).toBe(9007199254740991);
  });

  it("keeps fields that nobody knows, digit by digit", () => {
    const text = `{"schema_version":${CURRENT_VERSION},"tool_id":"run","granted_at":"2026-11-21T10:00:00.000Z","ticket":12345678901234567890}`;
    expect(ToolPermission.encode(ToolPermission.recordUse(ToolPermission.decode(text)))).toContain(
      '"ticket":12345678901234567890',
    );
  });
});

describe("a stored set", () => {
  const session = ToolPermission.sessionAutoApproval("run", atTen);
  const kept = ToolPermission.persistentAutoApproval("read_file", atTen);

  it("comes back without what was for the session only, and says what did not", () => {
    expect(ToolPermission.restoreStored([session, kept])).toEqual({
      permissions: [kept],
      dropped: [{ reason: "session_only", index: 0, permission: session }],
    });
  });

  it("comes back without a record that is none, and says why", () => {
    const { permissions, dropped } = ToolPermission.restoreStored([{ ...kept, use_count: SECRET }, kept]);
    expect(permissions).toEqual([kept]);
    expect(dropped).toEqual([
      { reason: "invalid", index: 0, issues: [expect.objectContaining({ code: "wrong_type", path: "/use_count" })] },
    ]);
    expect(JSON.stringify(dropped)).not.toContain(SECRET);
  });

  it("takes a permission that does not say so for one of the session", () => {
    const { is_persistent: _, ...silent } = kept;
    expect(ToolPermission.restoreStored([silent]).dropped).toEqual([
      { reason: "session_only", index: 0, permission: { ...kept, is_persistent: false } },
    ]);
  });

  it.each([null, undefined, {}, 1])("is refused when it is not a list but %o", (stored) => {
    expect(placesOf(() => ToolPermission.restoreStored(stored as unknown as []))).toEqual([": wrong_type"]);
  });
});

describe("a description", () => {
  const pattern = { kind: "command_prefix", value: `echo ${SECRET}` } as const;

  it("names the tool, the terms and the pattern", () => {
    const permission = ToolPermission.patternAutoApproval("run", pattern, atTen);
    expect(ToolPermission.describe(permission)).toBe(
      `ToolPermission(run, runs without asking, command_prefix echo ${SECRET}, session, 0 uses)`,
    );
    expect(ToolPermission.describe(ToolPermission.timeLimitedAutoApproval("run", 1000, atTen))).toBe(
      "ToolPermission(run, runs without asking, until 2026-11-21T10:00:01.000Z, session, 0 uses)",
    );
    const asking = ToolPermission.parse({
      ...ToolPermission.systemGranted("run\n", atTen),
      auto_approved: false,
      use_count: 1,
    });
    expect(ToolPermission.describe(asking)).toBe("ToolPermission(run\\n, asks each time, persistent, 1 use)");
  });

  it("shows the pattern on one line, the beginning of a long one, and that it lets options through", () => {
    const shown = (value: string, options?: "any") =>
      ToolPermission.describe(
        ToolPermission.parse({
          ...ToolPermission.sessionAutoApproval("run", atTen),
          approval_pattern: { kind: "command_prefix", value, ...(options && { options }) },
        }),
      );
    expect(shown("npm test", "any")).toBe(
      "ToolPermission(run, runs without asking, command_prefix npm test, any options, session, 0 uses)",
    );
    expect(shown("a\n\u001b[2K\u202e")).toContain("command_prefix a\\n\\u{1b}[2K\\u{202e}, session");
    expect(shown("x".repeat(81))).toContain(`command_prefix ${"x".repeat(80)}…, session`);
  });

  it("shows as much of the pattern as is asked for", () => {
    const permission = ToolPermission.patternAutoApproval("run", pattern, atTen);
    expect(ToolPermission.describe(permission, { content: true, max: 4 })).toBe(
      `ToolPermission(run, runs without asking, command_prefix echo ${SECRET}, session, 0 uses): "echo…"`,
    );
  });
});
