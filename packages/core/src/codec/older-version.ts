/** A record of the current version in an older one, or as it is where that version has no room for it. */

import type { EncodedText } from "./results.js";
import { Unmovable, withinBytes } from "./unmovable.js";

/** The text that `downgrade` gives; the one that there is, with a note, where it would be over a limit in the older version. */
export function downgradedText(text: string, maxBytes: number, downgrade: () => EncodedText): EncodedText {
  try {
    const older = downgrade();
    return { text: withinBytes(older.text, maxBytes), notes: older.notes };
  } catch (error) {
    if (error instanceof Unmovable) return { text, notes: [error.note("down")] };
    throw error;
  }
}

/** The text as it is, with a note why it does not go down. */
export function unchangedText(text: string, code: string, path: string): EncodedText {
  return { text, notes: [{ code, path, direction: "down" }] };
}
