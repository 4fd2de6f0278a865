/** Reads the content of chat messages part by part. */

import type {
  AudioPart,
  ChatContent,
  ContentPart,
  DocumentPart,
  ImagePart,
  ProviderItemPart,
  ReasoningPart,
  RefusalPart,
  TextPart,
} from "@parlance/core";
import type { ReportWriter } from "../report/report-writer.js";
import { type PlacedMessage, partPath } from "./placed.js";

/** A part that every provider writes by hand; those of other types stand as text, see `partsByFacts`. */
export type KnownPart = TextPart | ImagePart | ReasoningPart | RefusalPart;

export interface PlacedPart {
  readonly part: KnownPart;
  /** JSON Pointer into the conversation that was given. */
  readonly path: string;
}

/** A part that some providers have a form for, and others have not. */
export type MediaPart = AudioPart | DocumentPart | ProviderItemPart;

/** The parts of any content: none of an absent or empty one, one of a text. */
export function partsOf(content: ChatContent | undefined): readonly ContentPart[] {
  if (content === undefined || content === "") return [];
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

/** Plain text is a plain string: one text that has nothing else with it. */
export function plainContent(parts: readonly ContentPart[]): ChatContent {
  const [first] = parts;
  return parts.length === 1 && first?.type === "text" && Object.keys(first).length === 2 ? first.text : parts;
}

/** The text parts of any content, joined. */
export function textOfContent(content: ChatContent | undefined): string {
  return partsOf(content)
    .map((part) => (part.type === "text" ? part.text : ""))
    .join("");
}

/** The parts that can be sent at all; those of unknown types are left out and reported. */
export function knownParts(placed: PlacedMessage, report: ReportWriter): readonly PlacedPart[] {
  return partsOf(placed.message.content).flatMap((part, index) => {
    const path = partPath(placed, index);
    if (isKnownPart(part)) return [{ part, path }];
    dropUnknownPart(path, report);
    return [];
  });
}

/** Whether a part is one that is written by hand. */
export function isKnownPart(part: ContentPart): part is KnownPart {
  return Object.hasOwn(BY_HAND, part.type);
}

const BY_HAND: Readonly<Record<KnownPart["type"], true>> = { text: true, image: true, reasoning: true, refusal: true };

/** Whether a part is one that only some providers have a form for. */
export function isMediaPart(part: ContentPart): part is MediaPart {
  return part.type === "audio" || part.type === "document" || part.type === "provider_item";
}

const OURS: ReadonlySet<unknown> = new Set<ContentPart["type"]>(["audio", "document", "call_place", "provider_item"]);

/** Whether a part of a provider has the name of one of ours that says something else, and has to be an item of its own. */
export function isNameOfOurs(type: unknown): boolean {
  return OURS.has(type);
}

export function dropUnknownPart(path: string, report: ReportWriter): void {
  report.add("part_dropped", "dropped", path, "a content part of a type that this version does not know is not sent");
}

/** Whether a text has nothing but white space. */
export function isBlank(text: string): boolean {
  return !/\S/.test(text);
}
