/** The conversation that a message says it is of. */

import { CURRENT_VERSION, type JsonValue } from "@parlance/core";
import { isJsonObject, messageReader } from "@parlance/core/internal";

/** Undefined for chat messages, which say nothing of the kind, and for stored messages that do not. */
export function conversationIdOf(message: JsonValue): string | undefined {
  if (!isJsonObject(message) || isChat(message)) return undefined;
  const { schema_version } = message;
  const isOlder = typeof schema_version !== "number" || schema_version < CURRENT_VERSION;
  return idIn(isOlder ? upgraded(message) : message);
}

function isChat({ type, role, data }: { readonly [name: string]: JsonValue }): boolean {
  return typeof type !== "string" || (typeof role === "string" && !isJsonObject(data));
}

/** What an older version has no place for is in the residue of its messages. */
function upgraded(message: JsonValue): object {
  const result = messageReader.safeParse(message);
  return result.ok ? result.value : {};
}

function idIn(message: object): string | undefined {
  const id: unknown = "conversation_id" in message ? message.conversation_id : undefined;
  return typeof id === "string" ? id : undefined;
}
