/** Chat messages: what goes to and comes from a model, by role. */

import type {
  AssistantChatMessage,
  ChatContent,
  Companion,
  Issue,
  SystemChatMessage,
  ToolCall,
  ToolChatMessage,
  UserChatMessage,
} from "@parlance/core";
import * as core from "@parlance/core";
import { extend } from "../shared/companion.js";
import { characters, counted, type DescribeOptions, described, shownId } from "../shared/describe.js";
import { optionsOf } from "../shared/options.js";
import { copied, settleMembers } from "../shared/settle.js";
import { contentIssues, duplicateIds, ownList } from "./content.js";
import { made } from "./made.js";
import { foreignIssues } from "./of-one-role.js";

export type ChatMessage = core.ChatMessage;

export interface ChatMessageOptions {
  /** Tells several speakers of one role apart, for providers that support it; 1 to 256 characters. */
  readonly name?: string | undefined;
}

export interface PromptOptions extends ChatMessageOptions {
  /**
   * Lets content through that says nothing: `""`, or parts of empty text alone.
   * @defaultValue false
   */
  readonly allowEmpty?: boolean | undefined;
}

/** Two levels of the 256 are those of the history that the message may go into. */
const ROOM = 254;

/**
 * Instructions from the application to the model. White space is not empty.
 *
 * @throws ValidationError
 */
function createSystem(content: ChatContent, options?: PromptOptions): SystemChatMessage {
  return prompt(core.SystemChatMessage, "system", content, options);
}

/**
 * What the person says. White space is not empty.
 *
 * @throws ValidationError
 */
function createUser(content: ChatContent, options?: PromptOptions): UserChatMessage {
  return prompt(core.UserChatMessage, "user", content, options);
}

function prompt<Message extends ChatMessage>(
  companion: Companion<Message>,
  role: Message["role"],
  content: ChatContent,
  given: PromptOptions | undefined,
): Message {
  const options = optionsOf(given);
  const name = options?.name ?? undefined;
  const draft = name === undefined ? { role, content } : { role, content, name };
  const found = options?.allowEmpty === true ? NONE : contentIssues(content);
  return finished(companion, draft, options === undefined ? found : [...found, ...foreignIssues(role, options)]);
}

/**
 * What the model answers: content, tool calls, or both.
 *
 * @param content Null when the model only called tools. An empty text is content.
 * @param toolCalls In the model's order, each id once; an empty list is none.
 * @throws ValidationError
 */
function createAssistant(
  content: ChatContent | null,
  toolCalls?: readonly ToolCall[] | null,
  options?: ChatMessageOptions,
): AssistantChatMessage {
  const given = optionsOf(options);
  const calls = ownList(toolCalls);
  const draft: { role: "assistant"; content?: unknown; tool_calls?: unknown; name?: unknown } = { role: "assistant" };
  if (content !== null && content !== undefined) draft.content = content;
  if (calls !== undefined) draft.tool_calls = calls;
  if (given?.name !== null && given?.name !== undefined) draft.name = given.name;
  const found = duplicateIds(calls);
  return finished(
    core.AssistantChatMessage,
    draft,
    given === undefined ? found : [...found, ...foreignIssues("assistant", given)],
  );
}

/**
 * What a tool gave back, told to the model.
 *
 * @param toolCallId The `id` of the call that this answers.
 * @param result May be empty.
 * @param isError Whether the result describes a failure of the call.
 * @throws ValidationError
 */
export function createToolResult(toolCallId: string, result: ChatContent, isError = false): ToolChatMessage {
  const draft = { role: "tool", tool_call_id: toolCallId, content: result, is_error: isError ?? false };
  return finished(core.ToolChatMessage, draft, NONE);
}

const NONE: readonly Issue[] = [];

/** The message as a history takes it without a second look; one with foreign parts is copied. */
function finished<Message extends ChatMessage>(
  companion: Companion<Message>,
  draft: object,
  found: readonly Issue[],
): Message {
  const isDone = found.length === 0 && settleMembers(draft, ROOM) && companion.is(draft);
  return isDone ? made(draft as Message) : copied(companion, draft, found);
}

/** The text of a message: the text parts of its content, joined. Reasoning, refusals and images are not text. */
function textOf(message: ChatMessage): string {
  const { content } = message;
  if (typeof content === "string") return content;
  return (content ?? []).map((part) => (part.type === "text" ? part.text : "")).join("");
}

/** `ChatMessage(user, 5 characters)`, `ChatMessage(assistant, 2 tool calls)`, `ChatMessage(tool, call_1, error, 9 characters)` */
function describe(message: ChatMessage, options?: DescribeOptions): string {
  const { role, content } = message;
  const facts: string[] = [role];
  if (role === "tool") facts.push(shownId(message.tool_call_id));
  if (role === "tool" && message.is_error) facts.push("error");
  if (typeof content === "object") facts.push(counted(content.length, "part"));
  if (content !== undefined) facts.push(characters(textOf(message)));
  if (role === "assistant" && message.tool_calls) facts.push(counted(message.tool_calls.length, "tool call"));
  return described("ChatMessage", facts, options, () => textOf(message));
}

/** Makes, checks, reads and describes chat messages. */
export const ChatMessage: Companion<ChatMessage> & {
  readonly createSystem: typeof createSystem;
  readonly createUser: typeof createUser;
  readonly createAssistant: typeof createAssistant;
  readonly createToolResult: typeof createToolResult;
  readonly textOf: typeof textOf;
  readonly describe: typeof describe;
} = /* @__PURE__ */ extend(core.ChatMessage, {
  createSystem,
  createUser,
  createAssistant,
  createToolResult,
  textOf,
  describe,
});
