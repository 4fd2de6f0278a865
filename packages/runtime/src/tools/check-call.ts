/** What stands in the way of a call, whatever anybody decides on it. */

import { ToolAvailabilityContext, ToolRequestMessage } from "@parlance/builders";
import {
  type Logger,
  ParlanceError,
  type RequestedToolCall,
  type ToolCallDefect,
  type ToolError,
  ValidationError,
} from "@parlance/core";
import { tell } from "@parlance/core/internal";
import type { ToolRegistry } from "./registry.js";
import type { Tool } from "./tool.js";
import type { ToolErrorCode } from "./tool-error-code.js";

/** What a call is held against. */
export interface CallSurroundings {
  readonly registry: ToolRegistry;
  readonly context: ToolAvailabilityContext;
  readonly logger?: Logger | undefined;
}

/** A call that could run, if it may. */
export interface SoundCall {
  readonly ok: true;
  readonly tool: Tool;
  readonly args: unknown;
}

/** A call that cannot, and what the model is told. */
export interface FaultyCall {
  readonly ok: false;
  /** Whether it goes wrong or is forbidden. */
  readonly status: "error" | "denied";
  readonly error: ToolError & { readonly code: ToolErrorCode; readonly message: string };
}

/** @param path The place of the call, for warnings. */
export function checkCall(
  call: RequestedToolCall,
  surroundings: CallSurroundings,
  path: string,
): SoundCall | FaultyCall {
  const { registry, context } = surroundings;
  if (call.defect !== undefined) return fault("defect", DEFECTS[call.defect]);
  const tool = registry.get(call.name);
  if (tool === undefined) return fault("unknown_tool", "There is no tool of this name.");
  const decision = ToolAvailabilityContext.decide(context, tool.traits, call.arguments, 0);
  if (!decision.available) return { ...fault(decision.rule, "This tool may not be used here."), status: "denied" };
  if (!hasDigits(call)) return fault("lost_digits", "Digits of the numbers in the arguments are lost.");
  return readArguments(call, tool, surroundings, path);
}

const DEFECTS: Readonly<Record<ToolCallDefect, string>> = {
  invalid: "The arguments are not a JSON object.",
  truncated: "The call was cut off before it was complete.",
};

function fault(code: ToolErrorCode, message: string, recoverable = true): FaultyCall {
  return { ok: false, status: "error", error: Object.freeze({ code, message, recoverable }) };
}

/** Nobody can approve of a number that nobody knows. */
function hasDigits(call: RequestedToolCall): boolean {
  try {
    ToolRequestMessage.hashOf(call);
    return true;
  } catch (error) {
    if (ValidationError.isInstance(error)) return false;
    throw error;
  }
}

function readArguments(
  call: RequestedToolCall,
  tool: Tool,
  { logger }: CallSurroundings,
  path: string,
): SoundCall | FaultyCall {
  try {
    const read = tool.argumentsOf(call);
    return read.ok ? { ok: true, tool, args: read.value } : fault("invalid_arguments", listed(read.error));
  } catch (error) {
    if (!ParlanceError.isInstance(error)) throw error;
    tell(logger, { code: error.code, path, message: error.message });
    return fault(error.code as ToolErrorCode, "The tool cannot check its arguments.", false);
  }
}

/** More would not help a model. */
const MOST_ISSUES = 10;

/** The model wrote the arguments itself, so places and rules are all it needs to write better ones. */
function listed({ issues }: ValidationError): string {
  const shown = issues
    .slice(0, MOST_ISSUES)
    .map(({ path, expected, found }) => `${path}: expected ${expected}, found ${found}`);
  const left = issues.length - shown.length;
  return ["The arguments are not what the tool takes.", ...shown, ...(left > 0 ? [`and ${left} more`] : [])].join("\n");
}
