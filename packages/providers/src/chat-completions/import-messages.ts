/** The messages of a request that somebody else made. */

import { ChatMessage, type JsonObject, type JsonValue } from "@parlance/core";
import type { Members } from "../shared/answer/unread.js";
import { callIdMaker, dropRest, eachOf, listOf, objectOf, presentMembersOf, refuse } from "../shared/importing.js";
import type { ReportWriter } from "../shared/report-writer.js";
import type { Dialect } from "./dialect.js";
import { type AnswerReading, importAssistant } from "./import-assistant.js";
import { importContent } from "./import-content.js";

/** @throws ValidationError for what is no list of messages. */
export function importMessages(
  given: JsonValue | undefined,
  { dialect, report, newId }: Pick<Reading, "dialect" | "report" | "newId">,
): readonly ChatMessage[] {
  if (given === undefined) refuse("missing_property", "/messages", "a list of messages");
  const calls: string[] = [];
  const list = listOf(given, "/messages");
  const common = { dialect, report, newId: callIdMaker(list, newId) };
  const messages = eachOf(list, "/messages", (message, path) => {
    const imported = importMessage(objectOf(message, path), { path, lastCall: calls.at(-1), ...common });
    if (imported.role === "assistant") calls.push(...(imported.tool_calls ?? []).map(({ id }) => id));
    return imported;
  });
  return Object.freeze(messages);
}

/** What is known of the place of a message. */
interface Reading extends AnswerReading {
  /** The id of the last call, which the result of a call of the old form answers. */
  readonly lastCall: string | undefined;
  readonly dialect: Dialect;
}

function importMessage(given: JsonObject, reading: Reading): ChatMessage {
  const message = presentMembersOf(given);
  const draft = messageOf(message, reading);
  dropRest(message, reading.path, reading.report);
  return ChatMessage.parse(draft);
}

function messageOf(message: Members, reading: Reading): JsonObject {
  const { path, lastCall, report } = reading;
  const role = message.text("role");
  switch (role) {
    case "user":
      return { role, ...contentOf(message, path, report), ...nameOf(message) };
    case "assistant":
      return { role, ...importAssistant(message, reading), ...nameOf(message) };
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
