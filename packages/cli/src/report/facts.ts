/** What can be said about a message without showing any of its content: roles, counts, states. */

import type { Message } from "@parlance/core";
import { count } from "../terminal/quantity.js";

const UNKNOWN = {
  unknown_type: "unknown: its type is not known",
  newer_version: "unknown: of a newer version",
  too_large: "unknown: over a limit in the current version",
} as const;

/** A few words about a message; everything in them is a word of the contract or a number. */
export function factsOf(message: Message): string {
  switch (message.type) {
    case "text":
      return `${message.data.role}, ${countKnown(message.data.parts, "part")}`;
    case "image":
      return `${message.data.source.type}, recognition ${message.data.recognition?.status ?? "not begun"}`;
    case "file_reference":
      return message.data.resolution?.status ?? "not resolved";
    case "tool_request":
      return count(message.data.tool_calls.length, "tool call");
    case "tool_result":
      return message.data.status;
    case "system_control":
      return message.data.control.type === "unknown" ? "unknown control" : message.data.control.type;
    case "mcp_resource":
      return countKnown(message.data.contents, "content");
    case "unknown":
      return UNKNOWN[message.reason];
    default:
      // A type that was added to the schemas and has nothing to say here yet.
      return "";
  }
}

function countKnown(items: readonly { readonly type: string }[], noun: string): string {
  const unknown = items.filter((item) => item.type === "unknown").length;
  return `${count(items.length, noun)}${unknown === 0 ? "" : ` (${unknown} unknown)`}`;
}
