/** The error for JSON that is not a valid message, or for a value that cannot be written as one. */

import type { Issue } from "./issue.js";
import { markedBy } from "./marker.js";
import { ParlanceError } from "./parlance-error.js";

const MARKER = Symbol.for("parlance.error.validation");
const SHOWN = 3;

/** A known type with a malformed body, or a value that is not a message. `issues` has at least one entry. */
export class ValidationError extends ParlanceError {
  static override readonly isInstance: (value: unknown) => value is ValidationError = /* @__PURE__ */ markedBy(
    ValidationError,
    MARKER,
  );

  override readonly name: string = "ValidationError";
  declare readonly code: "invalid";
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super("invalid", summary(issues));
    this.issues = issues;
  }
}

function summary(issues: readonly Issue[]): string {
  const shown = issues
    .slice(0, SHOWN)
    .map((issue) => `${issue.path || "/"}: expected ${issue.expected}, found ${issue.found}`);
  const more = issues.length > SHOWN ? `; and ${issues.length - SHOWN} more` : "";
  return shown.join("; ") + more;
}
