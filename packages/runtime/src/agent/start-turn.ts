/** The messages that a turn starts from: what the user says now, or what is stored of the turn. */

import { ChatMessage, FileContext, TextMessage } from "@parlance/builders";
import * as core from "@parlance/core";
import {
  type AgentRequest,
  type InvalidMessage,
  type Logger,
  type Message,
  type UserChatMessage,
  ValidationError,
} from "@parlance/core";
import { currentVersions, issue, issuesAt, tell } from "@parlance/core/internal";
import type { TurnPlan } from "./agent-settings.js";

/**
 * What is stored of the turn, oldest first and each message once; empty for a new turn.
 *
 * @throws ValidationError: for what is not a message, and `other_turn` when the turn did not begin with the request.
 */
export function storedTurn({ request, settings }: TurnPlan): readonly Message[] {
  const stored = [...(settings.messages ?? [])].flatMap((given, index) => storedMessage(given, index, settings.logger));
  const current = currentVersions(stored.map((message) => (message.type === "unknown" ? undefined : message.id)));
  const messages = current.flatMap((index) => stored[index] ?? []);
  if (messages[0] !== undefined && !isSaid(messages[0], request))
    throw new ValidationError([issue("other_turn", "/messages/0", "what the request says", "another message")]);
  return messages;
}

function storedMessage(given: Message | InvalidMessage, index: number, logger: Logger | undefined): readonly Message[] {
  const path = `/messages/${index}`;
  if (given?.type === "invalid") {
    tell(logger, { code: "invalid_message", path, message: "a stored record that is not a message was left out" });
    return [];
  }
  const read = core.Message.safeParse(given);
  if (read.ok) return [read.value];
  throw new ValidationError(issuesAt(path, read.error.issues));
}

function isSaid(message: Message, request: AgentRequest): boolean {
  if (message.type !== "text" || message.data.role !== "user") return false;
  return message.data.parts.map((part) => (part.type === "text" ? part.text : "")).join("") === request.message;
}

/** What the user says, as a message of the contract. */
export function userMessage({ request, settings: { now, newId } }: TurnPlan): TextMessage {
  const surroundings = { ...(now === undefined ? {} : { now }), ...(newId === undefined ? {} : { newId }) };
  return TextMessage.user(request.message, { allowEmpty: true, ...surroundings });
}

/**
 * What the model is told that the user says: the attached files, then the message.
 *
 * @throws ValidationError when that is more than a message holds.
 */
export function prompt({ message, attached_files = [] }: AgentRequest): UserChatMessage {
  const texts = [...attached_files.map(FileContext.toPromptFormat), ...(message === "" ? [] : [message])];
  return ChatMessage.createUser(texts.join("\n\n"), { allowEmpty: true });
}
