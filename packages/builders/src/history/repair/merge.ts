/** Merges messages of one speaker that follow one another. */

import type { ChatContent, ChatMessage, ContentPart, ToolCall } from "@parlance/core";
import { knownMessage } from "../../chat/known-message.js";
import type { Placed } from "../given.js";

/** A message that is not a result. */
export type Speech = Exclude<ChatMessage, { readonly role: "tool" }>;

/**
 * As many parts as a message may have, and as many UTF-16 units as a text has room for in any case. Calls need no limit of their own,
 * since a history has no room for the results of more than a message may have.
 */
const MAX_PARTS = 65_536;
const MAX_TEXT = 16_777_216;

const BLANK_LINE = "\n\n";

/** What messages in a row become, while it grows. Either texts, or parts of which the texts so far are the first. */
interface Draft {
  readonly run: Placed<Speech>[];
  readonly texts: string[];
  readonly parts: ContentPart[];
  readonly calls: ToolCall[];
  /** How long the texts are together. */
  length: number;
}

export interface MergedMessage {
  readonly message: ChatMessage;
  /** Places of the messages that it was made of. */
  readonly from: readonly number[];
}

/** A message that is left alone. */
export function unmergedMessage({ index, message }: Placed<Speech>): MergedMessage {
  return { message, from: [index] };
}

/**
 * The messages with those in a row that one speaker said merged: texts with a blank line between them, parts one after another. A
 * message that would grow over the limits, or with fields that nobody here knows how to merge, begins anew.
 */
export function mergedMessages(messages: readonly Placed<Speech>[]): readonly MergedMessage[] {
  const drafts: Draft[] = [];
  for (const placed of messages) {
    const last = drafts.at(-1);
    if (last !== undefined && canTake(last, placed.message)) take(last, placed);
    else drafts.push(begun(placed));
  }
  return drafts.map((draft) => ({ message: finished(draft), from: draft.run.map(({ index }) => index) }));
}

function begun(placed: Placed<Speech>): Draft {
  const draft: Draft = { run: [], texts: [], parts: [], calls: [], length: 0 };
  take(draft, placed);
  return draft;
}

function canTake(draft: Draft, message: Speech): boolean {
  const first = (draft.run[0] as Placed<Speech>).message;
  return (
    first.role === message.role &&
    first.name === message.name &&
    isKnown(first) &&
    isKnown(message) &&
    partsWith(draft, message.content) <= MAX_PARTS
  );
}

const KNOWN: ReadonlySet<string> = new Set(["role", "content", "tool_calls", "name"]);

function isKnown(message: Speech): boolean {
  return Object.keys(message).every((key) => KNOWN.has(key));
}

/** How many parts the content would have; none while it is a text. */
function partsWith(draft: Draft, content: ChatContent | undefined): number {
  if (content === undefined || content === "") return draft.parts.length;
  if (typeof content === "string" && isRoomFor(draft, content)) return 0;
  const before = draft.parts.length || Math.min(draft.texts.length, 1);
  return before + (typeof content === "string" ? 1 : content.length);
}

function isRoomFor({ parts, texts, length }: Draft, text: string): boolean {
  if (parts.length > 0) return false;
  return texts.length === 0 || length + BLANK_LINE.length + text.length <= MAX_TEXT;
}

function take(draft: Draft, placed: Placed<Speech>): void {
  draft.run.push(placed);
  const { content } = placed.message;
  if (content !== undefined && content !== "") takeContent(draft, content);
  for (const call of callsOf(placed.message)) draft.calls.push(call);
}

function takeContent(draft: Draft, content: ChatContent): void {
  if (typeof content === "string" && isRoomFor(draft, content)) {
    draft.length += content.length + (draft.texts.length === 0 ? 0 : BLANK_LINE.length);
    draft.texts.push(content);
    return;
  }
  if (draft.parts.length === 0 && draft.texts.length > 0) draft.parts.push(textPart(draft.texts.join(BLANK_LINE)));
  if (typeof content === "string") draft.parts.push(textPart(content));
  else for (const part of content) draft.parts.push(part);
}

function textPart(text: string): ContentPart {
  return Object.freeze({ type: "text", text });
}

function callsOf(message: Speech): readonly ToolCall[] {
  return (message.role === "assistant" ? message.tool_calls : undefined) ?? [];
}

/** A message that nothing went into is the same as before. */
function finished(draft: Draft): ChatMessage {
  const { message } = draft.run[0] as Placed<Speech>;
  if (draft.run.length === 1) return message;
  const { role } = message;
  const name = message.name === undefined ? {} : { name: message.name };
  if (role !== "assistant") return knownMessage({ role, content: contentOf(draft), ...name });
  const isSilent = draft.run.every((placed) => placed.message.content === undefined);
  return knownMessage({
    role,
    ...(isSilent ? {} : { content: contentOf(draft) }),
    ...(draft.calls.length === 0 ? {} : { tool_calls: Object.freeze(draft.calls) }),
    ...name,
  });
}

function contentOf({ texts, parts }: Draft): ChatContent {
  return parts.length === 0 ? texts.join(BLANK_LINE) : Object.freeze(parts);
}
