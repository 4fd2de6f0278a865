/** The request of `/api/chat` as it is sent. Answers have no types here: what comes is read as it is found. */

import type { JsonObject, JsonValue } from "@parlance/core";

/** Frozen; its lists are not typed as such, so that Ollama's own client, which writes into images, takes a copy (`structuredClone(body)`). */
export interface OllamaRequest {
  readonly model: string;
  readonly messages: OllamaMessage[];
  readonly tools?: OllamaTool[];
  /** Always written, since the server streams unless told otherwise. */
  readonly stream: boolean;
  readonly think?: OllamaThink;
  readonly options?: OllamaOptions;
}

export interface OllamaMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string;
  readonly thinking?: string;
  /** Base64 without a `data:` prefix. */
  readonly images?: string[];
  readonly tool_calls?: OllamaToolCall[];
  readonly tool_name?: string;
  readonly tool_call_id?: string;
}

export interface OllamaToolCall {
  readonly id: string;
  readonly function: { readonly index: number; readonly name: string; readonly arguments: JsonObject };
}

export interface OllamaTool {
  readonly type: "function";
  readonly function: { readonly name: string; readonly description: string; readonly parameters: OllamaParameters };
}

/** What the server reads at the root of a tool's parameters. */
export interface OllamaParameters {
  readonly type: "object";
  readonly $defs?: JsonValue;
  readonly items?: JsonObject | boolean;
  readonly required?: string[];
  readonly properties?: { readonly [name: string]: OllamaProperty };
}

/** What the server reads of a property, at any depth. */
export interface OllamaProperty {
  readonly type?: string | string[];
  readonly anyOf?: OllamaProperty[];
  readonly items?: JsonObject | boolean;
  readonly description?: string;
  readonly enum?: unknown[];
  readonly properties?: { readonly [name: string]: OllamaProperty };
  readonly required?: string[];
}

export type OllamaThink = boolean | "low" | "medium" | "high";

export interface OllamaOptions {
  readonly temperature?: number;
  readonly top_p?: number;
  readonly top_k?: number;
  readonly min_p?: number;
  readonly num_predict?: number;
  readonly stop?: string[];
  readonly seed?: number;
  readonly frequency_penalty?: number;
  readonly presence_penalty?: number;
  readonly repeat_penalty?: number;
}
