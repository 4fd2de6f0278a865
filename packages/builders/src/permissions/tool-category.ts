/** What a tool works on, as a type that knows the contract's own words. */

import * as core from "@parlance/core";
import { extendCompanion } from "../shared/companion.js";

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

export const ToolCategory: core.Companion<ToolCategory> & {
  readonly FileSystem: "file_system";
  readonly Terminal: "terminal";
  readonly Network: "network";
  readonly Search: "search";
  readonly Code: "code";
  readonly VersionControl: "version_control";
  readonly Database: "database";
  readonly Other: "other";
} = /* @__PURE__ */ extendCompanion(core.ToolCategory as core.Companion<ToolCategory>, {
  FileSystem: "file_system",
  Terminal: "terminal",
  Network: "network",
  Search: "search",
  Code: "code",
  VersionControl: "version_control",
  Database: "database",
  Other: "other",
});
