/** The messages of a request that somebody else made. */

import { ChatMessage, type JsonObject, type JsonValue } from "@parlance/core";
import type { Members } from "../shared/answer/unread.js";
import { withTextIds } from "../shared/import/numeric-ids.js";
import { OpenCalls } from "../shared/import/open-calls.js";
import { understoodMessage } from "../shared/import/understood.js";
import {
  callIdMaker,
  dropRest,
  eachOf,
  listOf,
  presentMembersOf,
  refuseValue,
  requiredObject,
} from "../shared/import/values.js";
import { type AnswerReading, importAssistant } from "./import-assistant.js";
import { importContent } from "./import-content.js";

/** @throws ValidationError for what is not a list of messages. */
export function importMessages(
  given: JsonValue | undefined,
  { dialect, report, newId }: Pick<Reading, "dialect" | "report" | "newId">,
): readonly ChatMessage[] {
  if (given === undefined) refuseValue("missing_property", "/messages", "a list of messages");
  const list = withTextIds(listOf(given, "/messages"), report);
  const makeId = callIdMaker(list, newId);
  const calls = new OpenCalls(list, makeId, report);
  const messages = eachOf(list, "/messages", (message, path, at) => {
    const given = requiredObject(message, path);
    const imported = understoodMessage(given, path, report, (watched) =>
      importMessage(given, { path, calls, dialect, report: watched, newId: makeId }),
    );
    if (imported.role === "assistant") calls.asked(imported.tool_calls ?? [], at);
    return imported;
  });
  return Object.freeze(messages);
}

/** What is known of the place of a message. */
interface Reading extends AnswerReading {
  readonly calls: OpenCalls;
}

function importMessage(given: JsonObject, reading: Reading): ChatMessage {
  const message = presentMembersOf(given);
  const draft = messageOf(message, reading);
  dropRest(message, reading.path, reading.report);
  return ChatMessage.parse(draft);
}

function messageOf(message: Members, reading: Reading): JsonObject {
  const { path, report } = reading;
  const role = message.text("role");
  switch (role) {
    case "user":
      return { role, ...contentOf(message, reading), ...nameOf(message) };
    case "assistant":
      return { role, ...importAssistant(message, reading), ...nameOf(message) };
    case "tool":
    case "function":
      return importResult(role, message, reading);
    case "developer":
      report.add(
        "developer_as_system",
        "rewritten",
        `${path}/role`,
        "instructions of the contract are system messages",
      );
      return instructionsOf(message, reading);
    case "system":
      return instructionsOf(message, reading);
    default:
      return otherSpeaker(role, message, reading);
  }
}

/** The name of a tool is asked for only where a result does not name its call. */
function importResult(role: keyof typeof RESULTS, message: Members, reading: Reading): JsonObject {
  const { path, calls } = reading;
  const tool_call_id = message.text("tool_call_id") || calls.answered(message, path, RESULTS[role]);
  return { role: "tool", tool_call_id, ...contentOf(message, reading) };
}

/** By role; `function` is the old form, in which a message had one call at most. */
const RESULTS = {
  tool: { tool: "name", hasIds: true },
  function: { tool: "name", hasIds: false },
} as const;

function instructionsOf(message: Members, reading: Reading): JsonObject {
  return { role: "system", ...contentOf(message, reading), ...nameOf(message) };
}

/** Speakers that only a model's template knows are users here. */
function otherSpeaker(role: string | undefined, message: Members, reading: Reading): JsonObject {
  const { path, dialect, report } = reading;
  if (role === undefined || role === "" || !dialect.hasOwnRoles)
    refuseValue("wrong_role", `${path}/role`, "a role of the provider");
  report.add("role_rewritten", "rewritten", `${path}/role`, "the contract has no such role");
  return { role: "user", ...contentOf(message, reading), ...nameOf(message) };
}

/** Nothing is an empty text. */
function contentOf(message: Members, { path, dialect, report }: Reading): JsonObject {
  return { content: importContent(message.any("content"), `${path}/content`, dialect, report) ?? "" };
}

function nameOf(message: Members): JsonObject {
  const name = message.text("name");
  return name === undefined || name === "" ? {} : { name };
}
