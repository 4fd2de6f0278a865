/** Text messages: what the user, the assistant or the system says in words. */

import type { Issue, Part, TextRole } from "@parlance/core";
import * as core from "@parlance/core";
import { issue } from "@parlance/core/internal";
import { extendCompanion } from "../shared/companion.js";
import type { GivenFields } from "../shared/construct.js";
import {
  constructMessage,
  constructOwnMessage,
  type MessageKind,
  type MessageOptions,
} from "../shared/construct-message.js";
import { countedCharacters, type Describe, describer, type Fact } from "../shared/describe.js";
import { partFacts } from "../shared/describe-parts.js";
import { optionsOf } from "../shared/options.js";
import type { Surroundings } from "../shared/surroundings.js";
import { answerFacts, type PartOfAnswer } from "./answer.js";
import { envelopeFacts } from "./envelope-facts.js";

export type TextMessage = core.TextMessage;

export interface TextMessageRules extends Surroundings {
  /**
   * Lets a message through that says nothing.
   * @defaultValue false
   */
  readonly allowEmpty?: boolean | undefined;
}

export interface TextMessageOptions extends MessageOptions, TextMessageRules, PartOfAnswer {}

const TEXT_OR_NOTHING: MessageKind<TextMessage> = {
  companion: core.TextMessage,
  type: "text",
  isData: core.TextData.is,
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
  const kind = textKind(options);
  const answer = optionsOf(options)?.answer ?? undefined;
  if (typeof content !== "string") return constructMessage(kind, { role, parts: content, answer }, options);
  const parts = Object.freeze([textPart(content)]);
  if (answer !== undefined) return constructMessage(kind, { role, parts, answer }, options);
  return constructOwnMessage(kind, { role, parts }, options);
}

function textPart(text: string): Part {
  return Object.freeze({ type: "text", text });
}

/** The rules for a text message, with or without that it must say something. */
export function textKind(options: TextMessageRules | undefined): MessageKind<TextMessage> {
  return options?.allowEmpty === true ? TEXT_OR_NOTHING : TEXT;
}

function emptiness({ parts }: GivenFields<core.TextData>): readonly Issue[] {
  const isEmpty = Array.isArray(parts) && isEmptyPart(parts[0]) && [...parts].every(isEmptyPart);
  return isEmpty ? [issue("too_short", "/data/parts", "parts that are not empty", "0 characters")] : NONE;
}

const NONE: readonly Issue[] = [];

/** A part without words still says something where the provider gave its state. */
function isEmptyPart(part: unknown): boolean {
  const { type, text, provider_state } = (part ?? {}) as Readonly<Record<string, unknown>>;
  const isKnown = type === "text" || type === "refusal" || type === "reasoning";
  return isKnown && text === "" && !provider_state;
}

/** `TextMessage(0b6f5b0e-…, user, 1 part, 5 characters)`: the length is that of its text parts. */
const describe: Describe<TextMessage> = /* @__PURE__ */ describer("TextMessage", factsOf, textOf);

function factsOf(message: TextMessage): readonly Fact[] {
  const { role, parts, answer } = message.data;
  const ofAnswer = answerFacts(answer);
  return [...envelopeFacts(message), role, ...ofAnswer, ...partFacts(parts), countedCharacters(textOf(message))];
}

function textOf({ data }: TextMessage): string {
  return data.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}

export const TextMessage: core.Companion<TextMessage> & {
  readonly user: typeof user;
  readonly assistant: typeof assistant;
  readonly system: typeof system;
  readonly describe: Describe<TextMessage>;
} = /* @__PURE__ */ extendCompanion(core.TextMessage, { user, assistant, system, describe });
