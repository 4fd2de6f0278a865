/** The error for a contract version that this build cannot write. */

import { markedBy } from "./marker.js";
import { ParlanceError } from "./parlance-error.js";

const MARKER = Symbol.for("parlance.error.unsupported_version");

/** The caller asked for a `schemaVersion` that does not exist in this build. */
export class UnsupportedVersionError extends ParlanceError {
  static override readonly isInstance: (value: unknown) => value is UnsupportedVersionError = /* @__PURE__ */ markedBy(
    UnsupportedVersionError,
    MARKER,
  );

  override readonly name: string = "UnsupportedVersionError";
  declare readonly code: "unsupported_version";

  constructor(supported: readonly number[]) {
    super("unsupported_version", `the schema version must be one of ${supported.join(", ")}`);
  }
}
