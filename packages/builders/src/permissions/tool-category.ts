/** What a tool works on, as a type that knows the contract's own words. */

import * as core from "@parlance/core";

/** One of the contract's categories, or one of the application's own, which starts with `_`. */
export type ToolCategory =
  | "file_system"
  | "terminal"
  | "network"
  | "search"
  | "code"
  | "version_control"
  | "database"
  | "other"
  | `_${string}`;

export const ToolCategory: core.Companion<ToolCategory> = core.ToolCategory as core.Companion<ToolCategory>;
