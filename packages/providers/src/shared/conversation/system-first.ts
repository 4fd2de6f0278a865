/** Brings what the application says to the start of the conversation. */

import type { ContentPart, SystemChatMessage, TextPart } from "@parlance/core";
import { chatMessageReader } from "@parlance/core/internal";
import type { ReportWriter } from "../report/report-writer.js";
import { partsOf, textOfContent } from "./content.js";
import { contentPath, isOf, type PlacedMessage, partPath } from "./placed.js";
import type { OwnMember } from "./unknown-members.js";

type PlacedSystem = PlacedMessage<SystemChatMessage>;

/**
 * The same messages with one system message, the first, that says what all of them said: in one text, unless a part has a member
 * that the provider is sent.
 */
export function systemFirst(
  messages: readonly PlacedMessage[],
  isOwn: OwnMember,
  report: ReportWriter,
): readonly PlacedMessage[] {
  const systems = messages.filter((placed): placed is PlacedSystem => isOf(placed, "system"));
  const [first, ...others] = systems;
  if (first === undefined || (others.length === 0 && messages[0] === first)) return messages;
  if (messages[0] !== first)
    report.add("system_moved", "rewritten", first.path, "what the application says stands at the start alone");
  for (const { path } of others)
    report.add("system_merged", "merged", path, "all that the application says is one message at the start");
  return [merged(first, others, isOwn, report), ...messages.filter((placed) => !isOf(placed, "system"))];
}

const BLANK_LINE = "\n\n";

function merged(
  first: PlacedSystem,
  others: readonly PlacedSystem[],
  isOwn: OwnMember,
  report: ReportWriter,
): PlacedMessage {
  if (others.length === 0) return first;
  const all = [first, ...others];
  const placed = all.flatMap((one) =>
    partsOf(one.message.content).map((part, index) => ({ part, path: partPath(one, index) })),
  );
  const isText = placed.every(({ part }) => part.type === "text" && !hasOwnMember(part, isOwn));
  const texts = all.map(({ message }) => textOfContent(message.content)).filter((text) => text !== "");
  const content: string | readonly ContentPart[] = isText ? texts.join(BLANK_LINE) : placed.map(({ part }) => part);
  const name = commonName(all, report);
  return {
    message: chatMessageReader.parse({ role: "system", content, name }),
    path: first.path,
    content_path: contentPath(first),
    ...(isText ? {} : { part_paths: placed.map(({ path }) => path) }),
  };
}

function hasOwnMember(part: TextPart, isOwn: OwnMember): boolean {
  return Object.entries(part).some(([name, value]) => isOwn("text", name, value));
}

/** One message has one speaker. */
function commonName(all: readonly PlacedSystem[], report: ReportWriter): string | undefined {
  const name = all[0]?.message.name;
  if (all.every(({ message }) => message.name === name)) return name;
  for (const { message, path } of all)
    if (message.name !== undefined)
      report.add("speaker_name_dropped", "dropped", `${path}/name`, "messages of several speakers were merged");
  return undefined;
}
