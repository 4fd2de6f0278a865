/** Chat messages: what goes to and comes from a model, by role. */

import type {
  AssistantChatMessage,
  ChatContent,
  Companion,
  Issue,
  ProviderStates,
  SystemChatMessage,
  ToolCall,
  ToolChatMessage,
  UserChatMessage,
} from "@parlance/core";
import * as core from "@parlance/core";
import { extendCompanion } from "../shared/companion.js";
import { constructOwn, constructValue, type Draft, type GivenFields, type MutableDraft } from "../shared/construct.js";
import { countedCharacters, countedNoun, type Describe, describer, type Fact, shownId } from "../shared/describe.js";
import { partFacts, stateFact } from "../shared/describe-parts.js";
import { optionsOf } from "../shared/options.js";
import { placeIssues } from "./call-places.js";
import { contentIssues, duplicateIds, ownList } from "./content.js";
import { CHAT_MESSAGE } from "./known-message.js";
import { foreignIssues } from "./of-some-roles.js";

export type ChatMessage = core.ChatMessage;

export interface ChatMessageOptions {
  /** Tells several speakers of one role apart, for providers that support it; 1 to 256 characters. */
  readonly name?: string | undefined;
}

export interface AssistantOptions extends ChatMessageOptions, StateOptions {}

/** What the provider gave with an answer or a result. */
export interface StateOptions {
  /** What it wants back with it; copied. */
  readonly provider_state?: ProviderStates | undefined;
}

export interface PromptOptions extends ChatMessageOptions {
  /**
   * Lets content through that says nothing: `""`, or parts of empty text alone.
   * @defaultValue false
   */
  readonly allowEmpty?: boolean | undefined;
}

/**
 * Instructions from the application to the model. White space is not empty.
 *
 * @throws ValidationError
 */
function createSystem(content: ChatContent, options?: PromptOptions): SystemChatMessage {
  return prompt<SystemChatMessage>("system", content, options);
}

/**
 * What the person says. White space is not empty.
 *
 * @throws ValidationError
 */
function createUser(content: ChatContent, options?: PromptOptions): UserChatMessage {
  return prompt<UserChatMessage>("user", content, options);
}

function prompt<Message extends SystemChatMessage | UserChatMessage>(
  role: Message["role"],
  content: ChatContent,
  given: PromptOptions | undefined,
): Message {
  const options = optionsOf(given);
  const name = options?.name ?? undefined;
  const draft: Draft<UserChatMessage | SystemChatMessage> =
    name === undefined ? { role, content } : { role, content, name };
  const ofPlaces = placeIssues(content, undefined);
  const found = options?.allowEmpty === true ? ofPlaces : [...contentIssues(content), ...ofPlaces];
  const issues = options === undefined ? found : [...found, ...foreignIssues(role, options)];
  return made<Message>(draft, issues, typeof content === "string");
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
  options?: AssistantOptions,
): AssistantChatMessage {
  const given = optionsOf(options);
  const calls = ownList(toolCalls);
  const state = ownList(given?.provider_state);
  const draft: MutableDraft<AssistantChatMessage> = { role: "assistant" };
  if (content !== null && content !== undefined) draft.content = content;
  if (calls !== undefined) draft.tool_calls = calls;
  if (given?.name !== null && given?.name !== undefined) draft.name = given.name;
  if (state !== undefined) draft.provider_state = state;
  const found = [...duplicateIds(calls), ...placeIssues(content, calls)];
  const issues = given === undefined ? found : [...found, ...foreignIssues("assistant", given)];
  return made<AssistantChatMessage>(
    draft,
    issues,
    typeof content === "string" && calls === undefined && state === undefined,
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
export function createToolResult(
  toolCallId: string,
  result: ChatContent,
  isError = false,
  options?: StateOptions,
): ToolChatMessage {
  const state = ownList(optionsOf(options)?.provider_state);
  const draft: MutableDraft<ToolChatMessage> = {
    role: "tool",
    tool_call_id: toolCallId,
    content: result,
    is_error: isError ?? false,
  };
  if (state !== undefined) draft.provider_state = state;
  return made<ToolChatMessage>(
    draft,
    placeIssues(result, undefined),
    typeof result === "string" && state === undefined,
  );
}

/**
 * A message as a history takes it without a second look.
 * @param isFlat Whether there is neither a list of parts nor one of calls.
 */
function made<Message extends ChatMessage>(
  draft: GivenFields<Message>,
  found: readonly Issue[],
  isFlat: boolean,
): Message {
  const make = isFlat ? constructOwn : constructValue;
  return make(CHAT_MESSAGE, draft as Draft<ChatMessage>, found) as Message;
}

/** The text of a message: the text parts of its content, joined. Reasoning, refusals and images are not text. */
function textOf(message: ChatMessage): string {
  const { content } = message;
  if (typeof content === "string") return content;
  return (content ?? []).map((part) => (part.type === "text" ? part.text : "")).join("");
}

/** `ChatMessage(user, 5 characters)`, `ChatMessage(assistant, 2 tool calls)`, `ChatMessage(tool, call_1, error, 9 characters)` */
const describe: Describe<ChatMessage> = /* @__PURE__ */ describer("ChatMessage", factsOf, textOf);

function factsOf(message: ChatMessage): readonly Fact[] {
  const { role, content } = message;
  return [
    role,
    role === "tool" && shownId(message.tool_call_id),
    role === "tool" && message.is_error && "error",
    ...(typeof content === "object" ? partFacts(content) : []),
    content !== undefined && countedCharacters(textOf(message)),
    role === "assistant" && message.tool_calls && countedNoun(message.tool_calls.length, "tool call"),
    (role === "assistant" || role === "tool") && stateFact(message.provider_state),
  ];
}

/** Makes, checks, reads and describes chat messages. */
export const ChatMessage: Companion<ChatMessage> & {
  readonly createSystem: typeof createSystem;
  readonly createUser: typeof createUser;
  readonly createAssistant: typeof createAssistant;
  readonly createToolResult: typeof createToolResult;
  readonly textOf: typeof textOf;
  readonly describe: Describe<ChatMessage>;
} = /* @__PURE__ */ extendCompanion(core.ChatMessage, {
  createSystem,
  createUser,
  createAssistant,
  createToolResult,
  textOf,
  describe,
});
