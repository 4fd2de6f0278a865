/** Text messages: what the user, the assistant or the system says in words. */

import type { Issue, Part, TextRole } from "@parlance/core";
import * as core from "@parlance/core";
import { frozenWithin, issue } from "@parlance/core/internal";
import { extend } from "../shared/companion.js";
import {
  constructMessage,
  type Given,
  type MessageKind,
  type MessageOptions,
  quickMessage,
} from "../shared/construct-message.js";
import { characters, counted, type DescribeOptions, described } from "../shared/describe.js";
import type { Surroundings } from "../shared/surroundings.js";

export type TextMessage = core.TextMessage;

export interface TextMessageRules extends Surroundings {
  /**
   * Lets a message through that says nothing.
   * @defaultValue false
   */
  readonly allowEmpty?: boolean | undefined;
}

export interface TextMessageOptions extends MessageOptions, TextMessageRules {}

const TEXT_OR_NOTHING: MessageKind<TextMessage> = {
  companion: core.TextMessage,
  type: "text",
};

const TEXT: MessageKind<TextMessage> = { ...TEXT_OR_NOTHING, problems: emptiness };

/**
 * What the person says. White space is not empty.
 *
 * @param content Text, or parts in their order; each is checked by itself.
 * @throws ValidationError
 */
function user(content: string | readonly Part[], options?: TextMessageOptions): TextMessage {
  return spoken("user", content, options);
}

/** What the model says; as `user`. */
function assistant(content: string | readonly Part[], options?: TextMessageOptions): TextMessage {
  return spoken("assistant", content, options);
}

/** What the application says to set the rules; as `user`. */
function system(content: string | readonly Part[], options?: TextMessageOptions): TextMessage {
  return spoken("system", content, options);
}

function spoken(
  role: TextRole,
  content: string | readonly Part[],
  options: TextMessageOptions | undefined,
): TextMessage {
  const kind = kindOf(options);
  const quick = typeof content === "string" ? quickText(role, content, options) : quickParts(role, content, options);
  return quick ?? constructMessage(kind, dataOf(role, content), options);
}

function quickText(role: TextRole, text: string, options: TextMessageOptions | undefined): TextMessage | undefined {
  if (text === "") return undefined;
  const parts = Object.freeze([Object.freeze({ type: "text", text })]);
  return quickMessage(TEXT_OR_NOTHING, core.TextData, Object.freeze({ role, parts }), options);
}

function quickParts(role: TextRole, given: unknown, options: TextMessageOptions | undefined): TextMessage | undefined {
  const parts = frozenWithin(given, PARTS_DEPTH);
  if (parts === undefined) return undefined;
  return quickMessage(kindOf(options), core.TextData, Object.freeze({ role, parts }), options);
}

/** A record has at most 256 levels, of which four are around the parts: history, messages, message, data. */
const PARTS_DEPTH = 252;

function dataOf(role: TextRole, content: string | readonly Part[]): Given<core.TextData> {
  return { role, parts: typeof content === "string" ? [{ type: "text", text: content }] : content };
}

/** The rules for a text message, with or without that it must say something. */
export function kindOf(options: TextMessageRules | undefined): MessageKind<TextMessage> {
  return options?.allowEmpty === true ? TEXT_OR_NOTHING : TEXT;
}

function emptiness({ parts }: Given<core.TextData>): readonly Issue[] {
  const isEmpty = Array.isArray(parts) && parts.length > 0 && [...parts].every(isEmptyPart);
  return isEmpty ? [issue("too_short", "/data/parts", "parts that are not empty", "0 characters")] : NONE;
}

const NONE: readonly Issue[] = [];

/** Reasoning without words still says something where the provider gave its signature or data. */
function isEmptyPart(part: unknown): boolean {
  const { type, text, signature, data } = (part ?? {}) as Readonly<Record<string, unknown>>;
  const isKnown = type === "text" || type === "refusal" || type === "reasoning";
  return isKnown && text === "" && !signature && !data;
}

/** `TextMessage(0b6f5b0e-…, user, 1 part, 5 characters)`: the length is that of its text parts. */
function describe(message: TextMessage, options?: DescribeOptions): string {
  const { role, parts } = message.data;
  const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  const facts = [message.id, role, counted(parts.length, "part"), characters(text)];
  return described("TextMessage", facts, options, () => text);
}

export const TextMessage: core.Companion<TextMessage> & {
  readonly user: typeof user;
  readonly assistant: typeof assistant;
  readonly system: typeof system;
  readonly describe: typeof describe;
} = /* @__PURE__ */ extend(core.TextMessage, { user, assistant, system, describe });
