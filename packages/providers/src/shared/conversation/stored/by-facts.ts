/** Messages and parts that no conversion by hand is written for: a model is told what their types declare, or nothing. */

import type { ChatMessage, ContentPart, Message } from "@parlance/core";
import { chatMessageReader, type FieldPath, factsOfMessage, factsOfPart, fieldAt } from "@parlance/core/internal";
import { replaceMembers } from "@parlance/core/json";
import type { ReportWriter } from "../../report/report-writer.js";
import { isKnownPart, isMediaPart, plainContent } from "../content.js";
import { type PlacedMessage, partPath, stateMember } from "../placed.js";

type KnownMessage = Exclude<Message, { readonly type: "unknown" }>;

/** The text or the parts that the type declares, under its role; undefined for what is never sent, which is reported. */
export function messageByFacts(message: KnownMessage, path: string, report: ReportWriter): PlacedMessage | undefined {
  const { provider_state } = message;
  const { role, modelText, isWhole } = factsOfMessage(message.type);
  if (role === "session") {
    report.add("control_dropped", "dropped", path, "a control of the session is never sent to a model");
    return undefined;
  }
  const told = modelText === undefined ? undefined : toldIn(message, modelText, path);
  const speaker = speakerOf(message, role);
  if (told === undefined || speaker === undefined) {
    report.add("message_dropped", "dropped", path, "a message that has no text for a model is never sent");
    return undefined;
  }
  if (isWhole !== true)
    report.add("message_as_text", "rewritten", path, "of a message of its type a model is told the text alone");
  const { content, content_path } = told;
  const state = speaker === "assistant" ? stateMember(provider_state) : {};
  return { message: chatMessageReader.parse({ role: speaker, content, ...state }), path, content_path };
}

/** A tool answers a call, which a text alone does not name. */
function speakerOf(
  message: Message,
  role: string | FieldPath | undefined,
): "system" | "user" | "assistant" | undefined {
  const word = typeof role === "object" ? fieldAt(message, role) : role;
  return word === "system" || word === "user" || word === "assistant" ? word : undefined;
}

function toldIn(
  message: Message,
  place: FieldPath,
  path: string,
): { readonly content: unknown; readonly content_path: string } | undefined {
  const given = fieldAt(message, place);
  if (given === undefined) return undefined;
  const content = Array.isArray(given) ? plainContent(given as readonly ContentPart[]) : given;
  const content_path = `${path}/${place.join("/")}`;
  return {
    content,
    content_path: content !== given && typeof content === "string" ? `${content_path}/0` : content_path,
  };
}

/** What one provider writes by hand and another does not, besides what all of them do. */
export function isForProviders(part: ContentPart): boolean {
  return part.type === "unknown" || part.type === "call_place" || isKnownPart(part) || isMediaPart(part);
}

/**
 * The message with the text of each part that nobody writes by hand in its place; a part without one is left out.
 * @param isWritten Whether a part is written by hand.
 */
export function partsByFacts(
  placed: PlacedMessage,
  isWritten: (part: ContentPart) => boolean,
  report: ReportWriter,
): PlacedMessage {
  const { content } = placed.message;
  if (typeof content !== "object" || content.every(isWritten)) return placed;
  const told = content.flatMap((part, index) => {
    const path = partPath(placed, index);
    const one = isWritten(part) ? part : textOfPart(part, path, report);
    return one === undefined ? [] : [{ part: one, path }];
  });
  const parts = told.map(({ part }) => part);
  const message = replaceMembers<ChatMessage>(placed.message, {
    content: parts.length === 0 ? nothingSaid(placed.message) : Object.freeze(parts),
  });
  return { ...placed, message, part_paths: told.map(({ path }) => path) };
}

/** An answer of calls alone has no content. */
function nothingSaid(message: ChatMessage): "" | undefined {
  return message.role === "assistant" && message.tool_calls !== undefined ? undefined : "";
}

function textOfPart(part: ContentPart, path: string, report: ReportWriter): ContentPart | undefined {
  // The call itself is sent, after what was said.
  if (part.type === "call_place") return undefined;
  const { modelText } = factsOfPart(part.type);
  const text = modelText === undefined ? undefined : fieldAt(part, modelText);
  if (typeof text !== "string") {
    report.add("part_dropped", "dropped", path, "a content part that has no text for a model is never sent");
    return undefined;
  }
  report.add("part_as_text", "rewritten", path, "of a content part of its type a model is told the text alone");
  return Object.freeze({ type: "text", text });
}
