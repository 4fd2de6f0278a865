/** Contexts of tool availability: made, changed and asked. */

import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import {
  TextSelection,
  ToolAvailabilityContext,
  ToolAvailabilityContextBuilder,
  ToolPermission,
} from "../../src/index.js";
import { errorOf, expectNoSecret, isDeeplyFrozen, issuesOf, placesOf, SECRET } from "../refusal.js";
import { samplesOf } from "../samples.js";

const EVERYTHING = {
  max_auto_approval_risk_level: "safe",
  allow_terminal_tools: true,
  allow_network_tools: true,
  allow_file_writes: true,
};

const permission = ToolPermission.sessionAutoApproval("run", { now: () => 0 });

describe("factories", () => {
  it("make a context with all tools available", () => {
    expect(ToolAvailabilityContext.default()).toEqual(EVERYTHING);
  });

  it("make a context with a workspace", () => {
    expect(ToolAvailabilityContext.forWorkspace("/work")).toEqual({ ...EVERYTHING, workspace_path: "/work" });
  });

  it("make a context for reading only", () => {
    expect(ToolAvailabilityContext.readOnly()).toEqual({
      ...EVERYTHING,
      allow_terminal_tools: false,
      allow_file_writes: false,
    });
  });

  it("make a context with some tools only, each of them once", () => {
    expect(ToolAvailabilityContext.withTools("a", "b", "a")).toEqual({ ...EVERYTHING, enabled_tool_ids: ["a", "b"] });
    expect(ToolAvailabilityContext.withTools()).toEqual({ ...EVERYTHING, enabled_tool_ids: [] });
  });

  it("make a context with some categories only, each of them once", () => {
    expect(ToolAvailabilityContext.withCategories("search", "_billing", "search")).toEqual({
      ...EVERYTHING,
      enabled_categories: ["search", "_billing"],
    });
  });

  it("refuse what no context can have, at its place and without content", () => {
    expect(placesOf(() => ToolAvailabilityContext.forWorkspace(""))).toEqual(["/workspace_path: too_short"]);
    expect(placesOf(() => ToolAvailabilityContext.forWorkspace("/a/../b"))).toEqual(["/workspace_path: not_allowed"]);
    expect(placesOf(() => ToolAvailabilityContext.withTools("a", ""))).toEqual(["/enabled_tool_ids/1: too_short"]);
    const misspelt = () => ToolAvailabilityContext.withCategories(SECRET as "_");
    expect(placesOf(misspelt)).toContain("/enabled_categories/0: pattern_mismatch");
    expectNoSecret(errorOf(misspelt));
  });

  it("make plain values that never change", () => {
    const context = ToolAvailabilityContext.withTools("a");
    expect(isDeeplyFrozen(context)).toBe(true);
    expect(structuredClone(context)).toEqual(context);
    expect(ToolAvailabilityContext.decode(ToolAvailabilityContext.encode(context))).toEqual(context);
  });

  it("are there as a builder that sets the fields one by one", () => {
    const context = ToolAvailabilityContextBuilder.create()
      .withWorkspacePath("/work")
      .withDisabledToolIds(["run"])
      .build();
    expect(context).toEqual({ ...EVERYTHING, workspace_path: "/work", disabled_tool_ids: ["run"] });
  });
});

describe("with", () => {
  const full = ToolAvailabilityContext.parse({
    workspace_path: "/work",
    active_file_path: "a.ts",
    active_selection: { start_line: 1, start_column: 1, end_line: 1, end_column: 2, text: "a" },
    enabled_tool_ids: ["run"],
    disabled_tool_ids: ["rm"],
    enabled_categories: ["terminal"],
    max_auto_approval_risk_level: "high",
    allow_terminal_tools: false,
    allow_network_tools: false,
    allow_file_writes: false,
    session_permissions: { run: permission },
  });

  it("a patch of nothing changes nothing, in any context", () => {
    fc.assert(
      fc.property(samplesOf(ToolAvailabilityContext), (context) =>
        ToolAvailabilityContext.equals(ToolAvailabilityContext.with(context, {}), context),
      ),
      { numRuns: propertyRuns(100) },
    );
  });

  it("keeps what is absent or undefined", () => {
    expect(ToolAvailabilityContext.with(full, {})).toEqual(full);
    expect(ToolAvailabilityContext.with(full, { workspace_path: undefined })).toEqual(full);
  });

  it("clears what is null, so that defaults come back", () => {
    const names = Object.keys(full).map((name) => [name, null]);
    expect(ToolAvailabilityContext.with(full, Object.fromEntries(names))).toEqual(EVERYTHING);
  });

  it("replaces the rest in a new value", () => {
    const changed = ToolAvailabilityContext.with(full, { enabled_tool_ids: [], max_auto_approval_risk_level: "low" });
    expect(changed).toEqual({ ...full, enabled_tool_ids: [], max_auto_approval_risk_level: "low" });
    expect(full.enabled_tool_ids).toEqual(["run"]);
    expect(isDeeplyFrozen(changed)).toBe(true);
  });

  it("copies what it is given", () => {
    const disabled_tool_ids = ["rm"];
    const context = ToolAvailabilityContext.with(ToolAvailabilityContext.default(), { disabled_tool_ids });
    disabled_tool_ids.pop();
    expect(context.disabled_tool_ids).toEqual(["rm"]);
  });

  it("keeps fields that nobody knows, digit by digit", () => {
    const context = ToolAvailabilityContext.decode('{"ticket":12345678901234567890}');
    const changed = ToolAvailabilityContext.with(context, { workspace_path: "/work" });
    expect(ToolAvailabilityContext.encode(changed)).toContain('"ticket":12345678901234567890');
  });

  it("refuses a field that there is none of, which would change nothing", () => {
    const patch = { disabledToolIds: ["rm"], [SECRET]: 1 } as object;
    expect(placesOf(() => ToolAvailabilityContext.with(full, patch))).toEqual([
      "/*: unknown_field",
      "/*: unknown_field",
    ]);
    expectNoSecret(errorOf(() => ToolAvailabilityContext.with(full, patch)));
  });

  it("refuses all that is wrong at once", () => {
    const patch = { workspace_path: "", allow_file_writes: "no", enabled_tool_ids: [() => 1] } as object;
    expect(placesOf(() => ToolAvailabilityContext.with(full, patch)).toSorted()).toEqual([
      "/allow_file_writes: wrong_type",
      "/enabled_tool_ids: not_json_value",
      "/workspace_path: too_short",
    ]);
  });

  it.each([null, 1, undefined])("refuses %o, which is not a patch", (patch) => {
    expect(placesOf(() => ToolAvailabilityContext.with(full, patch as never))).toEqual([": wrong_type"]);
  });

  it.each([[null], [undefined], [1], [[]]])("refuses to change %j, which is not a context", (context) => {
    expect(issuesOf(() => ToolAvailabilityContext.with(context as never, {}))).toHaveLength(1);
  });

  it("refuses a permission under the id of another tool", () => {
    const patch = { session_permissions: { other: permission } };
    expect(placesOf(() => ToolAvailabilityContext.with(full, patch))).toEqual([
      "/session_permissions/*/tool_id: other_tool",
    ]);
  });
});

describe("queries", () => {
  const plain = ToolAvailabilityContext.default();

  it("tell whether a workspace, a file and a selection are there", () => {
    const open = ToolAvailabilityContext.parse({ workspace_path: "/work", active_file_path: "a.ts" });
    const selecting = ToolAvailabilityContext.with(open, { active_selection: TextSelection.singleLine(1, 1, 2, "a") });
    const pointing = ToolAvailabilityContext.with(open, { active_selection: TextSelection.cursor(1, 1) });
    const { hasWorkspace, hasActiveFile, hasSelection } = ToolAvailabilityContext;
    expect([plain, open, pointing, selecting].map(hasWorkspace)).toEqual([false, true, true, true]);
    expect([plain, open, pointing, selecting].map(hasActiveFile)).toEqual([false, true, true, true]);
    expect([plain, open, pointing, selecting].map(hasSelection)).toEqual([false, false, false, true]);
  });

  it("tell that a tool is disabled when it is in the list", () => {
    const context = ToolAvailabilityContext.with(plain, { disabled_tool_ids: ["rm"] });
    expect(ToolAvailabilityContext.isToolDisabled(context, "rm")).toBe(true);
    expect(ToolAvailabilityContext.isToolDisabled(context, "RM")).toBe(false);
    expect(ToolAvailabilityContext.isToolDisabled(plain, "rm")).toBe(false);
  });

  it("tell that whitelist mode only allows enabled tools: absent means all, empty means none", () => {
    const some = ToolAvailabilityContext.withTools("run");
    const none = ToolAvailabilityContext.withTools();
    expect([plain, some, none].map(ToolAvailabilityContext.isWhitelistMode)).toEqual([false, true, true]);
    expect([plain, some, none].map((one) => ToolAvailabilityContext.isToolExplicitlyEnabled(one, "run"))).toEqual([
      true,
      true,
      false,
    ]);
    expect(ToolAvailabilityContext.isToolExplicitlyEnabled(some, "rm")).toBe(false);
  });

  it("tell which categories are enabled: absent means all, empty means none", () => {
    const some = ToolAvailabilityContext.withCategories("search");
    const none = ToolAvailabilityContext.withCategories();
    expect([plain, some, none].map((one) => ToolAvailabilityContext.isCategoryEnabled(one, "search"))).toEqual([
      true,
      true,
      false,
    ]);
    expect(ToolAvailabilityContext.isCategoryEnabled(some, "terminal")).toBe(false);
  });

  it("tell which risk runs without asking", () => {
    const context = ToolAvailabilityContext.with(plain, { max_auto_approval_risk_level: "medium" });
    const levels = ["safe", "low", "medium", "high", "critical", "none"] as const;
    expect(levels.map((level) => ToolAvailabilityContext.isAutoApprovable(context, level as "safe"))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it("find the permission of a session, also when it has expired or is restricted", () => {
    const expired = ToolPermission.timeLimitedAutoApproval("old", 1, { now: () => 0 });
    const context = ToolAvailabilityContext.with(plain, { session_permissions: { run: permission, old: expired } });
    expect(ToolAvailabilityContext.hasSessionPermission(context, "run")).toBe(true);
    expect(ToolAvailabilityContext.hasSessionPermission(context, "old")).toBe(true);
    expect(ToolAvailabilityContext.getSessionPermission(context, "old")).toEqual(expired);
    expect(ToolAvailabilityContext.hasSessionPermission(plain, "run")).toBe(false);
  });

  it.each(["__proto__", "constructor", "toString"])("find no permission for %s, which every object inherits", (id) => {
    const context = ToolAvailabilityContext.with(plain, { session_permissions: { run: permission } });
    expect(ToolAvailabilityContext.hasSessionPermission(context, id)).toBe(false);
    expect(ToolAvailabilityContext.getSessionPermission(context, id)).toBeUndefined();
  });
});

describe("a description", () => {
  it("counts, and shows no path", () => {
    expect(ToolAvailabilityContext.describe(ToolAvailabilityContext.default())).toBe(
      "ToolAvailabilityContext(auto up to safe)",
    );
    const context = ToolAvailabilityContext.parse({
      workspace_path: `/${SECRET}`,
      active_file_path: "a.ts",
      enabled_tool_ids: ["a", "b"],
      disabled_tool_ids: ["c"],
      enabled_categories: ["search"],
      allow_terminal_tools: false,
      allow_network_tools: false,
      allow_file_writes: false,
      session_permissions: { run: permission },
    });
    expect(ToolAvailabilityContext.describe(context)).toBe(
      "ToolAvailabilityContext(workspace, active file, 2 enabled tools, 1 disabled tool, categories 1, auto up to safe, no terminal, no network, no file writes, 1 permission)",
    );
    expect(ToolAvailabilityContext.describe(context, { content: true, max: 3 })).toMatch(/: "\/s3…"$/);
  });
});

describe("types", () => {
  it("contexts are readonly, and a patch may clear any field", () => {
    const context = ToolAvailabilityContext.default();
    // @ts-expect-error: a field cannot be set
    expect(() => (context.allow_file_writes = false)).toThrow(TypeError);
    expectTypeOf(ToolAvailabilityContext.with)
      .parameter(1)
      .toHaveProperty("allow_file_writes")
      .toEqualTypeOf<boolean | null | undefined>();
    // @ts-expect-error: no category of that name
    expect(() => ToolAvailabilityContext.withCategories("shell")).toThrow();
    // @ts-expect-error: no field of that name
    expect(() => ToolAvailabilityContext.with(context, { disabledToolIds: [] })).toThrow();
  });
});
