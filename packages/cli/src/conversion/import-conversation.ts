/** A provider's conversation to the text of a conversation history, with everything that a history cannot hold reported. */

import { ConversationHistory } from "@parlance/builders";
import { type Issue, type JsonObject, type JsonValue, ValidationError } from "@parlance/core";
import { issue, pointerKey } from "@parlance/core/internal";
import { replaceMembers } from "@parlance/core/json";
import type { Provider, Report, ReportEntry } from "@parlance/providers";
import { foreignFormatOf } from "@parlance/providers/foreign-format";
import { isKnownRecordType } from "../report/verdict.js";
import type { Converted } from "./converter.js";
import type { StoredConversation } from "./stored-conversation.js";

/** @throws ParseError or ValidationError for what is not a conversation of the provider. */
export function historyOf({ given }: StoredConversation, provider: Provider<object>): Converted {
  const body: JsonObject = "whole" in given ? given.whole : { messages: given.messages };
  // An answer, say, would become a history of nothing.
  if (!Object.hasOwn(body, "messages")) throw new ValidationError([noMessages(body)]);
  const stored = storedMessages(body.messages);
  if (stored.length > 0) throw new ValidationError(stored);
  const { messages, report } = provider.importRequest(body);
  const history = replaceMembers(ConversationHistory.create().toJSON(), { messages });
  return { text: ConversationHistory.encode(history), report: reportOf(body, report) };
}

function noMessages(body: JsonObject): Issue {
  const format = foreignFormatOf(body);
  const found = format === undefined ? "no such property" : `what looks like ${format.name}`;
  return { code: "missing_property", path: "", keyword: "required", expected: 'property "messages"', found };
}

const STORED =
  'a stored message of Parlance, which needs no import: "parlance export" makes requests of such, "parlance validate" checks them';

/** A role is all that the provider's own would lack: whoever reads only that would think of adding one. */
function storedMessages(messages: JsonValue | undefined): readonly Issue[] {
  if (!Array.isArray(messages)) return [];
  return messages.flatMap((message: JsonValue, index) =>
    isStored(message) ? [issue("not_understood", `/messages/${index}`, "a message of the provider", STORED)] : [],
  );
}

function isStored(message: JsonValue): boolean {
  if (typeof message !== "object" || message === null || "role" in message || !("type" in message)) return false;
  const { type } = message;
  return typeof type === "string" && (isKnownRecordType(type) || Object.hasOwn(message, "schema_version"));
}

/** The members of a request that messages are read from. */
const HELD: ReadonlySet<string> = new Set(["messages", "system"]);

/** Whatever became of a member that no message holds, a history is without it. */
function reportOf(body: JsonObject, report: Report): Report {
  const others = Object.keys(body).filter((name) => !HELD.has(name) && body[name] !== null);
  const leftOut = others.map((name) => `/${pointerKey(name)}`);
  const isTold = ({ path }: ReportEntry): boolean =>
    !leftOut.some((member) => path === member || path.startsWith(`${member}/`));
  return [...report.filter(isTold), ...leftOut.map(notInHistory)];
}

function notInHistory(path: string): ReportEntry {
  return { code: "not_in_history", action: "dropped", path, reason: "a conversation history holds messages only" };
}
