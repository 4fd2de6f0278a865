/** What can be asked of a context by itself, without a tool and a call to decide on. */

import type { ToolAvailabilityContext, ToolPermission } from "@parlance/core";
import { TextSelection } from "../files/text-selection.js";
import { countedNoun, type Describe, describer, type Fact } from "../shared/describe.js";
import { RiskLevel } from "./risk-level.js";
import type { ToolCategory } from "./tool-category.js";

/** Whether a project is open. */
export function hasWorkspace(context: ToolAvailabilityContext): boolean {
  return context.workspace_path !== undefined;
}

/** Whether a file is shown in the editor. */
export function hasActiveFile(context: ToolAvailabilityContext): boolean {
  return context.active_file_path !== undefined;
}

/** Whether something is selected: a cursor is not a selection. */
export function hasSelection({ active_selection }: ToolAvailabilityContext): boolean {
  return active_selection !== undefined && !TextSelection.isEmpty(active_selection);
}

/** Whether only listed tools may be used; so it is with an empty list, too. */
export function isWhitelistMode(context: ToolAvailabilityContext): boolean {
  return context.enabled_tool_ids !== undefined;
}

/** Whether the tool is ruled out by its id. */
export function isToolDisabled(context: ToolAvailabilityContext, toolId: string): boolean {
  return context.disabled_tool_ids?.includes(toolId) ?? false;
}

/** Whether the list of enabled tools lets the tool through: every tool where there is no list. */
export function isToolExplicitlyEnabled(context: ToolAvailabilityContext, toolId: string): boolean {
  return context.enabled_tool_ids?.includes(toolId) ?? true;
}

/** Whether tools of the category may be used, as far as the list of categories goes. */
export function isCategoryEnabled(context: ToolAvailabilityContext, category: ToolCategory): boolean {
  return context.enabled_categories?.includes(category) ?? true;
}

/**
 * Whether there is a permission for the tool, be it expired, for other arguments, or one that asks each time. It says nothing
 * about a call: only `findPermission` and `decide` may skip a prompt.
 */
export function hasSessionPermission(context: ToolAvailabilityContext, toolId: string): boolean {
  return getSessionPermission(context, toolId) !== undefined;
}

/** The permission for the tool, whether it holds or not. */
export function getSessionPermission(context: ToolAvailabilityContext, toolId: string): ToolPermission | undefined {
  const { session_permissions } = context;
  return session_permissions !== undefined && Object.hasOwn(session_permissions, toolId)
    ? session_permissions[toolId]
    : undefined;
}

/** Whether tools of this risk run without asking. */
export function isAutoApprovable(context: ToolAvailabilityContext, level: RiskLevel): boolean {
  return RiskLevel.compare(level, context.max_auto_approval_risk_level) <= 0;
}

/** `ToolAvailabilityContext(workspace, 2 enabled tools, auto up to low, no terminal, 1 permission)`; paths are content. */
export const describeContext: Describe<ToolAvailabilityContext> = /* @__PURE__ */ describer(
  "ToolAvailabilityContext",
  factsOf,
  ({ workspace_path }) => workspace_path,
);

function factsOf(context: ToolAvailabilityContext): readonly Fact[] {
  const { workspace_path, enabled_tool_ids, disabled_tool_ids, enabled_categories, session_permissions } = context;
  return [
    workspace_path && "workspace",
    hasActiveFile(context) && "active file",
    hasSelection(context) && "selection",
    enabled_tool_ids && countedNoun(enabled_tool_ids.length, "enabled tool"),
    disabled_tool_ids && countedNoun(disabled_tool_ids.length, "disabled tool"),
    enabled_categories && `categories ${enabled_categories.length}`,
    `auto up to ${context.max_auto_approval_risk_level}`,
    !context.allow_terminal_tools && "no terminal",
    !context.allow_network_tools && "no network",
    !context.allow_file_writes && "no file writes",
    session_permissions && countedNoun(Object.keys(session_permissions).length, "permission"),
  ];
}
