/** The error for a contract version that this build cannot write. */

import { isMarked, mark } from "./marker.js";
import { ParlanceError } from "./parlance-error.js";

const MARKER = Symbol.for("parlance.error.unsupported_version");

/** The caller asked for a `schemaVersion` that does not exist in this build. */
export class UnsupportedVersionError extends ParlanceError {
  static {
    mark(UnsupportedVersionError, MARKER);
  }

  override readonly name: string = "UnsupportedVersionError";
  declare readonly code: "unsupported_version";

  constructor(supported: readonly number[]) {
    super("unsupported_version", `the schema version must be one of ${supported.join(", ")}`);
  }

  static override isInstance(value: unknown): value is UnsupportedVersionError {
    return isMarked(value, MARKER);
  }
}
