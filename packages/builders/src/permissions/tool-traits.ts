/** What has to be known of a tool to decide whether it may be used. */

import { type Issue, ValidationError } from "@parlance/core";
import { issue } from "@parlance/core/internal";
import { RiskLevel } from "./risk-level.js";
import { ToolCategory } from "./tool-category.js";

/** What a tool can do besides its category: `terminal` runs commands and `network` uses the network without saying so. */
export type ToolCapability = "runs_commands" | "uses_network" | "writes_files";

/** Plain data from the registry of tools. It comes from the program, never from a model. */
export interface ToolTraits {
  /** The id in the registry: 1 to 256 characters. */
  readonly id: string;
  readonly category: ToolCategory;
  readonly risk_level: RiskLevel;
  readonly capabilities: readonly ToolCapability[];
  /**
   * Names of the arguments that a permission's pattern is held against; each of them has to match. Absent or empty means that
   * a permission with a pattern never covers the tool. Other arguments are free: an argument that can change what a command
   * or a path means (a working folder, environment variables) makes patterns unfit for the tool.
   */
  readonly pattern_arguments?: readonly string[];
}

/** Whether the tool can do this, by its capabilities or by its category. */
export function isCapable(tool: ToolTraits, capability: ToolCapability): boolean {
  return tool.capabilities.includes(capability) || IMPLIED_BY[capability] === tool.category;
}

const IMPLIED_BY: Readonly<Record<ToolCapability, ToolCategory | undefined>> = {
  runs_commands: "terminal",
  uses_network: "network",
  writes_files: undefined,
};

const CAPABILITIES: readonly unknown[] = ["runs_commands", "uses_network", "writes_files"];

const CATEGORY = "a category of the contract, such as terminal, or one of your own that starts with `_`";
const LEVEL = "safe, low, medium, high or critical";
const CAPABILITY_LIST = "a list with none but runs_commands, uses_network and writes_files";

/**
 * Refuses invalid traits: a capability that is misspelt must not open what it should close.
 *
 * @throws ValidationError with all issues.
 */
export function checkTraits(tool: ToolTraits): void {
  const found: Issue[] = [];
  if (typeof tool !== "object" || tool === null) found.push(issue("wrong_type", "", "traits of a tool", typeof tool));
  else found.push(...traitIssues(tool));
  if (found.length > 0) throw new ValidationError(found);
}

function traitIssues({ id, category, risk_level, capabilities, pattern_arguments }: ToolTraits): Issue[] {
  const rules: readonly (readonly [boolean, string, string])[] = [
    [typeof id === "string" && id !== "" && [...id].length <= 256, "/id", "a text of 1 to 256 characters"],
    [ToolCategory.is(category), "/category", CATEGORY],
    [RiskLevel.is(risk_level), "/risk_level", LEVEL],
    [isListOf(capabilities, (one) => CAPABILITIES.includes(one)), "/capabilities", CAPABILITY_LIST],
    [
      pattern_arguments === undefined || isListOf(pattern_arguments, (one) => typeof one === "string"),
      "/pattern_arguments",
      "a list of names",
    ],
  ];
  return rules
    .filter(([holds]) => !holds)
    .map(([, path, expected]) => issue("not_allowed_value", path, expected, "another value"));
}

function isListOf(list: unknown, isOne: (item: unknown) => boolean): boolean {
  return Array.isArray(list) && list.every(isOne);
}
