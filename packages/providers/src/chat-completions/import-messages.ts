/** The messages of a request that somebody else made. */

import { ChatMessage, type JsonObject, type JsonValue, ValidationError } from "@parlance/core";
import type { Members } from "../shared/answer/unread.js";
import { dropRest, listOf, objectOf, presentMembersOf, refuse } from "../shared/importing.js";
import type { ReportWriter } from "../shared/report-writer.js";
import type { Dialect } from "./dialect.js";
import { importAssistant } from "./import-assistant.js";
import { importContent } from "./import-content.js";

/** @throws ValidationError for what is no list of messages. */
export function importMessages(
  given: JsonValue | undefined,
  dialect: Dialect,
  report: ReportWriter,
): readonly ChatMessage[] {
  if (given === undefined) refuse("missing_property", "/messages", "a list of messages");
  const calls: string[] = [];
  const messages = listOf(given, "/messages").map((message, at) => {
    const path = `/messages/${at}`;
    const imported = importMessage(objectOf(message, path), { path, lastCall: calls.at(-1), dialect, report });
    if (imported.role === "assistant") calls.push(...(imported.tool_calls ?? []).map(({ id }) => id));
    return imported;
  });
  return Object.freeze(messages);
}

/** What is known of the place of a message. */
interface Reading {
  readonly path: string;
  /** The id of the last call, which the result of a call of the old form answers. */
  readonly lastCall: string | undefined;
  readonly dialect: Dialect;
  readonly report: ReportWriter;
}

function importMessage(given: JsonObject, reading: Reading): ChatMessage {
  const message = presentMembersOf(given);
  const draft = messageOf(message, reading);
  dropRest(message, reading.path, reading.report);
  const result = ChatMessage.safeParse(draft);
  if (result.ok) return result.value;
  throw new ValidationError(result.error.issues.map((issue) => ({ ...issue, path: reading.path + issue.path })));
}

function messageOf(message: Members, reading: Reading): JsonObject {
  const { path, lastCall, report } = reading;
  const role = message.text("role");
  switch (role) {
    case "user":
      return { role, ...contentOf(message, path, report), ...nameOf(message) };
    case "assistant":
      return { role, ...importAssistant(message, path, report), ...nameOf(message) };
    case "tool":
      return { role, tool_call_id: message.text("tool_call_id") ?? "", ...contentOf(message, path, report) };
    case "function":
      message.skip("name");
      return { role: "tool", tool_call_id: lastCall ?? "", ...contentOf(message, path, report) };
    case "system":
    case "developer":
      return { role: "system", ...contentOf(message, path, report), ...nameOf(message) };
    default:
      return otherSpeaker(role, message, reading);
  }
}

/** Speakers that only a model's template knows are users here. */
function otherSpeaker(role: string | undefined, message: Members, { path, dialect, report }: Reading): JsonObject {
  if (role === undefined || role === "" || !dialect.hasOwnRoles)
    refuse("wrong_role", `${path}/role`, "a role of the provider");
  report.add("role_rewritten", "rewritten", `${path}/role`, "the contract has no such role");
  return { role: "user", ...contentOf(message, path, report), ...nameOf(message) };
}

/** Nothing is an empty text. */
function contentOf(message: Members, path: string, report: ReportWriter): JsonObject {
  return { content: importContent(message.any("content"), `${path}/content`, report) ?? "" };
}

function nameOf(message: Members): JsonObject {
  const name = message.text("name");
  return name === undefined || name === "" ? {} : { name };
}
