/** What must hold within a tool context besides its schema. */

import type { Issue, JsonObject, ToolAvailabilityContext } from "@parlance/core";
import { isJsonObject, issue, issuesAt } from "@parlance/core/internal";
import { selectionIssues } from "../files/text-selection.js";

/**
 * Everything in a tool context, or in a patch of one, that no schema can state. A field whose type is wrong is left to the schema.
 *
 * @param context Frozen to its last level, so that nobody else's code runs when it is read.
 */
export function contextIssues(
  context: { readonly [Name in keyof ToolAvailabilityContext]?: unknown },
): readonly Issue[] {
  const { active_selection: selection, session_permissions: permissions } = context;
  return [
    ...(isJsonObject(selection) ? issuesAt("/active_selection", selectionIssues(selection)) : []),
    ...(isJsonObject(permissions) ? permissionIssues(permissions) : []),
  ];
}

/** A permission under another id would cover nothing, and its tool would look as if it had none. */
function permissionIssues(permissions: JsonObject): readonly Issue[] {
  return Object.entries(permissions)
    .filter(([toolId, permission]) => isJsonObject(permission) && isOther(permission.tool_id, toolId))
    .map(() =>
      issue("other_tool", "/session_permissions/*/tool_id", "the id that the permission stands under", "another id"),
    );
}

function isOther(given: unknown, toolId: string): boolean {
  return typeof given === "string" && given !== toolId;
}
