/** A request that somebody else made, read into the contract. */

import { ChatMessage, type Surroundings, ToolCall, ToolDefinition } from "@parlance/builders";
import { InferenceOptions, type JsonValue } from "@parlance/core";
import type { Members } from "../shared/answer/unread.js";
import { requestBodyOf } from "../shared/framing/body.js";
import {
  dropRest,
  eachOf,
  inPlace,
  listOf,
  requiredObject,
  Problems,
  presentMembersOf,
  refuseValue,
} from "../shared/import/values.js";
import { createReport, type ReportWriter } from "../shared/report/report-writer.js";
import type { ImportedConversation } from "../shared/types.js";

/** @throws ParseError for what is not JSON; ValidationError for turns or tools that are none. */
export function importRequest(request: unknown, _options: Surroundings = {}): ImportedConversation {
  const report = createReport();
  const body = presentMembersOf(requestBodyOf(request));
  const problems = new Problems();
  const instructions = body.text("instructions");
  const said = instructions === undefined ? [] : [ChatMessage.createSystem(instructions)];
  const messages = problems.gather(() => importTurns(body.any("turns"), report)) ?? [];
  const tools = problems.gather(() => importTools(body.any("tools"), report)) ?? [];
  problems.tell();
  const options = importSettings(body, report);
  dropRest(body, "", report);
  return Object.freeze({ messages: Object.freeze([...said, ...messages]), tools, options, report: report.entries });
}

function importTurns(given: JsonValue | undefined, report: ReportWriter): readonly ChatMessage[] {
  if (given === undefined) refuseValue("missing_property", "/turns", "a list of turns");
  return eachOf(listOf(given, "/turns"), "/turns", (turn, path) => {
    const members = presentMembersOf(requiredObject(turn, path));
    const message = messageOf(members, path, report);
    dropRest(members, path, report);
    return message;
  });
}

function messageOf(turn: Members, path: string, report: ReportWriter): ChatMessage {
  const text = turn.text("text") ?? "";
  switch (turn.text("by")) {
    case "person":
      return ChatMessage.createUser(text, { allowEmpty: true });
    case "tool":
      return ChatMessage.createToolResult(
        turn.text("answers") ?? refuseValue("missing_property", `${path}/answers`, "the id of a call"),
        text,
      );
    case "model":
      return ChatMessage.createAssistant(
        text === "" ? null : text,
        importCalls(turn.any("calls"), `${path}/calls`, report),
      );
    default:
      return refuseValue("not_allowed_value", `${path}/by`, "person, model or tool");
  }
}

function importCalls(given: JsonValue | undefined, list: string, report: ReportWriter): readonly ToolCall[] {
  return eachOf(listOf(given, list), list, (call, path) => {
    const members = presentMembersOf(requiredObject(call, path));
    const { id, name } = { id: members.any("id"), name: members.any("name") };
    const read = inPlace(path, () => ToolCall.parse({ id, name, arguments: members.object("input") ?? {} }));
    dropRest(members, path, report);
    return read;
  });
}

function importTools(given: JsonValue | undefined, report: ReportWriter): readonly ToolDefinition[] {
  return eachOf(listOf(given, "/tools"), "/tools", (tool, path) => {
    const members = presentMembersOf(requiredObject(tool, path));
    const { name, description } = { name: members.any("name"), description: members.any("about") };
    const parameters = members.object("input") ?? { type: "object" };
    dropRest(members, path, report);
    return inPlace(path, () => ToolDefinition.parse({ name, description, parameters, strict: false }));
  });
}

function importSettings(body: Members, report: ReportWriter): InferenceOptions {
  const settings = presentMembersOf(body.object("settings") ?? {});
  const temperature = settings.number("temperature");
  const max_tokens = settings.count("limit");
  dropRest(settings, "/settings", report);
  return InferenceOptions.parse({
    ...(temperature === undefined ? {} : { temperature }),
    ...(max_tokens === undefined ? {} : { max_tokens }),
  });
}
