/** Which tools a request may use, and which of them run without asking. */

import * as core from "@parlance/core";
import { TOOL_AVAILABILITY_CONTEXT_FIELDS } from "../generated/fields.gen.js";
import { extendCompanion } from "../shared/companion.js";
import { parsedDraft } from "../shared/construct.js";
import type { Describe } from "../shared/describe.js";
import { type Patch, patchedValue } from "../shared/patch.js";
import {
  describeContext,
  getSessionPermission,
  hasActiveFile,
  hasSelection,
  hasSessionPermission,
  hasWorkspace,
  isAutoApprovable,
  isCategoryEnabled,
  isToolDisabled,
  isToolExplicitlyEnabled,
  isWhitelistMode,
} from "./availability-queries.js";
import { contextIssues } from "./context-issues.js";
import { decideOnCall, findPermission } from "./decide.js";
import type { ToolCategory } from "./tool-category.js";

export type ToolAvailabilityContext = core.ToolAvailabilityContext;

/** Every tool may be used; those that are safe run without asking. */
function defaultContext(): ToolAvailabilityContext {
  return contextOf({});
}

/**
 * As `default`, with an open project.
 *
 * @param workspacePath Its root folder.
 * @throws ValidationError
 */
function forWorkspace(workspacePath: string): ToolAvailabilityContext {
  return contextOf({ workspace_path: workspacePath });
}

/** No tool may write files or run commands. */
function readOnly(): ToolAvailabilityContext {
  return contextOf({ allow_terminal_tools: false, allow_file_writes: false });
}

/**
 * Only these tools may be used: none, when none is named. An id that is named twice counts once.
 *
 * @throws ValidationError
 */
function withTools(...toolIds: readonly string[]): ToolAvailabilityContext {
  return contextOf({ enabled_tool_ids: [...new Set(toolIds)] });
}

/**
 * Only tools of these categories may be used: none, when none is named.
 *
 * @throws ValidationError
 */
function withCategories(...categories: readonly ToolCategory[]): ToolAvailabilityContext {
  return contextOf({ enabled_categories: [...new Set(categories)] });
}

function contextOf(fields: Partial<ToolAvailabilityContext>): ToolAvailabilityContext {
  return parsedDraft(core.ToolAvailabilityContext, fields);
}

/**
 * A context with some fields changed: absent and undefined keep, null clears (and brings a default back), anything else replaces.
 *
 * @throws ValidationError, also with the codes `end_before_start` and `cursor_with_text` of a selection, and `other_tool` for a
 * permission under the id of another tool.
 */
function withPatch(context: ToolAvailabilityContext, patch: Patch<ToolAvailabilityContext>): ToolAvailabilityContext {
  return patchedValue(core.ToolAvailabilityContext, context, patch, TOOL_AVAILABILITY_CONTEXT_FIELDS, contextIssues);
}

export const ToolAvailabilityContext: core.Companion<ToolAvailabilityContext> & {
  readonly default: typeof defaultContext;
  readonly forWorkspace: typeof forWorkspace;
  readonly readOnly: typeof readOnly;
  readonly withTools: typeof withTools;
  readonly withCategories: typeof withCategories;
  readonly with: typeof withPatch;
  readonly hasWorkspace: typeof hasWorkspace;
  readonly hasActiveFile: typeof hasActiveFile;
  readonly hasSelection: typeof hasSelection;
  readonly isWhitelistMode: typeof isWhitelistMode;
  readonly isToolDisabled: typeof isToolDisabled;
  readonly isToolExplicitlyEnabled: typeof isToolExplicitlyEnabled;
  readonly isCategoryEnabled: typeof isCategoryEnabled;
  readonly hasSessionPermission: typeof hasSessionPermission;
  readonly getSessionPermission: typeof getSessionPermission;
  readonly isAutoApprovable: typeof isAutoApprovable;
  readonly findPermission: typeof findPermission;
  readonly decide: typeof decideOnCall;
  readonly describe: Describe<ToolAvailabilityContext>;
} = /* @__PURE__ */ extendCompanion(core.ToolAvailabilityContext, {
  default: defaultContext,
  forWorkspace,
  readOnly,
  withTools,
  withCategories,
  with: withPatch,
  hasWorkspace,
  hasActiveFile,
  hasSelection,
  isWhitelistMode,
  isToolDisabled,
  isToolExplicitlyEnabled,
  isCategoryEnabled,
  hasSessionPermission,
  getSessionPermission,
  isAutoApprovable,
  findPermission,
  decide: decideOnCall,
  describe: describeContext,
});
