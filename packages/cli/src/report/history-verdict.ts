/** The verdict on a record that is a conversation history, as `import` writes them: it is checked, and no migration changes it. */

import {
  ConversationHistory,
  type MigrationNote,
  ParlanceError,
  type RecordResult,
  ValidationError,
} from "@parlance/core";

export const HISTORY_TYPE = "conversation_history";

/** Older versions of the contract have no histories. */
const NOT_CARRIED: MigrationNote = { code: "type_not_carried", path: "/type", direction: "down" };

/** Whether a record that was refused as a message has what a history has. Only worth it for refused ones. */
export function looksLikeHistory(value: unknown): value is object {
  const isObject = typeof value === "object" && value !== null;
  return isObject && !Object.hasOwn(value, "type") && "messages" in value && Array.isArray(value.messages);
}

/** Whether the record lacks nothing but a type, as everything does that is no message. */
export function lacksType(error: ParlanceError): boolean {
  if (!ValidationError.isInstance(error)) return false;
  return error.issues.every(({ code, path }) => code === "missing_property" && path === "");
}

/** @param to The version that is asked for, the current one where there is none. */
export function examineHistory(text: string, to: number | undefined): RecordResult {
  try {
    const { schema_version: version } = ConversationHistory.decode(text);
    const notes = to === undefined || to >= version ? [] : [NOT_CARRIED];
    return { ok: true, state: "unchanged", text, type: HISTORY_TYPE, version, notes, warnings: [] };
  } catch (error) {
    if (!ParlanceError.isInstance(error)) throw error;
    return { ok: false, error };
  }
}

/** Who speaks in a history, and how often. */
export function historyFacts({ messages }: ConversationHistory): string {
  const counts = new Map<string, number>();
  for (const { role } of messages) counts.set(role, (counts.get(role) ?? 0) + 1);
  return [...counts].map(([role, count]) => `${count} ${role}`).join(", ");
}
