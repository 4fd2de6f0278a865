/** The part of a conversion that is the same for every provider, for those who look at a conversation before it is sent. */

import { type ChatMessage, type InvalidMessage, type Message, ValidationError } from "@parlance/core";
import { issue, typeName } from "@parlance/core/internal";
import type { Report } from "../report/report.js";
import { createReport, type ReportWriter } from "../report/report-writer.js";
import { chatMessagesOf } from "./chat-messages.js";
import { pairedMessages } from "./pairing.js";
import type { PlacedMessage } from "./placed.js";
import { readConversation } from "./read-conversation.js";
import { readFromObject } from "./readable.js";
import type { ResourceRole } from "./stored/resource.js";
import { type UnknownMembers, unknownMembers } from "./unknown-members.js";

export interface ToChatMessagesOptions {
  /**
   * On whose side a resource of an MCP server stands. Its content is from outside: as `system` it has the weight of what the
   * application says. Pictures are always on the user's side.
   * @defaultValue "user"
   */
  readonly mcp_as?: ResourceRole | undefined;
}

export interface ChatMessages {
  /** What a model is sent, every call with its result right after it, in the order of the calls. Frozen. */
  readonly messages: readonly ChatMessage[];
  /** For each message the indexes of the given ones that it was made of; none for a result that was made up. */
  readonly origins: readonly (readonly number[])[];
  /** What was given, decoded; of a record that could not be read nothing but where it belongs. */
  readonly given: readonly (ChatMessage | Message | InvalidMessage)[];
  /** What is not sent, or is said in other words; paths are places in what was given, such as `/messages/3/data`. */
  readonly report: Report;
}

/**
 * The messages of a conversation as chat messages, before anything that only one provider asks for: `toRequest` takes them as they
 * are. System controls, unknown messages, those without a text for models and broken records are left out, calls without a result get one in words; of several stored
 * messages with one id the last counts, in the place of the first.
 *
 * @param messages Chat messages or stored messages of the contract, oldest first.
 * @throws ValidationError for what is not a message, and for options that mean nothing; paths are places in what was given.
 */
export function toChatMessages(
  messages: Iterable<ChatMessage | Message | InvalidMessage>,
  options: ToChatMessagesOptions = {},
): ChatMessages {
  const side = sideOf(options);
  const report = createReport();
  const read = readConversation({ messages });
  const placed = chatMessagesOf(read, unknownOfStored(report), report, side);
  const all = pairedMessages(placed, { merge: "calls", hasOrderedResults: true }, report);
  return Object.freeze({
    messages: Object.freeze(all.map(({ message }) => message)),
    origins: Object.freeze(all.map(originsOf)),
    given: Object.freeze(read.messages.map(({ message }) => message)),
    report: report.entries,
  });
}

/** @throws ValidationError, since what stands in the place of the options would go unheard. */
function sideOf(options: ToChatMessagesOptions): ResourceRole {
  const side = readFromObject(options, ({ mcp_as = "user" }) => mcp_as);
  if (side === undefined)
    throw new ValidationError([issue("wrong_type", "", "an object with options", "another value")]);
  if (side === "user" || side === "system") return side;
  throw new ValidationError([issue("not_allowed_value", "/mcp_as", '"user" or "system"', typeName(side))]);
}

/** What is carried over is looked at where it is sent. */
function unknownOfStored(report: ReportWriter): UnknownMembers {
  const unknown = unknownMembers(report, () => true);
  return {
    conversation: nothing,
    chatMessage: nothing,
    storedMessage: (message, path) => unknown.storedMessage(message, path),
    tool: nothing,
  };
}

function nothing(): void {
  // Everything is carried over.
}

const MESSAGE = /^\/messages\/(\d+)$/;

/** A result that was made up has the place of its call, which is not a message. */
function originsOf({ path, paths = [path] }: PlacedMessage): readonly number[] {
  return Object.freeze(paths.flatMap((one) => MESSAGE.exec(one)?.[1] ?? []).map(Number));
}
