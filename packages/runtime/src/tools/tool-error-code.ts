/** The words for programs in the errors of tool results. */

import type { DenialRule } from "@parlance/builders";

/**
 * Why a call has no output, in the `error.code` of its result; a `ToolFailure` may have a code of its own.
 *
 * The call itself: `unknown_tool` (none of this name in the registry), `defect` (cut off, or its arguments are not a JSON object),
 * `invalid_arguments` (not what the definition takes), `lost_digits` (numbers that nobody can know any more).
 *
 * The decision: a `DenialRule` of the context, `denied`, `expired` (nobody decided in time), `approval_not_valid` (an approval without a
 * hash, or one of something else), `tool_changed` (an approval of a tool of this name that was described otherwise).
 *
 * The run: `tool_failed`, `schema_failed` and `async_schema` (the tool cannot check its arguments), `bad_output` (what it gave back is no
 * JSON), `output_too_large`, `timeout`, `cancelled`, `tool_still_running` (an earlier tool that has to be alone did not stop),
 * `interrupted` (the run began earlier, and how it ended is not known).
 */
export type ToolErrorCode =
  | "unknown_tool"
  | "defect"
  | "invalid_arguments"
  | "lost_digits"
  | DenialRule
  | "denied"
  | "expired"
  | "approval_not_valid"
  | "tool_changed"
  | "tool_failed"
  | "schema_failed"
  | "async_schema"
  | "bad_output"
  | "output_too_large"
  | "timeout"
  | "cancelled"
  | "tool_still_running"
  | "interrupted";
