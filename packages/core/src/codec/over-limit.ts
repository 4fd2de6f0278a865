/** What a message in another version, or written anew, would go over; and that it stays as it is then. */

import { exceedsBytes } from "../reading/size.js";
import type { MigrationNote } from "../runtime/migration/run.js";

type OverLimitCode = "too_large_kept" | "too_deep_kept";

/** Thrown within the codec where the form of a message in another version could not be read. Says nothing of the content. */
export class OverLimit extends Error {
  override readonly name: string = "OverLimit";
  readonly code: OverLimitCode;

  constructor(code: OverLimitCode) {
    super("In another version this message would be over a limit");
    this.code = code;
  }

  /** What tells the caller that the message stays as it is. */
  note(direction: MigrationNote["direction"]): MigrationNote {
    return { code: this.code, path: "", direction };
  }
}

/**
 * The text of a migrated message, when it can be read.
 * @throws OverLimit
 */
export function withinBytes(text: string, maxBytes: number): string {
  if (exceedsBytes(text, maxBytes)) throw new OverLimit("too_large_kept");
  return text;
}
