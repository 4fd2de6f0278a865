/** A prepared conversation to the messages of the wire. */

import type { SystemChatMessage, UserChatMessage } from "@parlance/core";
import { contentPath, isOf, type PlacedMessage } from "../shared/conversation/placed.js";
import type { DeveloperMessageWire, MessageWire, SystemMessageWire, UserMessageWire, UserPartWire } from "./wire.js";
import { assistantMessage } from "./wire-assistant.js";
import { isTextPart, textContent, textParts, userParts } from "./wire-content.js";
import { mergedWire } from "./wire-merge.js";
import { speakerMembers } from "./wire-speaker.js";
import { toolResult } from "./wire-tool-result.js";
import type { Writing } from "./writing.js";

interface Written {
  readonly wire: MessageWire;
  /** Of what it says in the conversation that was given; of several messages, that of the first. */
  readonly path?: string;
}

/** Images of tool results follow the results in a user message. */
export function writeMessages(messages: readonly PlacedMessage[], writing: Writing): MessageWire[] {
  const written: Written[] = [];
  let images: UserPartWire[] = [];
  for (const placed of messages) {
    if (isOf(placed, "tool")) {
      const result = toolResult(placed, writing);
      written.push({ wire: result.message });
      if (result.images.length > 0) images.push(...result.images);
      continue;
    }
    const wire = spokenMessage(placed, writing);
    if (wire === undefined) continue;
    if (images.length > 0) {
      written.push({ wire: { role: "user", content: images } });
      images = [];
    }
    add({ wire, path: placed.path }, written, writing);
  }
  if (images.length > 0) written.push({ wire: { role: "user", content: images } });
  return written.map(({ wire }) => wire);
}

/** What was left out or put between may leave two messages of a role side by side, where they have to alternate. */
function add(message: Written, written: Written[], { dialect, report }: Writing): void {
  const last = written.at(-1);
  const merged = dialect.prepare.merge === "turns" && last && mergedWire(last.wire, message.wire);
  if (last === undefined || !merged) {
    written.push(message);
    return;
  }
  const { path = "" } = message;
  report.add("messages_merged", "merged", path, "the message went into the one before it, of the same speaker");
  for (const one of nameOf(last) === nameOf(message) ? [] : [last, message])
    if (nameOf(one) !== undefined)
      report.add("speaker_name_dropped", "dropped", `${one.path}/name`, "messages of several speakers were merged");
  written[written.length - 1] = { ...last, wire: merged };
}

function nameOf({ wire }: Written): string | undefined {
  return wire.role === "tool" ? undefined : wire.name;
}

function spokenMessage(placed: PlacedMessage, writing: Writing): MessageWire | undefined {
  if (isOf(placed, "system")) return systemMessage(placed, writing);
  if (isOf(placed, "user")) return userMessage(placed, writing);
  return isOf(placed, "assistant") ? assistantMessage(placed, writing) : undefined;
}

function systemMessage(
  placed: PlacedMessage<SystemChatMessage>,
  writing: Writing,
): SystemMessageWire | DeveloperMessageWire | undefined {
  const { content } = placed.message;
  const role = writing.dialect.systemRole(writing.model);
  const speaker = speakerMembers(placed, writing);
  if (typeof content === "string") return { role, content, ...speaker };
  const parts = textParts(placed, writing);
  return parts.length === 0
    ? nothing(placed, writing)
    : { role, content: textContent(parts, contentPath(placed), writing), ...speaker };
}

function userMessage(placed: PlacedMessage<UserChatMessage>, writing: Writing): UserMessageWire | undefined {
  const { content } = placed.message;
  const speaker = speakerMembers(placed, writing);
  if (typeof content === "string") return { role: "user", content, ...speaker };
  const parts = userParts(placed, writing);
  if (parts.length === 0) return nothing(placed, writing);
  const isAllText = parts.every(isTextPart);
  return { role: "user", content: isAllText ? textContent(parts, contentPath(placed), writing) : parts, ...speaker };
}

function nothing({ path }: PlacedMessage, { report }: Writing): undefined {
  report.add("empty_message_dropped", "dropped", path, "nothing that it says can be sent");
}
