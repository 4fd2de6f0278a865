/** The entry `@parlance/providers/vllm`: chat completions of vLLM. Exporting another name here makes it API. */

import { importRequest as readRequest } from "../chat-completions/import.js";
import { inDialect } from "../chat-completions/in-dialect.js";
import { toRequest as write } from "../chat-completions/request.js";
import { fromResponse as read, errorFromResponse as readError } from "../chat-completions/response.js";
import { fromStream as readStream } from "../chat-completions/stream.js";
import type { Provider } from "../shared/types.js";
import { VLLM } from "./dialect.js";
import type { VllmRequest } from "./wire.js";

export type {
  AssistantMessageWire as VllmAssistantMessage,
  ImagePartWire as VllmImagePart,
  SystemMessageWire as VllmSystemMessage,
  TextPartWire as VllmTextPart,
  ToolCallWire as VllmToolCall,
  ToolChoiceWire as VllmToolChoice,
  ToolMessageWire as VllmToolMessage,
  ToolWire as VllmTool,
  UserMessageWire as VllmUserMessage,
} from "../chat-completions/wire.js";
export type { VllmMessage, VllmRequest } from "./wire.js";

type Vllm = Provider<VllmRequest>;

/**
 * The body of `POST /v1/chat/completions`. Without `options.model` the server takes its own.
 *
 * @throws LossyConversionError when `strict` and anything would be lost; ValidationError for an invalid conversation.
 */
export const toRequest: Vllm["toRequest"] = /* @__PURE__ */ inDialect(VLLM, write<VllmRequest>);

/**
 * Reads the body of an answer: parsed, or its text or bytes, which keep every digit.
 *
 * @throws ProviderError for what the provider says is an error; ParseError for what is not JSON; ValidationError for what is not an answer.
 */
export const fromResponse: Vllm["fromResponse"] = /* @__PURE__ */ inDialect(VLLM, read);

/**
 * Reads a streamed answer: server-sent events as bytes or text in pieces of any size, or parsed events. Returning early cancels it.
 *
 * @throws ProviderError with what had arrived before, while iterating.
 */
export const fromStream: Vllm["fromStream"] = /* @__PURE__ */ inDialect(VLLM, readStream);

/** The error to throw for an answer whose status is not a success, such as 429 or 503. Its body may be anything, also a proxy's page. */
export const errorFromResponse: Vllm["errorFromResponse"] = /* @__PURE__ */ inDialect(VLLM, readError);

/**
 * Reads a request, or any object with its `messages`: parsed, or its text or bytes, which keep every digit.
 *
 * @param options Its `newId` makes the ids of calls that came without one; `ToolCall.newId` does otherwise.
 * @throws ParseError for what is not JSON; ValidationError for invalid messages, roles or tools.
 */
export const importRequest: Vllm["importRequest"] = /* @__PURE__ */ inDialect(VLLM, readRequest);
