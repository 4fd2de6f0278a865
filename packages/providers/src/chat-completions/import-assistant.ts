/** Answers in a request that somebody else made. */

import { ToolCall } from "@parlance/builders";
import { AudioPart, type JsonObject, type JsonValue } from "@parlance/core";
import { stringifyJson } from "@parlance/core/json";
import { isEmptyCall } from "../shared/answer/empty-call.js";
import type { Members } from "../shared/answer/unread.js";
import {
  dropRest,
  eachOf,
  inPlace,
  listOf,
  presentMembersOf,
  refuseValue,
  requiredObject,
} from "../shared/import/values.js";
import type { ReportWriter } from "../shared/report/report-writer.js";
import type { Dialect } from "./dialect.js";
import { importContent } from "./import-content.js";

/** What is known of the place of an answer. */
export interface AnswerReading {
  readonly path: string;
  readonly dialect: Dialect;
  readonly report: ReportWriter;
  /** Makes the id of a call that came without one. */
  readonly newId: () => string;
}

/** The members of an assistant message of the contract. */
export function importAssistant(message: Members, reading: AnswerReading): JsonObject {
  const { path, report } = reading;
  const calls = importCalls(message, reading);
  const content = importSaid(message, calls.length > 0, reading);
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
  hasCalls: boolean,
  { path, dialect, report }: AnswerReading,
): string | JsonObject[] | undefined {
  const reasoning = message.text("reasoning") || message.text("reasoning_content");
  const content = importContent(message.any("content"), `${path}/content`, dialect, report);
  const refusal = message.text("refusal");
  // Without a word it is one where there is nothing else; elsewhere it is what servers write for none.
  const isRefusal = refusal !== undefined && (refusal !== "" || (content === undefined && !hasCalls));
  const audio = dialect.keepsAudio ? importAudio(message, path, dialect, report) : undefined;
  if (!reasoning && !isRefusal && audio === undefined) return content;
  return [
    ...(reasoning ? [{ type: "reasoning", text: reasoning }] : []),
    ...partsOf(content),
    ...(isRefusal ? [{ type: "refusal", text: refusal }] : []),
    ...(audio === undefined ? [] : [audio]),
  ];
}

/** The server keeps the sound itself, and a request has nothing but its id. */
function importAudio(
  message: Members,
  path: string,
  { provider }: Dialect,
  report: ReportWriter,
): JsonObject | undefined {
  const given = message.object("audio");
  if (given === undefined) return undefined;
  const members = presentMembersOf(given);
  const part = { type: "audio", source: { type: "file_id", provider, file_id: given.id } };
  const isPart = AudioPart.is(part);
  if (isPart) members.skip("id");
  dropRest(members, `${path}/audio`, report);
  return isPart ? (part as unknown as JsonObject) : undefined;
}

function partsOf(content: string | JsonObject[] | undefined): JsonObject[] {
  if (typeof content === "object") return content;
  return content === undefined || content === "" ? [] : [{ type: "text", text: content }];
}

function importCalls(message: Members, reading: AnswerReading): ToolCall[] {
  const { path, report, newId } = reading;
  const list = `${path}/tool_calls`;
  const calls = eachOf(listOf(message.any("tool_calls"), list), list, (call, place) =>
    importCall(call, { ...reading, path: place }),
  ).flat();
  const only = message.object("function_call");
  const place = `${path}/function_call`;
  if (only === undefined || isNone(only, place, report)) return calls;
  report.add("id_synthesised", "synthesised", place, "a call has an id");
  return [...calls, inPlace(place, () => functionCall(newId(), only, place, report))];
}

/** Whether a call says nothing; whatever else stands there is reported. */
function isNone(called: JsonObject, path: string, report: ReportWriter): boolean {
  if (!isEmptyCall(called)) return false;
  const members = presentMembersOf(called);
  members.skip("name", "arguments");
  dropRest(members, path, report);
  return true;
}

/** Nothing for a call that says nothing. */
function importCall(given: JsonValue, reading: AnswerReading): ToolCall[] {
  const { path, report } = reading;
  const members = presentMembersOf(requiredObject(given, path));
  const custom = members.object("custom");
  const form = custom === undefined ? "function" : "custom";
  members.is("type", form);
  const place = `${path}/${form}`;
  const id = members.text("id") ?? "";
  const called = custom ?? requiredObject(members.any("function") ?? (id === "" ? {} : undefined), place);
  if (custom === undefined && id === "" && isNone(called, place, report)) {
    dropRest(members, path, report);
    return [];
  }
  const read = custom === undefined ? functionCall : customCall;
  const call = inPlace(path, () => read(id || madeId(reading), called, place, report), { name: `/${form}/name` });
  dropRest(members, path, report);
  return [call];
}

function madeId({ path, report, newId }: AnswerReading): string {
  report.add("id_synthesised", "synthesised", `${path}/id`, "a call has an id");
  return newId();
}

function functionCall(id: string, called: JsonObject, path: string, report: ReportWriter): ToolCall {
  const members = presentMembersOf(called);
  const name = members.text("name") || refuseValue("missing_property", `${path}/name`, "the name of a tool");
  const args = members.any("arguments");
  const call = ToolCall.fromText(id, name, textOf(args));
  dropRest(members, path, report);
  return call;
}

/** Some servers have the object in place of its text. */
function textOf(args: JsonValue | undefined): string {
  if (args === undefined) return "{}";
  return typeof args === "string" ? args : stringifyJson(args);
}

/** A custom tool takes any text, which is not a JSON object as a rule. */
function customCall(id: string, called: JsonObject, path: string, report: ReportWriter): ToolCall {
  const members = presentMembersOf(called);
  const name = members.text("name") || refuseValue("missing_property", `${path}/name`, "the name of a tool");
  const call = ToolCall.fromText(id, name, members.text("input") ?? "");
  report.add("custom_call_rewritten", "rewritten", path, "the contract has calls of functions only");
  dropRest(members, path, report);
  return call;
}
