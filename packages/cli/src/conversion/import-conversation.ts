/** Reads a provider's conversation: its messages as chat messages, and the report of all that those cannot hold. */

import type { Surroundings } from "@parlance/builders";
import { type ChatMessage, type Issue, type JsonObject, type JsonValue, ValidationError } from "@parlance/core";
import { issue, pointerKey } from "@parlance/core/internal";
import type { Provider, Report, ReportEntry } from "@parlance/providers";
import { foreignFormatOf } from "@parlance/providers/foreign-format";
import { isKnownRecordType } from "../report/verdict.js";
import type { StoredConversation } from "./stored-conversation.js";

/** What of the request outlives the import. */
export interface ImportedRequest {
  readonly messages: readonly ChatMessage[];
  /** What became of the messages; the other members of the request are not in it. */
  readonly report: Report;
  /** JSON Pointers of the members of the request that no message holds. */
  readonly leftOut: readonly string[];
}

/**
 * The request of a provider that a conversation is, or would be sent in.
 *
 * @throws ValidationError for what holds no messages of a provider.
 */
export function givenRequest({ given }: StoredConversation): JsonObject {
  const body: JsonObject = "whole" in given ? given.whole : { messages: given.messages };
  // An answer, say, would become a conversation of nothing.
  if (!Object.hasOwn(body, "messages")) throw new ValidationError([noMessages(body)]);
  const stored = storedMessages(body.messages);
  if (stored.length > 0) throw new ValidationError(stored);
  return body;
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

/** @throws ParseError or ValidationError for what is not a request of the provider. */
export function importRequest(
  body: JsonObject,
  provider: Provider<object>,
  surroundings?: Surroundings,
): ImportedRequest {
  const { messages, report } = provider.importRequest(body, surroundings);
  const leftOut = membersLeftOut(body);
  return { messages, report: report.filter(({ path }) => !isInside(path, leftOut)), leftOut };
}

/** The members of a request that messages are read from. */
const HELD: ReadonlySet<string> = new Set(["messages", "system"]);

function membersLeftOut(body: JsonObject): readonly string[] {
  const names = Object.keys(body).filter((name) => !HELD.has(name) && body[name] !== null);
  return names.map((name) => `/${pointerKey(name)}`);
}

/** Whatever the provider's reading made of a member that no message holds, it is left out. */
function isInside(path: string, members: readonly string[]): boolean {
  return members.some((member) => path === member || path.startsWith(`${member}/`));
}

/** What is told of each member that is left out. */
export function leftOutEntries(leftOut: readonly string[], code: string, reason: string): readonly ReportEntry[] {
  return leftOut.map((path) => ({ code, action: "dropped", path, reason }));
}
