/** What can be said about a persisted root, such as a conversation history, without showing any of its content. */

import { AgentRequest, ConversationHistory, ToolPermission } from "@parlance/core";
import { SILENT } from "@parlance/core/internal";
import { groupedCount } from "../terminal/quantity.js";
import { unknownName } from "./verdict.js";

export const HISTORY_TYPE = "conversation_history";

/** What tells a record apart, and a few words about it. */
export interface RootFacts {
  readonly id: string;
  readonly about: string;
}

/** What else there is to say of a record, other reports say. */
const QUIET = { logger: SILENT };

const FACTS: Readonly<Record<string, (text: string) => RootFacts>> = {
  [HISTORY_TYPE]: (text) => {
    const { id, messages } = ConversationHistory.decode(text, QUIET);
    return { id: unknownName(id), about: speakers(messages) };
  },
  agent_request: (text) => {
    const { request_id, history = [], attached_files = [] } = AgentRequest.decode(text, QUIET);
    return {
      id: request_id,
      about: `${groupedCount(history.length, "message")} before, ${groupedCount(attached_files.length, "file")}`,
    };
  },
  tool_permission: (text) => {
    const { auto_approved, is_persistent } = ToolPermission.decode(text, QUIET);
    const scope = is_persistent ? "persistent" : "session";
    return { id: "", about: `${auto_approved ? "runs without asking" : "asks each time"}, ${scope}` };
  },
};

/** @returns Undefined for a record of another type: a message. */
export function rootFacts(type: string, text: string): RootFacts | undefined {
  return Object.hasOwn(FACTS, type) ? FACTS[type]?.(text) : undefined;
}

/** Who speaks in a history, and how often. */
function speakers(messages: ConversationHistory["messages"]): string {
  const counts = new Map<string, number>();
  for (const { role } of messages) counts.set(role, (counts.get(role) ?? 0) + 1);
  return [...counts].map(([role, amount]) => `${amount} ${role}`).join(", ");
}
