/** The entry `@parlance/providers/openai`: OpenAI's Chat Completions. Exporting another name here makes it API. */

import { importRequest as readRequest } from "../chat-completions/import.js";
import { inDialect } from "../chat-completions/in-dialect.js";
import { toRequest as write } from "../chat-completions/request.js";
import { fromResponse as read, errorFromResponse as readError } from "../chat-completions/response.js";
import { fromStream as readStream } from "../chat-completions/stream.js";
import type { Provider } from "../shared/types.js";
import { OPENAI } from "./dialect.js";
import type { OpenAiRequest } from "./wire.js";

export type {
  AssistantMessageWire as OpenAiAssistantMessage,
  ImagePartWire as OpenAiImagePart,
  SystemMessageWire as OpenAiSystemMessage,
  TextPartWire as OpenAiTextPart,
  ToolCallWire as OpenAiToolCall,
  ToolChoiceWire as OpenAiToolChoice,
  ToolMessageWire as OpenAiToolMessage,
  ToolWire as OpenAiTool,
  UserMessageWire as OpenAiUserMessage,
} from "../chat-completions/wire.js";
export type { OpenAiMessage, OpenAiRequest } from "./wire.js";

type OpenAi = Provider<OpenAiRequest>;

/**
 * The body of `POST /chat/completions`. `options.model` is required.
 *
 * @throws LossyConversionError when `strict` and anything would be lost; ValidationError for an invalid conversation.
 */
export const toRequest: OpenAi["toRequest"] = /* @__PURE__ */ inDialect(OPENAI, write<OpenAiRequest>);

/**
 * Reads the body of an answer: parsed, or its text or bytes, which keep every digit.
 *
 * @throws ProviderError for what the provider says is an error; ParseError for what is not JSON; ValidationError for what is not an answer.
 */
export const fromResponse: OpenAi["fromResponse"] = /* @__PURE__ */ inDialect(OPENAI, read);

/**
 * Reads a streamed answer: server-sent events as bytes or text in pieces of any size, or parsed events. Returning early cancels it.
 *
 * @throws ProviderError with what had arrived before, while iterating.
 */
export const fromStream: OpenAi["fromStream"] = /* @__PURE__ */ inDialect(OPENAI, readStream);

/** The error to throw for an answer whose status is not a success, such as 429 or 503. Its body may be anything, also a proxy's page. */
export const errorFromResponse: OpenAi["errorFromResponse"] = /* @__PURE__ */ inDialect(OPENAI, readError);

/**
 * Reads a request, or any object with its `messages`: parsed, or its text or bytes, which keep every digit.
 *
 * @param options Its `newId` makes the ids of calls that came without one; `ToolCall.newId` does otherwise.
 * @throws ParseError for what is not JSON; ValidationError for invalid messages, roles or tools.
 */
export const importRequest: OpenAi["importRequest"] = /* @__PURE__ */ inDialect(OPENAI, readRequest);
