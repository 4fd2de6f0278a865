/** Anthropic's Messages API on the wire: what is sent. Answers are read without types, since they vary. */

import type { JsonObject } from "@parlance/core";

/** The body of `POST /v1/messages`. */
export interface AnthropicRequest {
  readonly model: string;
  readonly max_tokens: number;
  readonly system?: TextBlock[];
  readonly messages: WireMessage[];
  readonly tools?: WireTool[];
  readonly tool_choice?: WireToolChoice;
  readonly temperature?: number;
  readonly top_p?: number;
  readonly top_k?: number;
  readonly stop_sequences?: string[];
  readonly thinking?:
    | { readonly type: "adaptive" }
    | { readonly type: "disabled" }
    | { readonly type: "enabled"; readonly budget_tokens: number };
  readonly output_config?: { readonly effort: "low" | "medium" | "high" | "max" };
  readonly stream?: boolean;
}

export interface WireMessage {
  readonly role: "user" | "assistant" | "system";
  readonly content: Block[];
}

/** Keeps everything before it and itself for later requests, which then cost less. */
export interface CacheControl {
  readonly type: "ephemeral";
  readonly ttl?: "5m" | "1h";
}

/** At most four of a request have one. */
export interface Cacheable {
  readonly cache_control?: CacheControl;
}

/** Citations of documents stand among its members when they came from there, whole as they came and without types here. */
export interface TextBlock extends Cacheable {
  readonly type: "text";
  readonly text: string;
}

export interface ImageBlock extends Cacheable {
  readonly type: "image";
  readonly source:
    | { readonly type: "base64"; readonly media_type: ImageMediaType; readonly data: string }
    | { readonly type: "url"; readonly url: string };
}

/** A PDF. */
export interface DocumentBlock extends Cacheable {
  readonly type: "document";
  readonly source:
    | { readonly type: "base64"; readonly media_type: "application/pdf"; readonly data: string }
    | { readonly type: "url"; readonly url: string }
    | { readonly type: "file"; readonly file_id: string };
  readonly title?: string;
}

export type ImageMediaType = "image/jpeg" | "image/png" | "image/gif" | "image/webp";

/** Signed by the provider; goes back unchanged or not at all. */
export interface ThinkingBlock {
  readonly type: "thinking";
  readonly thinking: string;
  readonly signature: string;
}

export interface RedactedThinkingBlock {
  readonly type: "redacted_thinking";
  readonly data: string;
}

/** Who asked for the call stands among its members where the provider said so, whole as it came and without a type here. */
export interface ToolUseBlock extends Cacheable {
  readonly type: "tool_use";
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
}

export interface ToolResultBlock extends Cacheable {
  readonly type: "tool_result";
  readonly tool_use_id: string;
  readonly content?: string | ResultBlock[];
  readonly is_error?: true;
}

/** As with `Block`, some of the provider's own may stand among them. */
export type ResultBlock = TextBlock | ImageBlock | DocumentBlock;

/**
 * Blocks of types that only this provider has stand among these when they came from there, whole as they came. They have no types
 * here: the provider's own are a closed list, which grows.
 */
export type Block =
  | TextBlock
  | ImageBlock
  | DocumentBlock
  | ThinkingBlock
  | RedactedThinkingBlock
  | ToolUseBlock
  | ToolResultBlock;

export interface WireTool extends Cacheable {
  readonly name: string;
  readonly description: string;
  readonly input_schema: { readonly type: "object" } & JsonObject;
  readonly strict?: true;
}

export type WireToolChoice =
  | { readonly type: "none" }
  | { readonly type: "auto" | "any"; readonly disable_parallel_tool_use?: true }
  | { readonly type: "tool"; readonly name: string; readonly disable_parallel_tool_use?: true };
