/** The error by which a tool tells the model that it could not do its work. */

import { markedBy } from "@parlance/core/internal";
import { readSettings } from "../shared/settings.js";

const MARKER = Symbol.for("parlance.tool_failure");

export interface ToolFailureOptions {
  /**
   * A stable word for programs: 1 to 256 characters.
   * @defaultValue `tool_failed`
   */
  readonly code?: string;
  /**
   * Whether the model may sensibly go on, for example by calling again with other arguments.
   * @defaultValue true
   */
  readonly recoverable?: boolean;
  /** What was caught; its stack is kept in the result with `errors: "stack"`, and never sent to a model. */
  readonly cause?: unknown;
}

/** Thrown by a tool for the model to read: its message is shown as it is, whatever is told of other errors. */
export class ToolFailure extends Error {
  /** Whether a value is a failure of this package, or of another copy of it in the same process. */
  static readonly isInstance: (value: unknown) => value is ToolFailure = /* @__PURE__ */ markedBy(ToolFailure, MARKER);

  override readonly name: string = "ToolFailure";
  readonly code: string;
  readonly recoverable: boolean;

  /** @throws ValidationError for invalid options. */
  constructor(message: string, options: ToolFailureOptions = {}) {
    const { code, recoverable, cause } = readSettings(options, parts);
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.recoverable = recoverable;
  }
}

function parts({ code = "tool_failed", recoverable = true, cause }: ToolFailureOptions) {
  return { code, recoverable, cause };
}
