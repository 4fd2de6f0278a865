/** What can be said about a message without showing any of its content: roles, counts, states. */

import type { Message } from "@parlance/core";
import { type FieldPath, factsOfMessage, fieldAt } from "@parlance/core/internal";
import { groupedCount } from "../terminal/quantity.js";

const UNKNOWN = {
  unknown_type: "unknown: its type is not known",
  newer_version: "unknown: of a newer version",
  too_large: "unknown: over a limit in the current version",
  duplicate_key: "unknown: a key stands twice in one object",
} as const;

/** A few words about a message, as its type declares them; everything in them is a word of the contract or a number. */
export function factsOf(message: Message): string {
  if (message.type === "unknown") return UNKNOWN[message.reason];
  const { summary = [] } = factsOfMessage(message.type);
  return summary.map((piece) => (typeof piece === "string" ? piece : shown(message, piece.at, piece.noun))).join("");
}

/** A word stands for itself; a noun is for what is counted, and for what this version does not know. */
function shown(message: Message, at: FieldPath, noun: string | undefined): string {
  const value = fieldAt(message, at) ?? [];
  if (Array.isArray(value)) return countKnown(value, noun ?? "item");
  return value === "unknown" && noun !== undefined ? `unknown ${noun}` : String(value);
}

function countKnown(items: readonly unknown[], noun: string): string {
  const unknown = items.filter((item) => fieldAt(item, ["type"]) === "unknown").length;
  return `${groupedCount(items.length, noun)}${unknown === 0 ? "" : ` (${unknown} unknown)`}`;
}
