/** Decisions on calls: whether a tool may be used, whether somebody is asked, and by which rule. */

import { CURRENT_VERSION } from "@parlance/core";
import { propertyRuns } from "@parlance/sampler/properties";
import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import {
  type DenialRule,
  ToolAvailabilityContext,
  type ToolDecision,
  ToolPermission,
  type ToolTraits,
} from "../../src/index.js";
import { errorOf, expectNoSecret, placesOf, SECRET } from "../refusal.js";
import { samplesOf } from "../samples.js";

const NOW = Date.parse("2026-11-21T10:00:00.000Z");
const atNow = { now: () => NOW };

const WRITE: ToolTraits = {
  id: "write_file",
  category: "file_system",
  risk_level: "medium",
  capabilities: ["writes_files"],
  pattern_arguments: ["path"],
};
const RUN: ToolTraits = {
  id: "run",
  category: "terminal",
  risk_level: "high",
  capabilities: [],
  pattern_arguments: ["command"],
};
const FETCH: ToolTraits = { id: "fetch", category: "network", risk_level: "low", capabilities: [] };
const READ: ToolTraits = { id: "read_file", category: "file_system", risk_level: "safe", capabilities: [] };

const plain = ToolAvailabilityContext.default();

function holding(...permissions: readonly ToolPermission[]): ToolAvailabilityContext {
  const session_permissions = Object.fromEntries(permissions.map((one) => [one.tool_id, one]));
  return ToolAvailabilityContext.with(plain, { session_permissions });
}

const deny = (rule: DenialRule) => ({ available: false, approval: "deny", rule });
const ASK = { available: true, approval: "ask", rule: "risk_level" };
const AUTO = { available: true, approval: "auto", rule: "risk_level" };

describe("the rules", () => {
  it("let a safe tool run and ask for any other by default", () => {
    expect(ToolAvailabilityContext.decide(plain, READ, {})).toEqual(AUTO);
    expect(ToolAvailabilityContext.decide(plain, FETCH, {})).toEqual(ASK);
  });

  it("never hide a tool for its risk", () => {
    const low = ToolAvailabilityContext.with(plain, { max_auto_approval_risk_level: "low" });
    expect(ToolAvailabilityContext.decide(low, FETCH, {})).toEqual(AUTO);
    expect(ToolAvailabilityContext.decide(low, { ...FETCH, risk_level: "critical" }, {})).toEqual(ASK);
  });

  it("keep tools from running commands, by category or capability", () => {
    const context = ToolAvailabilityContext.with(plain, { allow_terminal_tools: false });
    expect(ToolAvailabilityContext.decide(context, RUN, {})).toEqual(deny("no_terminal_tools"));
    const build: ToolTraits = { ...READ, capabilities: ["runs_commands"] };
    expect(ToolAvailabilityContext.decide(context, build, {})).toEqual(deny("no_terminal_tools"));
    expect(ToolAvailabilityContext.decide(context, READ, {})).toEqual(AUTO);
  });

  it("keep tools from the network, by category or capability", () => {
    const context = ToolAvailabilityContext.with(plain, { allow_network_tools: false });
    expect(ToolAvailabilityContext.decide(context, FETCH, {})).toEqual(deny("no_network_tools"));
    const search: ToolTraits = { ...READ, category: "search", capabilities: ["uses_network"] };
    expect(ToolAvailabilityContext.decide(context, search, {})).toEqual(deny("no_network_tools"));
  });

  it("keep tools from writing files", () => {
    const context = ToolAvailabilityContext.readOnly();
    expect(ToolAvailabilityContext.decide(context, WRITE, {})).toEqual(deny("no_file_writes"));
    expect(ToolAvailabilityContext.decide(context, READ, {})).toEqual(AUTO);
  });

  it("are asked in order: disabled ids, enabled ids, categories, flags, risk", () => {
    const tool: ToolTraits = { ...RUN, capabilities: ["uses_network", "writes_files"] };
    const steps = [
      [{ disabled_tool_ids: null }, "disabled_tool"],
      [{ enabled_tool_ids: null }, "not_an_enabled_tool"],
      [{ enabled_categories: null }, "not_an_enabled_category"],
      [{ allow_terminal_tools: null }, "no_terminal_tools"],
      [{ allow_network_tools: null }, "no_network_tools"],
      [{ allow_file_writes: null }, "no_file_writes"],
    ] as const;
    let context = ToolAvailabilityContext.parse({
      disabled_tool_ids: ["run"],
      enabled_tool_ids: [],
      enabled_categories: [],
      allow_terminal_tools: false,
      allow_network_tools: false,
      allow_file_writes: false,
    });
    for (const [repeal, rule] of steps) {
      expect(ToolAvailabilityContext.decide(context, tool, {})).toEqual(deny(rule));
      context = ToolAvailabilityContext.with(context, repeal);
    }
    expect(ToolAvailabilityContext.decide(context, tool, {})).toEqual(ASK);
  });

  it("deny a disabled tool also when it is enabled, safe and permitted", () => {
    const permission = ToolPermission.sessionAutoApproval("read_file");
    const context = ToolAvailabilityContext.with(holding(permission), {
      enabled_tool_ids: ["read_file"],
      disabled_tool_ids: ["read_file"],
    });
    expect(ToolAvailabilityContext.decide(context, READ, {})).toEqual(deny("disabled_tool"));
  });

  it("answer for every context and tool, and deny whatever is disabled", () => {
    fc.assert(
      fc.property(samplesOf(ToolAvailabilityContext), fc.constantFrom(WRITE, RUN, FETCH, READ), (context, tool) => {
        const disabled = ToolAvailabilityContext.with(context, { disabled_tool_ids: [tool.id] });
        expect(ToolAvailabilityContext.decide(disabled, tool, {}).approval).toBe("deny");
        const { available, approval } = ToolAvailabilityContext.decide(context, tool, {});
        expect(available).toBe(approval !== "deny");
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});

describe("a permission of the session", () => {
  it("lets a call run, and is told with the decision", () => {
    const permission = ToolPermission.sessionAutoApproval("run");
    expect(ToolAvailabilityContext.decide(holding(permission), RUN, {})).toEqual({
      available: true,
      approval: "auto",
      rule: "session_permission",
      permission,
    });
    expect(ToolAvailabilityContext.findPermission(holding(permission), RUN, {})).toEqual(permission);
  });

  it("lets only calls run whose argument matches its pattern", () => {
    const context = holding(ToolPermission.patternAutoApproval("write_file", { kind: "path_glob", value: "src/**" }));
    expect(ToolAvailabilityContext.decide(context, WRITE, { path: "src/a.ts", content: "../" }).approval).toBe("auto");
    expect(ToolAvailabilityContext.decide(context, WRITE, { path: "test/a.ts" })).toEqual(ASK);
    expect(ToolAvailabilityContext.findPermission(context, WRITE, { path: "test/a.ts" })).toBeUndefined();
  });

  it("needs every pattern argument to match", () => {
    const context = holding(ToolPermission.patternAutoApproval("copy", { kind: "path_glob", value: "src/**" }));
    const copy: ToolTraits = { ...WRITE, id: "copy", pattern_arguments: ["from", "to"] };
    expect(ToolAvailabilityContext.decide(context, copy, { from: "src/a", to: "src/b" }).approval).toBe("auto");
    expect(ToolAvailabilityContext.decide(context, copy, { from: "src/a", to: ".bashrc" })).toEqual(ASK);
    expect(ToolAvailabilityContext.decide(context, copy, { from: "src/a" })).toEqual(ASK);
  });

  it("a permission with a pattern covers no tool that does not say what to hold against it", () => {
    const context = holding(ToolPermission.patternAutoApproval("write_file", { kind: "path_glob", value: "**" }));
    const { pattern_arguments: _, ...silent } = WRITE;
    expect(ToolAvailabilityContext.decide(context, silent, { path: "a" })).toEqual(ASK);
    expect(ToolAvailabilityContext.decide(context, { ...WRITE, pattern_arguments: [] }, { path: "a" })).toEqual(ASK);
  });

  it("a permission for paths covers no tool that runs commands, and one for commands no other", () => {
    const paths = { kind: "path_glob", value: "**" } as const;
    const commands = { kind: "command_prefix", value: "notes.txt" } as const;
    const run = holding(ToolPermission.patternAutoApproval("run", paths));
    const write = holding(ToolPermission.patternAutoApproval("write_file", commands));
    expect(ToolAvailabilityContext.decide(run, RUN, { command: "rm -r src" })).toEqual(ASK);
    expect(ToolAvailabilityContext.decide(write, WRITE, { path: "notes.txt" })).toEqual(ASK);
  });

  it("covers what it covers in a copy of the context, too, as a worker gets one", () => {
    const context = structuredClone(holding(ToolPermission.sessionAutoApproval("run")));
    expect(ToolAvailabilityContext.decide(context, RUN, {}).approval).toBe("auto");
  });

  it("asks again from its end on", () => {
    const context = holding(ToolPermission.timeLimitedAutoApproval("run", 1000, atNow));
    expect(ToolAvailabilityContext.decide(context, RUN, {}, NOW + 999).approval).toBe("auto");
    expect(ToolAvailabilityContext.decide(context, RUN, {}, NOW + 1000)).toEqual(ASK);
    expect(ToolAvailabilityContext.decide(context, RUN, {}, Number.NaN)).toEqual(ASK);
  });

  it("a permission that asks each time still asks", () => {
    const permission = ToolPermission.parse({ ...ToolPermission.sessionAutoApproval("run"), auto_approved: false });
    expect(ToolAvailabilityContext.decide(holding(permission), RUN, {})).toEqual(ASK);
  });

  it("a permission given for another tool covers nothing, whatever it stands under", () => {
    const stolen = ToolAvailabilityContext.parse({
      session_permissions: { run: ToolPermission.sessionAutoApproval("read_file") },
    });
    expect(ToolAvailabilityContext.decide(stolen, RUN, {})).toEqual(ASK);
  });

  it("a permission of a newer version, which may have limits that nobody here knows, asks", () => {
    const newer = ToolPermission.parse({
      ...ToolPermission.sessionAutoApproval("run"),
      schema_version: CURRENT_VERSION + 1,
      only_on: "Mondays",
    });
    expect(ToolAvailabilityContext.decide(holding(newer), RUN, {})).toEqual(ASK);
  });

  it.each(["__proto__", "constructor"])("is found for a tool named %s only when there is one", (id) => {
    const tool: ToolTraits = { ...RUN, id };
    const permission = ToolPermission.sessionAutoApproval(id);
    expect(ToolAvailabilityContext.decide(holding(ToolPermission.sessionAutoApproval("run")), tool, {})).toEqual(ASK);
    expect(ToolAvailabilityContext.decide(holding(permission), tool, {}).approval).toBe("auto");
  });
});

describe("hostile arguments", () => {
  const context = holding(ToolPermission.patternAutoApproval("write_file", { kind: "path_glob", value: "src/**" }));
  const fickle = Object.defineProperty({}, "path", { get: () => "src/a", enumerable: true });
  const throwing = new Proxy(
    {},
    {
      getOwnPropertyDescriptor: () => {
        throw new Error(SECRET);
      },
    },
  );

  it.each([
    ["null", null],
    ["a text", "src/a"],
    ["a list", ["src/a"]],
    ["a number", { path: 1 }],
    ["a list of paths", { path: ["src/a"] }],
    ["an object that prints as a path", { path: { toString: () => "src/a" } }],
    ["a text object", { path: new String("src/a") }],
    ["an inherited argument", Object.create({ path: "src/a" })],
    ["a getter, which may answer otherwise next time", fickle],
    ["a proxy that throws", throwing],
    ["the argument in other letters", { Path: "src/a" }],
    ["an argument of the prototype", JSON.parse('{"__proto__":{"path":"src/a"}}')],
  ])("ask for %s", (_, args) => {
    expect(ToolAvailabilityContext.decide(context, WRITE, args as never)).toEqual(ASK);
  });

  it("ask for any JSON that is not a path in the folder", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (path) => {
        expect(ToolAvailabilityContext.decide(context, WRITE, { path })).toEqual(ASK);
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});

describe("what cannot be read", () => {
  const decide = (context: unknown, tool: unknown) => () =>
    ToolAvailabilityContext.decide(context as never, tool as never, {});

  it("decides nothing: a context that is none is refused", () => {
    expect(placesOf(decide({}, READ))).toEqual([": not_decoded"]);
    expect(placesOf(decide({ ...plain, enabled_tool_ids: "read_file" }, READ))).toEqual([
      "/enabled_tool_ids: wrong_type",
    ]);
    expect(placesOf(decide(undefined, READ))).toHaveLength(1);
  });

  it("decides nothing: traits that are none are refused, with every problem", () => {
    expect(placesOf(decide(plain, null))).toEqual([": wrong_type"]);
    expect(placesOf(decide(plain, {}))).toEqual([
      "/id: not_allowed_value",
      "/category: not_allowed_value",
      "/risk_level: not_allowed_value",
      "/capabilities: not_allowed_value",
    ]);
    expect(placesOf(decide(plain, { ...READ, id: "x".repeat(257) }))).toEqual(["/id: not_allowed_value"]);
    const misspelt = decide(plain, { ...WRITE, capabilities: ["write_files", SECRET], pattern_arguments: "path" });
    expect(placesOf(misspelt)).toEqual(["/capabilities: not_allowed_value", "/pattern_arguments: not_allowed_value"]);
    expectNoSecret(errorOf(misspelt));
  });

  it("finds no permission either", () => {
    expect(placesOf(() => ToolAvailabilityContext.findPermission(plain, {} as never, {}))).toHaveLength(4);
  });
});

describe("types", () => {
  it("a decision narrows by availability, and by the rule to the permission", () => {
    const decision: ToolDecision = ToolAvailabilityContext.decide(plain, READ, {});
    if (!decision.available) expectTypeOf(decision.approval).toEqualTypeOf<"deny">();
    else if (decision.rule === "session_permission") expectTypeOf(decision.permission).toEqualTypeOf<ToolPermission>();
    else expectTypeOf(decision).not.toHaveProperty("permission");
    expectTypeOf<Extract<ToolDecision, { approval: "deny" }>["rule"]>().toEqualTypeOf<DenialRule>();
    expect(Object.isFrozen(decision)).toBe(true);
  });

  it("a capability or a category that does not exist does not compile", () => {
    // @ts-expect-error: no capability of that name
    expect(() => ToolAvailabilityContext.decide(plain, { ...READ, capabilities: ["write_files"] }, {})).toThrow();
    // @ts-expect-error: no category of that name
    expect(() => ToolAvailabilityContext.decide(plain, { ...READ, category: "shell" }, {})).toThrow();
  });
});
