/** The messages of a request of `/api/chat`, read into chat messages. */

import { ChatMessage, MessageRole } from "@parlance/builders";
import type { ChatContent, ContentPart, JsonValue } from "@parlance/core";
import type { Members } from "../shared/answer/unread.js";
import { withTextIds } from "../shared/import/numeric-ids.js";
import { understoodMessage } from "../shared/import/understood.js";
import { dropRest, eachOf, listOf, presentMembersOf, refuseValue, requiredObject } from "../shared/import/values.js";
import type { ReportWriter } from "../shared/report/report-writer.js";
import { ImportedCalls } from "./import-calls.js";
import { importImages } from "./import-images.js";

/** @throws ValidationError for what is not a list of messages. */
export function importMessages(
  given: JsonValue | undefined,
  newId: () => string,
  report: ReportWriter,
): readonly ChatMessage[] {
  if (given === undefined) refuseValue("missing_property", "/messages", "a list of messages");
  const list = withTextIds(listOf(given, "/messages"), report);
  const calls = new ImportedCalls(list, newId, report);
  const messages = eachOf(list, "/messages", (object, path, at) => {
    const given = requiredObject(object, path);
    return understoodMessage(given, path, report, (watched) => {
      const members = presentMembersOf(given);
      const message = importMessage(members, { path, at, calls, report: watched });
      dropRest(members, path, watched);
      return message;
    });
  });
  return Object.freeze(messages);
}

/** What is known of the place of a message. */
interface Reading {
  readonly path: string;
  /** The index of the message. */
  readonly at: number;
  readonly calls: ImportedCalls;
  readonly report: ReportWriter;
}

function importMessage(members: Members, reading: Reading): ChatMessage {
  const { path, calls, report } = reading;
  const role = roleOf(members, path);
  const text = members.text("content") ?? "";
  const content = contentOf(text, importImages(members.list("images") ?? [], `${path}/images`, report));
  switch (role) {
    case "system":
      return ChatMessage.createSystem(content, { allowEmpty: true });
    case "user":
      return ChatMessage.createUser(content, { allowEmpty: true });
    case "tool":
      return ChatMessage.createToolResult(calls.answered(members, path), content);
    default:
      return importAssistant(members, content, reading);
  }
}

function importAssistant(members: Members, content: ChatContent, { path, at, calls }: Reading): ChatMessage {
  const thinking = members.text("thinking") ?? "";
  const asked = calls.asked(members.list("tool_calls") ?? [], `${path}/tool_calls`, at);
  const said = thinking === "" ? content : [{ type: "reasoning", text: thinking } as const, ...partsOf(content)];
  return ChatMessage.createAssistant(said === "" && asked.length > 0 ? null : said, asked);
}

/** The server reads roles in any case. */
function roleOf(members: Members, path: string): MessageRole {
  const role = members.text("role")?.toLowerCase();
  return MessageRole.is(role)
    ? role
    : refuseValue("not_allowed_value", `${path}/role`, "system, user, assistant or tool");
}

/** Images come before the text, as the server shows them to the model. */
function contentOf(text: string, images: readonly ContentPart[]): ChatContent {
  return images.length === 0 ? text : [...images, ...partsOf(text)];
}

function partsOf(content: ChatContent): readonly ContentPart[] {
  if (typeof content !== "string") return content;
  return content === "" ? [] : [{ type: "text", text: content }];
}
