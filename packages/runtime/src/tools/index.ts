/** Everything of `@parlance/runtime/tools`. Adding an export here makes it API. */

export type { ApprovalAnswer, AskForApproval, CallToDecide } from "./ask.js";
export { type ApprovalPolicy, type DecideOptions, decideCalls, type PolicyDecision } from "./decide-calls.js";
export { type ExecuteOptions, executeCalls } from "./execute-calls.js";
export { createToolRegistry, type ToolRegistry } from "./registry.js";
export { createReplayLedger, type MemoryLedger, type ReplayLedger } from "./replay-ledger.js";
export type { ToolErrorDetail } from "./thrown-error.js";
export {
  createTool,
  type PlainToolSettings,
  type Tool,
  type ToolConcurrency,
  type ToolRun,
  type TypedToolSettings,
} from "./tool.js";
export type { ToolErrorCode } from "./tool-error-code.js";
export { ToolFailure, type ToolFailureOptions } from "./tool-failure.js";
export { type ToolAnswer, type ToolOutput, toolOutput } from "./tool-output.js";
