/** The order of risk, and the categories of tools. */

import { describe, expect, expectTypeOf, it } from "vitest";
import { RiskLevel, ToolCategory } from "../../src/index.js";

describe("risk", () => {
  it("rises from safe to critical", () => {
    const levels: readonly RiskLevel[] = ["safe", "low", "medium", "high", "critical"];
    expect(levels.map(RiskLevel.rank)).toEqual([0, 1, 2, 3, 4]);
    expect([...levels].reverse().sort(RiskLevel.compare)).toEqual(levels);
  });

  it.each(["Safe", "", "none", "toString", "__proto__"])(
    "has no rank for %j, and compares it as neither more nor less",
    (level) => {
      expect(RiskLevel.rank(level as RiskLevel)).toBeNaN();
      expect(RiskLevel.compare(level as RiskLevel, "critical") <= 0).toBe(false);
    },
  );
});

describe("a category", () => {
  it.each(["terminal", "_billing"])("may be %s", (category) => expect(ToolCategory.is(category)).toBe(true));

  it.each(["Terminal", "billing", "_", "_Billing", "terminal\n"])("is not %j", (category) => {
    expect(ToolCategory.is(category)).toBe(false);
  });

  it("is a literal to the compiler", () => {
    expectTypeOf<"terminal">().toExtend<ToolCategory>();
    expectTypeOf<"_billing">().toExtend<ToolCategory>();
    expectTypeOf<"billing">().not.toExtend<ToolCategory>();
  });
});

it("has a name for each level", () => {
  const { Safe, Low, Medium, High, Critical } = RiskLevel;
  expect([Safe, Low, Medium, High, Critical]).toEqual(["safe", "low", "medium", "high", "critical"]);
});

it("has a name for each category of the contract", () => {
  const { FileSystem, Terminal, Network, Search, Code, VersionControl, Database, Other } = ToolCategory;
  expect([FileSystem, Terminal, Network, Search, Code, VersionControl, Database, Other]).toEqual([
    "file_system",
    "terminal",
    "network",
    "search",
    "code",
    "version_control",
    "database",
    "other",
  ]);
});
