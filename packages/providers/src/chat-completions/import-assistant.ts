/** Answers in a request that somebody else made. */

import { ToolCall } from "@parlance/builders";
import type { JsonObject, JsonValue } from "@parlance/core";
import { stringifyJson } from "@parlance/core/json";
import { isJsonObject } from "../shared/answer/json-object.js";
import type { Members } from "../shared/answer/unread.js";
import { dropRest, listOf, objectOf, presentMembersOf, refuse } from "../shared/importing.js";
import type { ReportWriter } from "../shared/report-writer.js";
import { importContent } from "./import-content.js";

/** The members of an assistant message of the contract. */
export function importAssistant(message: Members, path: string, report: ReportWriter): JsonObject {
  const calls = importCalls(message, path, report);
  const content = importSaid(message, path, calls.length > 0, report);
  if (content === undefined && calls.length === 0)
    report.add("empty_content", "rewritten", `${path}/content`, "an answer without anything is an empty text");
  return {
    ...(content === undefined && calls.length > 0 ? {} : { content: content ?? "" }),
    ...(calls.length === 0 ? {} : { tool_calls: calls as unknown as JsonObject[] }),
  };
}

/** Plain text stays a plain string. */
function importSaid(
  message: Members,
  path: string,
  hasCalls: boolean,
  report: ReportWriter,
): string | JsonObject[] | undefined {
  const reasoning = message.text("reasoning") || message.text("reasoning_content");
  const content = importContent(message.any("content"), `${path}/content`, report);
  const refusal = message.text("refusal");
  // Without a word it is one where there is nothing else; elsewhere it is what servers write for none.
  const isRefusal = refusal !== undefined && (refusal !== "" || (content === undefined && !hasCalls));
  if (!reasoning && !isRefusal) return content;
  return [
    ...(reasoning ? [{ type: "reasoning", text: reasoning }] : []),
    ...partsOf(content),
    ...(isRefusal ? [{ type: "refusal", text: refusal }] : []),
  ];
}

function partsOf(content: string | JsonObject[] | undefined): JsonObject[] {
  if (typeof content === "object") return content;
  return content === undefined || content === "" ? [] : [{ type: "text", text: content }];
}

function importCalls(message: Members, path: string, report: ReportWriter): ToolCall[] {
  const calls = listOf(message.any("tool_calls"), `${path}/tool_calls`).map((call, at) =>
    importCall(call, `${path}/tool_calls/${at}`, report),
  );
  const only = message.object("function_call");
  if (only === undefined) return calls;
  report.add("id_synthesised", "synthesised", `${path}/function_call`, "a call has an id");
  return [...calls, functionCall(ToolCall.newId(), only, `${path}/function_call`, report)];
}

function importCall(given: JsonValue, path: string, report: ReportWriter): ToolCall {
  const members = presentMembersOf(objectOf(given, path));
  members.skip("type", "index");
  const id = members.text("id") || newId(path, report);
  const custom = members.object("custom");
  const call =
    custom === undefined
      ? functionCall(id, objectOf(members.any("function"), `${path}/function`), `${path}/function`, report)
      : customCall(id, custom, `${path}/custom`, report);
  dropRest(members, path, report);
  return call;
}

function newId(path: string, report: ReportWriter): string {
  report.add("id_synthesised", "synthesised", `${path}/id`, "a call has an id");
  return ToolCall.newId();
}

function functionCall(id: string, called: JsonObject, path: string, report: ReportWriter): ToolCall {
  const members = presentMembersOf(called);
  const name = members.text("name") || refuse("missing_property", `${path}/name`, "the name of a tool");
  const args = members.any("arguments");
  const call = ToolCall.fromText(id, name, typeof args === "string" ? args : textOf(args));
  dropRest(members, path, report);
  return call;
}

/** Some servers have the object in place of its text. */
function textOf(args: JsonValue | undefined): string {
  return isJsonObject(args) ? stringifyJson(args) : "";
}

/** A custom tool takes any text, which is no JSON object as a rule. */
function customCall(id: string, called: JsonObject, path: string, report: ReportWriter): ToolCall {
  const members = presentMembersOf(called);
  const name = members.text("name") || refuse("missing_property", `${path}/name`, "the name of a tool");
  const call = ToolCall.fromText(id, name, members.text("input") ?? "");
  dropRest(members, path, report);
  return call;
}
