/** Refuses a message of an import that is in another form than the provider's, or lost everything that it said. */

import { type ChatMessage, type JsonObject, type JsonValue, ValidationError } from "@parlance/core";
import { isJsonObject, issue } from "@parlance/core/internal";
import { foreignFormatOf } from "../../foreign-format.js";
import type { Report, ReportEntry } from "../report/report.js";
import type { ReportWriter } from "../report/report-writer.js";

/** Members in which other formats have what a message says. Whatever else is left out may say nothing. */
const SPEECH: ReadonlySet<string> = new Set([
  ...["parts", "content", "contents", "content_blocks", "contentBlocks", "blocks", "text", "value", "message"],
  ...["kwargs", "data", "body", "input", "output"],
]);

/**
 * Reads one message.
 *
 * @param given As the request has it, and `path` is its JSON Pointer there.
 * @param read Writes what it leaves out into the report that it gets.
 * @throws ValidationError for a message in somebody else's form that has a role the provider does not know, and where all that it said was left out.
 * A message that is empty in the provider's own form is as good as any.
 */
export function understoodMessage<Read extends ChatMessage | readonly ChatMessage[]>(
  given: JsonObject,
  path: string,
  report: ReportWriter,
  read: (report: ReportWriter) => Read,
): Read {
  const watching = new LossWatch(report, given, path);
  const messages = readOrTold(given, path, () => read(watching));
  if (watching.hasLost && ![messages].flat().some(saysSomething)) throw notUnderstood(given, path);
  return messages;
}

/** Writes into a report, and sees whether something was left out that a message may have said. */
class LossWatch implements ReportWriter {
  readonly #report: ReportWriter;
  readonly #given: JsonObject;
  readonly #path: string;
  hasLost = false;

  constructor(report: ReportWriter, given: JsonObject, path: string) {
    this.#report = report;
    this.#given = given;
    this.#path = path;
  }

  add(code: string, action: ReportEntry["action"], place: string, reason: string): void {
    this.hasLost ||= code === "part_dropped" || (code === "member_dropped" && isSpeech(this.#given, this.#path, place));
    this.#report.add(code, action, place, reason);
  }

  get entries(): Report {
    return this.#report.entries;
  }
}

/** Who speaks is said otherwise in other formats, or not at all: then the format says more than the role. */
function readOrTold<Read>(given: JsonObject, path: string, read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    const isOfRole = ValidationError.isInstance(error) && error.issues.every((one) => one.path === `${path}/role`);
    const format = isOfRole ? foreignFormatOf(given) : undefined;
    throw format === undefined || format.provider !== undefined ? error : notUnderstood(given, path);
  }
}

/** Whether a place is a member of the message itself that holds what it says in some format. */
function isSpeech(given: JsonObject, path: string, place: string): boolean {
  const name = place.slice(path.length + 1);
  return place.startsWith(`${path}/`) && SPEECH.has(name) && holdsSomething(given[name]);
}

function holdsSomething(value: JsonValue | undefined): boolean {
  if (typeof value === "string") return value !== "";
  return Array.isArray(value) ? value.length > 0 : isJsonObject(value) && Object.keys(value).length > 0;
}

function saysSomething(message: ChatMessage): boolean {
  const hasCalls = message.role === "assistant" && (message.tool_calls ?? []).length > 0;
  return hasCalls || (message.content ?? "").length > 0;
}

function notUnderstood(given: JsonObject, path: string): ValidationError {
  const format = foreignFormatOf(given);
  const found = format === undefined ? "another form" : `what looks like ${format.name}`;
  return new ValidationError([issue("not_understood", path, "a message in the form of the provider", found)]);
}
