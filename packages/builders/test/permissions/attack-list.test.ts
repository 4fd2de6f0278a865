/** The attack list: arguments that must not run without asking, beside honest ones that do, and patterns that nobody may give. */

import { CURRENT_VERSION } from "@parlance/core";
import { describe, expect, it } from "vitest";
import { ToolAvailabilityContext, ToolPermission, type ToolTraits } from "../../src/index.js";
import { placesOf } from "../refusal.js";
import type { Attacked, Kind } from "./attacked.js";
import { ATTACKS_BY_PATTERNS } from "./attacks-by-patterns.js";
import { ATTACKS_ON_COMMANDS, ATTACKS_ON_EXACT_TEXTS } from "./attacks-on-commands.js";
import { ATTACKS_ON_PATHS } from "./attacks-on-paths.js";

const LIST: readonly (readonly [Kind, Attacked])[] = [
  ...ATTACKS_ON_PATHS.map((attacked) => ["path_glob", attacked] as const),
  ...ATTACKS_ON_COMMANDS.map((attacked) => ["command_prefix", attacked] as const),
  ...ATTACKS_ON_EXACT_TEXTS.map((attacked) => ["exact", attacked] as const),
];

const CASES = LIST.map(([kind, { pattern, options, honest, attacks }]) => {
  const title = options === undefined ? pattern : `${pattern} (options: ${options})`;
  return { kind, title, given: { kind, value: pattern, ...(options && { options }) }, honest, attacks };
});

describe.each(CASES)("$kind $title", ({ kind, given, honest, attacks }) => {
  const permission = ToolPermission.patternAutoApproval("tool", given);
  const context = ToolAvailabilityContext.with(ToolAvailabilityContext.default(), {
    session_permissions: { tool: permission },
  });
  const tool: ToolTraits = {
    id: "tool",
    category: kind === "command_prefix" ? "terminal" : "file_system",
    risk_level: "high",
    capabilities: ["writes_files"],
    pattern_arguments: ["argument"],
  };

  it.each(honest)("lets %j run", (argument) => {
    expect(ToolPermission.matchesPattern(permission, argument)).toBe(true);
    expect(ToolAvailabilityContext.decide(context, tool, { argument }).approval).toBe("auto");
  });

  it.each(attacks.map(([name, argument, why]) => ({ name, argument, why })))("asks for $name: $why", ({ argument }) => {
    expect(ToolPermission.matchesPattern(permission, argument)).toBe(false);
    expect(ToolAvailabilityContext.decide(context, tool, { argument }).approval).toBe("ask");
  });
});

describe.each(ATTACKS_BY_PATTERNS.map(([name, kind, value, argument]) => ({ name, kind, value, argument })))(
  "$kind pattern: $name",
  ({ kind, value, argument }) => {
    it("is refused", () => {
      const give = () => ToolPermission.patternAutoApproval("tool", { kind, value });
      expect(placesOf(give)).toEqual(["/approval_pattern/value: unsafe_pattern"]);
    });

    it("matches nothing when it was stored by somebody else", () => {
      const stored = ToolPermission.parse({
        schema_version: CURRENT_VERSION,
        tool_id: "tool",
        auto_approved: true,
        approval_pattern: { kind, value },
        granted_at: "2026-11-21T10:00:00.000Z",
      });
      expect(ToolPermission.matchesPattern(stored, argument)).toBe(false);
      expect(ToolPermission.matchesPattern(stored, value)).toBe(false);
    });
  },
);
