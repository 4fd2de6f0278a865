/** Why a record cannot be brought to another version, or be written anew; and that it stays as it is then. */

import type { UnknownMessage } from "../generated/types.gen.js";
import { exceedsBytes } from "../reading/size.js";
import type { MigrationNote } from "../runtime/migration/run.js";

type UnmovableCode = "too_large_kept" | "too_deep_kept" | "duplicate_key";

/** Thrown within the codec where the form of a record in another version could not be read, or would lose something. Says nothing of the content. */
export class Unmovable extends Error {
  override readonly name: string = "Unmovable";
  readonly code: UnmovableCode;
  /** JSON Pointer of the place. */
  readonly path: string;

  constructor(code: UnmovableCode, path = "") {
    super("This record stays in the version that it is in");
    this.code = code;
    this.path = path;
  }

  /** What tells the caller that the record stays as it is. */
  note(direction: MigrationNote["direction"]): MigrationNote {
    return { code: this.code, path: this.path, direction };
  }

  /** What a message is kept for as unknown. */
  get reason(): UnknownMessage["reason"] {
    return this.code === "duplicate_key" ? this.code : "too_large";
  }
}

/**
 * The text of a migrated message, when it can be read.
 * @throws Unmovable
 */
export function withinBytes(text: string, maxBytes: number): string {
  if (exceedsBytes(text, maxBytes)) throw new Unmovable("too_large_kept");
  return text;
}
