/** The one result of a call, whatever became of it. */

import { type Surroundings, ToolResultMessage } from "@parlance/builders";
import type { ToolError, ToolExecution, ToolRequestMessage } from "@parlance/core";
import { frozenJson, type JsonValue, stringifyJson } from "@parlance/core/json";
import { isLargerThan } from "./size.js";
import { type TellSettings, withStack } from "./thrown-error.js";
import type { ToolErrorCode } from "./tool-error-code.js";
import { isToolAnswer } from "./tool-output.js";

/** The call that is answered, and what its result is made with. */
export interface Answered {
  readonly request: ToolRequestMessage;
  readonly call_id: string;
  readonly surroundings: Surroundings;
}

/** What the model is told of an end that is not a success. */
export function endedResult(
  { request, call_id, surroundings }: Answered,
  status: "error" | "denied" | "cancelled" | "timeout" | "interrupted",
  error: ToolError | undefined,
  execution?: ToolExecution,
): ToolResultMessage {
  const options = { ...surroundings, ...(execution && { execution }) };
  if (status === "error") return ToolResultMessage.error(request, call_id, error ?? {}, options);
  return ToolResultMessage[status](request, call_id, { ...options, error });
}

/** An error with one of the codes of this package. */
export function toolError(code: ToolErrorCode, message: string, recoverable: boolean): ToolError {
  return { code, message, recoverable };
}

export const NOT_BEGUN: ToolError = /* @__PURE__ */ toolError("cancelled", "It had not begun.", true);

/** What a tool gave back, or why it cannot be kept: it is not JSON, or too much. */
export function outputResult(
  answered: Answered,
  given: unknown,
  execution: ToolExecution,
  settings: TellSettings,
): ToolResultMessage {
  const { max_output_bytes: maxBytes } = settings;
  try {
    const { output, text } = partsOf(given);
    if (isLargerThan(maxBytes, text, output)) return tooLarge(answered, execution, maxBytes);
    const json = output === undefined ? undefined : frozenJson(output);
    if (isLargerThan(maxBytes, json === undefined ? "" : stringifyJson(json)))
      return tooLarge(answered, execution, maxBytes);
    return succeeded(answered, json, text, execution);
  } catch (error) {
    // Beside what is not JSON, a proxy that throws whatever it likes.
    const told = toolError("bad_output", "The tool ended, but what it gave back is not JSON.", false);
    return endedResult(answered, "error", withStack(told, error, settings), execution);
  }
}

function partsOf(given: unknown): { readonly output: unknown; readonly text: string | undefined } {
  return isToolAnswer(given) ? given : { output: given, text: undefined };
}

function succeeded(
  { request, call_id, surroundings }: Answered,
  output: JsonValue | undefined,
  output_text: string | undefined,
  execution: ToolExecution,
): ToolResultMessage {
  return ToolResultMessage.success(request, call_id, output, { ...surroundings, output_text, execution });
}

function tooLarge(answered: Answered, execution: ToolExecution, maxBytes: number): ToolResultMessage {
  const message = `The tool ended, but what it gave back is more than ${maxBytes} bytes.`;
  return endedResult(answered, "error", toolError("output_too_large", message, true), execution);
}
