/** What every provider takes and gives: the same names for all of them. */

import type { Surroundings } from "@parlance/builders";
import type {
  AssistantChatMessage,
  ChatMessage,
  InferenceOptions,
  InvalidMessage,
  JsonObject,
  Message,
  TextMessage,
  ToolCallDelta,
  ToolDefinition,
  ToolRequestMessage,
  Usage,
} from "@parlance/core";
import type { ProviderError } from "./errors/provider-error.js";
import type { ResponseHeaders } from "./errors/retry.js";
import type { ReasoningMember } from "./provider-names.js";
import type { Report } from "./report/report.js";

/** `auto`: the model decides. `none`: no calls. `required`: at least one call. A name: a call of that tool. */
export type ToolChoice = "auto" | "none" | "required" | { readonly name: string };

/** What a model is to be sent. */
export interface Conversation {
  /** Chat messages, or stored messages of the contract, oldest first; broken records, as `decodeHistory` gives them, are left out. */
  readonly messages: Iterable<ChatMessage | Message | InvalidMessage>;
  /** Instructions that stand before those in the messages. */
  readonly system?: string;
  readonly tools?: readonly ToolDefinition[];
  readonly tool_choice?: ToolChoice;
  readonly options?: InferenceOptions;
}

export interface RequestOptions {
  /**
   * Refuses a conversion that would drop, rewrite, merge or synthesise anything.
   * @defaultValue false
   */
  readonly strict?: boolean;
  /**
   * Asks the provider to stream its answer.
   * @defaultValue false
   */
  readonly stream?: boolean;
  /**
   * `first`: the texts of all system messages become one at the start. `in_place`: each stays where it is, where the provider can.
   * The default is what most models of the provider take.
   */
  readonly system?: "first" | "in_place";
  /**
   * The member that reasoning goes back under to a server that speaks Chat Completions: OpenRouter, Groq and vLLM read `reasoning`,
   * DeepSeek, Kimi, SGLang, llama.cpp and older servers of vLLM `reasoning_content`. Ollama and Anthropic have one way, whichever it is.
   * @defaultValue `reasoning` of vLLM; OpenAI takes none back
   */
  readonly reasoning_member?: ReasoningMember;
}

/** A request body, and what has to be known to read the answer to it. */
export interface ProviderRequest<Body> {
  /** Plain JSON, deeply frozen; written by `stringifyJson` of `@parlance/core/json`, which keeps every digit. */
  readonly body: Body;
  /** Everything that the body does not say as the conversation does. */
  readonly report: Report;
  /** To be handed to `fromResponse` or `fromStream`; plain JSON, so it can be stored beside the request. */
  readonly context: RequestContext;
}

/** How names and ids of a request were written for the provider, so that the answer can be read back. */
export interface RequestContext {
  /** The name of a tool by the name that was sent, where the two differ. */
  readonly tool_names: Readonly<Record<string, string>>;
  /** The id of a call by the id that was sent, where the two differ. */
  readonly call_ids: Readonly<Record<string, string>>;
  /** JSON Pointers into the arguments, by tool name, where null was allowed only because the provider wants every property. */
  readonly added_nulls: Readonly<Record<string, readonly string[]>>;
  /** Names of tools that can be called without arguments: of these alone `null` is read as none. */
  readonly null_arguments?: readonly string[];
  /** The most tokens that the answer may have, for providers that do not say when it was reached. */
  readonly max_tokens?: number;
}

export type FinishReason = "stop" | "length" | "tool_calls" | "content_filter" | "pause" | "unknown";

/** What a model answered, whole; the same whether it was streamed or not. */
export interface Answer {
  /** For the conversation history; undefined when the model said nothing. */
  readonly message: AssistantChatMessage | undefined;
  /** The same as messages of the contract: what was said, and what was asked for. */
  readonly messages: readonly (TextMessage | ToolRequestMessage)[];
  readonly finish_reason: FinishReason;
  /** The provider's own word for it. */
  readonly provider_finish_reason?: string;
  readonly usage?: Usage;
  /** The provider's id of the answer. */
  readonly response_id?: string;
  readonly model?: string;
  /** Members of the raw answer that nothing was read from, in their places, with every digit. */
  readonly unread: JsonObject;
  /** What was mended or left out on the way. */
  readonly report: Report;
}

export type StreamEvent =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "reasoning"; readonly text: string }
  | { readonly type: "refusal"; readonly text: string }
  | { readonly type: "tool_call_delta"; readonly delta: ToolCallDelta }
  | { readonly type: "usage"; readonly usage: Usage }
  | { readonly type: "end"; readonly answer: Answer };

/** The events of an answer as they come. Returning early stops the source. */
export interface AnswerStream extends AsyncGenerator<StreamEvent, void> {
  /**
   * What has arrived so far, with open calls truncated, for a stream that broke off or was left; one that goes on is stopped. The
   * whole answer after its end; undefined for what no message can hold.
   */
  partial(): Answer | undefined;
}

/** Bytes or text, whole or in pieces of any size, or events that were parsed already. */
export type StreamSource =
  | string
  | Uint8Array
  | Iterable<Uint8Array | string | object>
  | AsyncIterable<Uint8Array | string | object>
  | { getReader(): SourceReader };

/** The part of a web stream's reader that is used here; typed so that no DOM types are needed. */
export interface SourceReader {
  read(): Promise<{ readonly done: boolean; readonly value?: unknown }>;
  cancel(): Promise<void>;
  releaseLock(): void;
}

export interface AnswerOptions extends Surroundings {
  /** What `toRequest` gave beside the body; without it names and ids stay as the provider wrote them. */
  readonly context?: RequestContext;
}

/** An HTTP answer that is not a success, as whoever fetched it has it. */
export interface FailedResponse {
  readonly status: number;
  readonly headers?: ResponseHeaders;
  /** Its text or bytes, or what was parsed of them. */
  readonly body?: unknown;
}

/** A provider's own request, read into the contract. */
export interface ImportedConversation {
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ToolDefinition[];
  readonly tool_choice?: ToolChoice;
  readonly options: InferenceOptions;
  readonly report: Report;
}

/** What the entry of every provider exports, under these names. */
export interface Provider<Body> {
  /** @throws LossyConversionError when `strict` and anything would be lost; ValidationError for invalid messages or options. */
  toRequest(conversation: Conversation, options?: RequestOptions): ProviderRequest<Body>;
  /**
   * @param response The parsed body, or its text, which keeps every digit.
   * @throws ProviderError for what the provider says is an error; ParseError for what is not JSON.
   */
  fromResponse(response: unknown, options?: AnswerOptions): Answer;
  /** @throws ProviderError with what had arrived before, while iterating. */
  fromStream(source: StreamSource, options?: AnswerOptions): AnswerStream;
  /**
   * The error to throw for an answer whose status is not a success. Never throws itself: a body that is not JSON, such as a proxy's page,
   * is in the `details` as text.
   */
  errorFromResponse(response: FailedResponse, options?: Surroundings): ProviderError;
  /** @throws ParseError for what is not JSON; ValidationError for what is not a request of the provider. */
  importRequest(request: unknown, options?: Surroundings): ImportedConversation;
}
