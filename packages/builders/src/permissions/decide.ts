/** Decides on a call of a tool: whether the tool may be used, and whether somebody has to be asked first. */

import * as core from "@parlance/core";
import {
  CURRENT_VERSION,
  type Issue,
  type ToolAvailabilityContext,
  type ToolPermission,
  ValidationError,
} from "@parlance/core";
import { issue } from "@parlance/core/internal";
import { issuesElsewhere } from "../shared/construct.js";
import {
  getSessionPermission,
  isAutoApprovable,
  isCategoryEnabled,
  isToolDisabled,
  isToolExplicitlyEnabled,
} from "./availability-queries.js";
import { isValidPermission, matchesPattern } from "./permission-state.js";
import { checkTraits, isCapable, type ToolTraits } from "./tool-traits.js";

/** The arguments of a call, as the model gave them; they may hold anything. */
export type GivenArguments = Readonly<Record<string, unknown>>;

/** Why a tool may not be used, in the order in which the rules are asked. */
export type DenialRule =
  | "disabled_tool"
  | "not_an_enabled_tool"
  | "not_an_enabled_category"
  | "no_terminal_tools"
  | "no_network_tools"
  | "no_file_writes";

/** What is to be done with a call, and the rule that says so. */
export type ToolDecision =
  | { readonly available: false; readonly approval: "deny"; readonly rule: DenialRule }
  | { readonly available: true; readonly approval: "ask" | "auto"; readonly rule: "risk_level" }
  | {
      readonly available: true;
      readonly approval: "auto";
      readonly rule: "session_permission";
      readonly permission: ToolPermission;
    };

/**
 * Decides on a call. The first rule that forbids the tool decides: disabled ids, enabled ids, categories, the allow flags. Risk hides
 * no tool: up to the level of the context it runs without asking, above that only with a permission of the session that covers
 * the call.
 *
 * @param tool From the program's registry of tools, never from a model.
 * @param args Only their own, plain text members are held against patterns.
 * @param now Milliseconds since 1970.
 * @throws ValidationError when the context or the traits are none: nothing is decided on what cannot be read.
 */
export function decideOnCall(
  context: ToolAvailabilityContext,
  tool: ToolTraits,
  args: GivenArguments,
  now: number = Date.now(),
): ToolDecision {
  check(context, tool);
  const denial = DENIALS.find(([, applies]) => applies(context, tool));
  if (denial !== undefined) return Object.freeze({ available: false, approval: "deny", rule: denial[0] });
  if (isAutoApprovable(context, tool.risk_level)) {
    return Object.freeze({ available: true, approval: "auto", rule: "risk_level" });
  }
  const permission = coveringPermission(context, tool, args, now);
  return permission === undefined
    ? Object.freeze({ available: true, approval: "ask", rule: "risk_level" })
    : Object.freeze({ available: true, approval: "auto", rule: "session_permission", permission });
}

const DENIALS: readonly (readonly [DenialRule, (context: ToolAvailabilityContext, tool: ToolTraits) => boolean])[] = [
  ["disabled_tool", (context, { id }) => isToolDisabled(context, id)],
  ["not_an_enabled_tool", (context, { id }) => !isToolExplicitlyEnabled(context, id)],
  ["not_an_enabled_category", (context, { category }) => !isCategoryEnabled(context, category)],
  ["no_terminal_tools", (context, tool) => !context.allow_terminal_tools && isCapable(tool, "runs_commands")],
  ["no_network_tools", (context, tool) => !context.allow_network_tools && isCapable(tool, "uses_network")],
  ["no_file_writes", (context, tool) => !context.allow_file_writes && isCapable(tool, "writes_files")],
];

/**
 * The permission of the session that lets this call run without asking. It is given for this very tool, has not run out, is of a
 * version that is understood, and its pattern, if it has one, matches every one of the tool's pattern arguments. Whether the
 * tool may be used at all is another question, which `decide` asks first.
 *
 * @param now Milliseconds since 1970.
 * @throws ValidationError when the context or the traits are none.
 */
export function findPermission(
  context: ToolAvailabilityContext,
  tool: ToolTraits,
  args: GivenArguments,
  now: number = Date.now(),
): ToolPermission | undefined {
  check(context, tool);
  return coveringPermission(context, tool, args, now);
}

function check(context: ToolAvailabilityContext, tool: ToolTraits): void {
  if (!core.ToolAvailabilityContext.is(context)) throw refusalOf(context);
  checkTraits(tool);
}

function refusalOf(context: unknown): ValidationError {
  const result = core.ToolAvailabilityContext.safeParse(context);
  return new ValidationError(result.ok ? [NOT_DECODED] : issuesElsewhere(result.error.issues, []));
}

const NOT_DECODED: Issue = /* @__PURE__ */ issue("not_decoded", "", "a value in its decoded form", "another value");

function coveringPermission(
  context: ToolAvailabilityContext,
  tool: ToolTraits,
  args: GivenArguments,
  now: number,
): ToolPermission | undefined {
  const permission = getSessionPermission(context, tool.id);
  return permission?.tool_id === tool.id &&
    permission.schema_version <= CURRENT_VERSION &&
    isValidPermission(permission, now) &&
    covers(permission, tool, args)
    ? permission
    : undefined;
}

function covers(permission: ToolPermission, tool: ToolTraits, args: GivenArguments): boolean {
  const { approval_pattern } = permission;
  if (approval_pattern === undefined) return true;
  const names = tool.pattern_arguments ?? [];
  return (
    names.length > 0 &&
    isKindFor(tool, approval_pattern.kind) &&
    names.every((name) => matchesText(permission, ownText(args, name)))
  );
}

/** A command looks like a path to a glob, and a path like a command: neither kind says anything of the other. */
function isKindFor(tool: ToolTraits, kind: core.PermissionPattern["kind"]): boolean {
  return kind === "exact" || (kind === "command_prefix") === isCapable(tool, "runs_commands");
}

function matchesText(permission: ToolPermission, text: string | undefined): boolean {
  return text !== undefined && matchesPattern(permission, text);
}

/** A getter could answer the tool otherwise than it answers here, so only what is stored counts; a proxy may throw instead. */
function ownText(args: unknown, name: string): string | undefined {
  if (typeof args !== "object" || args === null) return undefined;
  try {
    const value: unknown = Object.getOwnPropertyDescriptor(args, name)?.value;
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}
